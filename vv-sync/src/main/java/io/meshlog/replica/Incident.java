package io.meshlog.replica;

/**
 * Something that people must see: in the log, in {@code /statusz}, later in the conflicts view.
 *
 * @param origin the origin or peer it is about
 * @param seq the op it is about, or 0
 * @param detail one sentence with what was expected and what was found
 */
public record Incident(Kind kind, String origin, long seq, String detail) {

    /** What happened. */
    public enum Kind {
        /** A stamp far ahead of local time, or one that names another replica (spec §3.3). */
        CLOCK_ANOMALY,
        /** Two signed ops on one parent (spec §5.4). */
        FORK,
        /** An op that this version cannot read was kept and hidden (spec §5.1). */
        QUARANTINE,
        /** Ops with one event id say different things (spec §5.3). */
        ID_CONFLICT,
        /** This replica writes under a new id from now on (spec §2). */
        IDENTITY,
        /** What a peer sent was not taken. */
        REFUSED,
        /** Content that a peer served for an artifact is not what was asked for, or has another digest (spec §5.1). */
        ARTIFACT_REFUSED,
        /** A peer holds own ops of this replica that it lacks: it was set back, or lost them (spec §5.4). */
        AMNESIA,
        /** An event is shown whose artifact no peer could serve. */
        ARTIFACT_PENDING
    }
}
