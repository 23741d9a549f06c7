package io.meshlog.sim.world;

import io.meshlog.sim.draw.Mix;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * What is going to happen, by virtual time; what happens at one moment is ordered by a number drawn for its name, so
 * that removing one thing leaves the order of all others as it was. Confined to its run.
 */
public final class EventQueue {
    private final long seed;
    private final PriorityQueue<Entry> entries = new PriorityQueue<>();
    private long now;
    private long added;
    private long taken;
    private @Nullable Listener listener;

    /** Hears of each thing before it happens. What it throws ends the run. */
    @FunctionalInterface
    public interface Listener {
        /** @param event counts from 1 */
        void happens(long event, long millis, String name);
    }

    public EventQueue(long seed) {
        this.seed = seed;
    }

    private record Entry(long at, long tie, long added, Runnable work) implements Comparable<Entry> {
        @Override
        public int compareTo(Entry other) {
            int c = Long.compare(at, other.at);
            c = c != 0 ? c : Long.compare(tie, other.tie);
            return c != 0 ? c : Long.compare(added, other.added);
        }
    }

    /** To be set before anything is added: what is there already goes unheard. */
    public void listen(Listener to) {
        listener = to;
    }

    /** Virtual milliseconds since the start. */
    public long now() {
        return now;
    }

    /** How many have happened. */
    public long taken() {
        return taken;
    }

    /** @param at not before now, else it happens now */
    public void at(long at, String name, Runnable work) {
        Listener hears = listener;
        Runnable done = work;
        if (hears != null) {
            done = () -> {
                hears.happens(taken, now, name);
                work.run();
            };
        }
        entries.add(new Entry(Math.max(at, now), Mix.of(seed, name), added++, done));
    }

    public void in(long millis, String name, Runnable work) {
        at(now + millis, name, work);
    }

    /** Lets the next thing happen, if it is due by then. @return whether one was */
    public boolean next(long untilMillis) {
        @Nullable Entry entry = entries.peek();
        if (entry == null || entry.at > untilMillis) {
            now = Math.max(now, untilMillis);
            return false;
        }
        entries.remove();
        now = entry.at;
        taken++;
        entry.work.run();
        return true;
    }

    public boolean isEmpty() {
        return entries.isEmpty();
    }
}
