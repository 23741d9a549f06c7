package io.meshlog.vector;

/** How two vectors stand to each other; exactly one holds for any two (invariant V2). */
public enum Causality {
    EQUAL,
    BEFORE,
    AFTER,
    CONCURRENT
}
