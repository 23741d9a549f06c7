package io.meshlog.node.sync;

import java.util.function.DoubleSupplier;

/**
 * When the next round with a peer is due (spec §5.5): on a jittered interval, again at once after one that took
 * something, and after failures later and later: doubling from the interval up to five minutes, or the interval
 * where that is longer. Times are monotonic. Confined to one thread.
 */
final class RoundSchedule {
    private static final long BACK_OFF_MILLIS_MAX = 300_000;
    private static final double JITTER = 0.2;

    private final long intervalMillis;
    private final DoubleSupplier random;
    private int failures;

    /** @param random draws from 0 inclusive to 1 exclusive */
    RoundSchedule(long intervalMillis, DoubleSupplier random) {
        this.intervalMillis = intervalMillis;
        this.random = random;
    }

    /** @param tookSomething whether the round brought anything new @return milliseconds from now */
    long afterSuccess(boolean tookSomething) {
        failures = 0;
        return tookSomething ? 0 : jittered(intervalMillis);
    }

    /** @return milliseconds from now */
    long afterFailure() {
        failures = Math.min(failures + 1, 30);
        long most = Math.max(BACK_OFF_MILLIS_MAX, intervalMillis);
        long backOff = failures > 20 ? most : Math.min(most, intervalMillis << (failures - 1));
        return jittered(backOff);
    }

    /** The peer was heard: it is worth trying again. @return whether it was backed off */
    boolean heard() {
        boolean backedOff = failures > 0;
        failures = 0;
        return backedOff;
    }

    private long jittered(long millis) {
        return Math.max(1, Math.round(millis * (1 - JITTER + 2 * JITTER * random.getAsDouble())));
    }
}
