package io.meshlog.node.follow;

import io.meshlog.node.store.list.ListedEvents;
import io.meshlog.node.store.row.StoredEvent;
import io.meshlog.op.Event;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads what commits bring, once for all who follow, and tells those whom it concerns. Nothing is read while nobody
 * follows; while one read runs, commits gather for the next, so that a burst costs a few reads and not one each.
 *
 * <p>{@code position}: everything up to it was told. Confined to the thread of its {@code loop}.
 */
public final class Tail {
    private static final Logger LOG = LoggerFactory.getLogger(Tail.class);

    /** What is read, and when. Neither method blocks. */
    public interface Source {
        /** How many commits there were. */
        long generation();

        /** Completes with the first commit after that one, on any thread. Never fails. */
        CompletableFuture<Void> committedAfter(long generation);

        /** A page of everything above a delivery position. */
        CompletableFuture<ListedEvents> after(long position);
    }

    /** What to do about a read that failed: try again later, on the loop. */
    public interface Later {
        void run(Runnable task);
    }

    private final Source source;
    private final Executor loop;
    private final Later later;
    private final Interests<Follower> followers = new Interests<>();
    private volatile int size;
    private long position;
    /** Whether a read runs or is waited for. */
    private boolean working;
    /** What goes on after it; nothing fails there unseen. */
    @SuppressWarnings("UnusedVariable")
    private CompletableFuture<?> going = CompletableFuture.completedFuture(null);

    public Tail(Source source, Executor loop, Later later) {
        this.source = source;
        this.loop = loop;
        this.later = later;
    }

    /**
     * Takes somebody who has been shown everything up to its position.
     *
     * @return whether it follows now; false if more than that was told to others already: it must look again itself
     */
    public boolean joins(Follower follower) {
        if (followers.isEmpty() && !working) {
            position = follower.position();
        } else if (follower.position() < position) {
            return false;
        }
        followers.add(follower);
        size = followers.size();
        if (!working) {
            read();
        }
        return true;
    }

    /** It is told nothing any more. */
    public void leaves(Follower follower) {
        followers.remove(follower);
        size = followers.size();
    }

    /** How many follow. May be called from any thread. */
    public int size() {
        return size;
    }

    private void read() {
        working = true;
        long seen = source.generation();
        going = source.after(position).whenCompleteAsync(told(seen), loop);
    }

    private BiConsumer<@Nullable ListedEvents, @Nullable Throwable> told(long seen) {
        return (page, failure) -> {
            if (page == null) {
                later.run(this::goOn);
                return;
            }
            tell(page);
            if (page.more()) {
                goOn();
            } else if (followers.isEmpty()) {
                working = false;
            } else {
                going = source.committedAfter(seen).thenRunAsync(this::goOn, loop);
            }
        };
    }

    private void goOn() {
        if (followers.isEmpty()) {
            working = false;
        } else {
            read();
        }
    }

    private void tell(ListedEvents page) {
        for (StoredEvent stored : page.events()) {
            position = stored.seq();
            Event event = stored.op().eventOrNull();
            if (event != null) {
                tell(new Arrived(stored), event);
            }
        }
        position = Math.max(position, page.examinedTo());
    }

    private void tell(Arrived arrived, Event event) {
        for (Follower follower : followers.of(event)) {
            if (follower.position() < arrived.event().seq()) {
                tell(arrived, follower);
            }
        }
    }

    private static void tell(Arrived arrived, Follower follower) {
        try {
            follower.arrived(arrived);
        } catch (RuntimeException e) {
            // A fault of this program: the others are told all the same.
            LOG.error("a follower failed event={}", arrived.event().seq(), e);
        }
    }
}
