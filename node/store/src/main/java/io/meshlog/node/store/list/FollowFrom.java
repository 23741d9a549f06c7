package io.meshlog.node.store.list;

import io.meshlog.cursor.Cover;

/**
 * Where a reader goes on in delivery order. Immutable.
 *
 * @param kind what decides
 * @param cover what the reader has been shown
 */
public record FollowFrom(Kind kind, Cover cover) {
    /** What decides what is left to be told. */
    public enum Kind {
        /** The query's position, which was given here. */
        POSITION,
        /** The position and the cover: the reader came from elsewhere and has not caught up. */
        POSITION_AND_COVER,
        /** The cover, all of which must be held here. */
        COVER,
        /** As much of the cover as is held here. */
        COVER_AS_FAR_AS_HELD
    }

    public static FollowFrom position(Cover cover) {
        return new FollowFrom(Kind.POSITION, cover);
    }
}
