package io.meshlog.node.store.log;

import io.meshlog.op.Op;
import io.meshlog.op.Origin;

/**
 * An op that this version cannot read (spec §5.1): kept, passed on, hidden.
 *
 * @param op its reading says which field, and why
 * @param line the line that it stands on; the origin of a loose op
 * @param arrivedAtMillis unix milliseconds by this machine's clock
 */
public record Quarantined(Op op, Origin line, long arrivedAtMillis) {}
