package io.meshlog.hlc;

import java.math.BigInteger;

/** The clock once more, as one big number {@code millis · 2^24 + counter}: slow, plain, and written from the spec. */
final class NaiveClock {

    private static final BigInteger SLOTS = BigInteger.valueOf(1L << 24);
    private static final BigInteger LAST = packed(9_999_999_999_999L, 0xFFFFFF);

    private final DriftBounds bounds;
    private BigInteger mark;

    NaiveClock(ClockMark mark, DriftBounds bounds) {
        this.mark = packed(mark.millis(), mark.counter());
        this.bounds = bounds;
    }

    ClockMark mark() {
        BigInteger[] parts = mark.divideAndRemainder(SLOTS);
        return new ClockMark(parts[0].longValueExact(), parts[1].intValueExact());
    }

    /** False at the end of time. */
    boolean tick(long nowMillis) {
        BigInteger next = mark.add(BigInteger.ONE).max(physical(nowMillis).multiply(SLOTS));
        if (next.compareTo(LAST) > 0) {
            return false;
        }
        mark = next;
        return true;
    }

    /** The name of the answer's class. */
    String observe(HlcTimestamp remote, String origin, long nowMillis) {
        if (!remote.replica().equals(origin)) {
            return "ForeignReplica";
        }
        BigInteger ahead = BigInteger.valueOf(remote.millis()).subtract(physical(nowMillis));
        if (ahead.compareTo(BigInteger.valueOf(bounds.maxAheadMillis())) > 0) {
            return "TooFarAhead";
        }
        mark = mark.max(packed(remote.millis(), remote.counter()));
        return ahead.compareTo(BigInteger.valueOf(bounds.warnAheadMillis())) > 0 ? "AbsorbedAhead" : "Absorbed";
    }

    void restore(ClockMark stored) {
        mark = mark.max(packed(stored.millis(), stored.counter()));
    }

    private static BigInteger physical(long nowMillis) {
        return BigInteger.valueOf(nowMillis).max(BigInteger.ZERO).min(BigInteger.valueOf(9_999_999_999_999L));
    }

    private static BigInteger packed(long millis, int counter) {
        return BigInteger.valueOf(millis).multiply(SLOTS).add(BigInteger.valueOf(counter));
    }
}
