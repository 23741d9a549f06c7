package io.meshlog.sim.workload;

/** What a peer says that is not true. */
public enum LieKind {
    /** A vector that it told earlier. */
    STALE_VECTOR,
    /** Heads further on than anything it holds. */
    HIGH_VECTOR,
    /** A head of the asker's own origin that nobody signed. */
    OWN_HEAD,
    /** A signature of an own op of the asker that the asker has not signed yet, by another key. */
    OWN_SIGNATURE,
    /** A page with an op missing in the middle. */
    HOLE,
    /** A page in which an op claims another origin. */
    OTHER_ORIGIN,
    /** A page without signatures. */
    UNSIGNED,
    /** A page with one more op, well chained, signed by another key. */
    FORGED_OP,
    /** A page in which an op says something else than its chain. */
    TAMPERED,
    /** A digest at a chain point that is not the one held. */
    WRONG_CHAIN,
    /** An artifact with other content. */
    WRONG_CONTENT
}
