package io.meshlog.sim.history;

/** What the parts of a case may be: a file from anywhere must not be able to do more than fail. */
final class CaseLimits {
    static final long FILE_BYTES_MAX = 256L << 20;
    static final int ACTIONS_MAX = 1_000_000;
    static final int FATES_MAX = 10_000_000;
    static final int REPLICAS_MAX = 1_000;
    static final int OPS_MAX = 100_000;
    static final int LIST_MAX = 1_000_000;
    static final int NAME_MAX = 256;
    static final int TEXT_MAX = 1 << 20;

    /** About eleven days of virtual time. */
    private static final long SPAN_MILLIS_MAX = 1_000_000_000;

    /** The end of the year 9999. */
    private static final long CLOCK_MILLIS_MAX = 253_402_300_799_999L;

    private CaseLimits() {}

    /** The least that a number of this name may be, in whatever action or setting it stands. */
    static long lowest(String name) {
        return switch (name) {
            case "millis", "clockMillis" -> -CLOCK_MILLIS_MAX;
            case "millisPerSecond" -> -1_000;
            case "killedInMillis" -> -1;
            case "write", "pageOps" -> 1;
            default -> 0;
        };
    }

    static long highest(String name) {
        return switch (name) {
            case "millis", "clockMillis", "shows" -> CLOCK_MILLIS_MAX;
            // A link may be cut for ever.
            case "forMillis" -> Long.MAX_VALUE;
            case "pageOps", "write", "effect", "gap", "ops", "millisPerSecond" -> 1_000_000;
            default -> SPAN_MILLIS_MAX;
        };
    }
}
