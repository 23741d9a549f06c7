package io.meshlog.hlc;

import org.jspecify.annotations.Nullable;

/**
 * The high-water mark of a clock: the largest time it has issued or absorbed. Immutable; ordered by {@code millis}, then
 * {@code counter}.
 *
 * <p>It is stored in the transaction that stores the stamps it covers, and never derived from the largest stamp of a log
 * (spec §3.3): a log holds stamps that were refused by the clock.
 *
 * @param millis milliseconds since the Unix epoch, {@code 0 ≤ millis ≤ HlcTimestamp.MILLIS_MAX}
 * @param counter {@code 0 ≤ counter ≤ HlcTimestamp.COUNTER_MAX}
 */
public record ClockMark(long millis, int counter) implements Comparable<ClockMark> {

    /** The mark of a clock that has seen nothing. */
    public static final ClockMark ZERO = new ClockMark(0, 0);

    /** @throws IllegalArgumentException if a part is out of its range */
    public ClockMark {
        HlcTimestamp.requireTime(millis, counter);
    }

    // By hand: what a record comes with is several times slower on Java 17, and every step asks whether it moved.
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ClockMark that && millis == that.millis && counter == that.counter;
    }

    @Override
    public int hashCode() {
        return 31 * Long.hashCode(millis) + counter;
    }

    @Override
    public int compareTo(ClockMark other) {
        int byMillis = Long.compare(millis, other.millis);
        return byMillis != 0 ? byMillis : Integer.compare(counter, other.counter);
    }
}
