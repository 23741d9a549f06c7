package io.meshlog.hlc;

import java.util.Objects;

/**
 * Issues the timestamps of one replica (spec §3.3). Confined to one thread; not synchronized.
 *
 * <p>Stamps strictly rise, whatever physical time does, and over restarts if the {@link #mark()} that covers a stamp is
 * stored with it. A stamp is greater than every stamp absorbed before it. A {@code nowMillis} outside {@code [0,
 * HlcTimestamp.MILLIS_MAX]} counts as the nearer end of that range.
 */
/*
 * Kulkarni et al., "Logical Physical Clocks and Consistent Snapshots in Globally Distributed Databases" (2014), with one
 * difference: absorbing a stamp only raises the mark, and the step beyond it is taken by the next tick. So a page of
 * remote ops costs comparisons, no counter values, and the mark is one (millis, counter) pair.
 *
 * Invariant: (millis, counter) never falls, and every stamp issued was the mark at that moment.
 */
public final class HybridClock {

    private final String replica;
    private final DriftBounds bounds;
    private long millis; // 0 ≤ millis ≤ MILLIS_MAX
    private int counter; // 0 ≤ counter ≤ COUNTER_MAX

    /**
     * A clock that issues nothing at or below {@code mark}.
     *
     * @param replica the id that its stamps carry
     * @param mark where it stood when it was last stored, or {@link ClockMark#ZERO}
     * @throws IllegalArgumentException if {@code replica} is not a replica id
     */
    public HybridClock(String replica, ClockMark mark, DriftBounds bounds) {
        HlcTimestamp.requireReplica(replica);
        this.replica = replica;
        this.bounds = Objects.requireNonNull(bounds, "bounds");
        this.millis = mark.millis();
        this.counter = mark.counter();
    }

    /** The id that this clock's stamps carry. */
    public String replica() {
        return replica;
    }

    /** The largest time issued or absorbed so far. */
    public ClockMark mark() {
        return new ClockMark(millis, counter);
    }

    /**
     * Issues the next stamp: at {@code nowMillis} if physical time is past the mark's millisecond, else one counter step
     * after the mark; a full counter carries into the millisecond.
     *
     * @throws IllegalStateException if the mark is the last time there is; the clock stays as it was
     */
    public HlcTimestamp tick(long nowMillis) {
        long physical = clamp(nowMillis);
        if (physical > millis) {
            millis = physical;
            counter = 0;
        } else if (counter < HlcTimestamp.COUNTER_MAX) {
            counter++;
        } else if (millis < HlcTimestamp.MILLIS_MAX) {
            millis++;
            counter = 0;
        } else {
            throw new IllegalStateException(
                    "clock of replica " + replica + ": expected a time after the mark, found the"
                            + " mark at the end of time (millis " + millis + ", counter " + counter
                            + "); no stamp can follow. Set the wall clock right and go on under a new replica id with a fresh"
                            + " mark");
        }
        return new HlcTimestamp(millis, counter, replica);
    }

    /**
     * Takes note of a remote stamp, so that later local ones come after it, unless it is not to be trusted with that.
     * Raises the mark exactly if the answer is {@link Observation.Absorbed} or {@link Observation.AbsorbedAhead} and the
     * stamp is past it.
     *
     * @param remote the stamp as authored
     * @param originReplica the replica whose op carries it
     * @param nowMillis local physical time
     */
    public Observation observe(HlcTimestamp remote, String originReplica, long nowMillis) {
        if (!remote.replica().equals(originReplica)) {
            return new Observation.ForeignReplica(originReplica, remote.replica());
        }
        long aheadMillis = Math.max(0, remote.millis() - clamp(nowMillis));
        if (aheadMillis > bounds.maxAheadMillis()) {
            return new Observation.TooFarAhead(aheadMillis);
        }
        raiseTo(remote.millis(), remote.counter());
        return aheadMillis > bounds.warnAheadMillis()
                ? new Observation.AbsorbedAhead(aheadMillis)
                : new Observation.Absorbed(aheadMillis);
    }

    /** Raises the mark to a stored one. Does nothing if the clock is already there or past it: it never goes back. */
    public void restore(ClockMark stored) {
        raiseTo(stored.millis(), stored.counter());
    }

    /**
     * A clock with this mark and these bounds under another replica id, for a replica that goes on under a new name. The
     * two are independent from here on.
     *
     * @throws IllegalArgumentException if {@code otherReplica} is not a replica id
     */
    public HybridClock as(String otherReplica) {
        return new HybridClock(otherReplica, mark(), bounds);
    }

    private void raiseTo(long otherMillis, int otherCounter) {
        if (otherMillis > millis) {
            millis = otherMillis;
            counter = otherCounter;
        } else if (otherMillis == millis && otherCounter > counter) {
            counter = otherCounter;
        }
    }

    private static long clamp(long nowMillis) {
        return Math.max(0, Math.min(nowMillis, HlcTimestamp.MILLIS_MAX));
    }
}
