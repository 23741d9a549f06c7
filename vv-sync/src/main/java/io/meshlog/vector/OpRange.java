package io.meshlog.vector;

import io.meshlog.op.Origin;

/** Ops of one origin. @param from first seq, inclusive, ≥ 1 @param to last seq, inclusive, ≥ from */
public record OpRange(Origin origin, long from, long to) {
    public OpRange {
        if (from < 1 || to < from) {
            throw new IllegalArgumentException("no range: " + origin + " " + from + ".." + to);
        }
    }

    public long size() {
        return to - from + 1;
    }
}
