package io.meshlog.node.follow;

import io.meshlog.node.store.list.ListQuery;

/** Somebody who has been shown everything up to a position and waits for what comes next. */
public interface Follower extends Interests.Interested {
    /** Everything but these is passed over; order, position and limit count for nothing. */
    @Override
    ListQuery filters();

    /** Everything up to this delivery position was examined for it. */
    long position();

    /** An event passed the filters, at a position above. May leave. Called in order of delivery, on the tail's thread. */
    void arrived(Arrived arrived);
}
