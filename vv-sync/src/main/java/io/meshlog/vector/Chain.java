package io.meshlog.vector;

import io.meshlog.op.Canonical;
import io.meshlog.op.Digest;
import io.meshlog.op.Fields;
import io.meshlog.op.Op;

/** The chain over an origin's ops (spec §3.4, §12): each digest covers the whole history before it. */
public final class Chain {
    /** What stands before an origin's first op. */
    public static final Digest ROOT = Digest.ZERO;

    private Chain() {}

    /** SHA-256(previous ‖ canonical bytes). */
    public static Digest next(Digest previous, byte[] canonical) {
        return Canonical.chained(previous, canonical);
    }

    /** As {@link #next(Digest, byte[])}; an op is asked where it belongs more than once. */
    public static Digest next(Digest previous, Fields fields) {
        return fields.chained(previous);
    }

    /** Whether this chained op stands directly on that parent. */
    public static boolean follows(Digest parent, Op op) {
        return next(parent, op.fields()).equals(op.chain());
    }
}
