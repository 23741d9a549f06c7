package io.meshlog.sim.fault;

/**
 * What becomes of one exchange: a question and its answer.
 *
 * @param toMillis how long the question is on its way
 * @param backMillis how long the answer is; a duplicate comes {@code extraMillis} later still
 * @param extraMillis only for {@link Kind#DUPLICATE}
 */
public record Fate(Kind kind, long toMillis, long backMillis, long extraMillis) {
    /** What happens to an exchange that nobody decided on. */
    public static final Fate PLAIN = new Fate(Kind.DELIVER, 1, 1, 0);

    /** Whether it arrives, and as what. */
    public enum Kind {
        DELIVER,
        LOSE_REQUEST,
        LOSE_ANSWER,
        DUPLICATE,
        CUT,
        GARBAGE
    }
}
