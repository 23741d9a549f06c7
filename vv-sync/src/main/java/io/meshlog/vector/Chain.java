package io.meshlog.vector;

import io.meshlog.op.Canonical;
import io.meshlog.op.Digest;
import io.meshlog.op.Op;
import java.security.MessageDigest;

/** The chain over an origin's ops (spec §3.4, §12): each digest covers the whole history before it. */
public final class Chain {
    /** What stands before an origin's first op. */
    public static final Digest ROOT = Digest.ZERO;

    private Chain() {}

    /** SHA-256(previous ‖ canonical bytes). */
    public static Digest next(Digest previous, byte[] canonical) {
        MessageDigest sha = Digest.newSha256();
        sha.update(previous.bytes());
        return Digest.of(sha.digest(canonical));
    }

    /** Whether this chained op stands directly on that parent. */
    public static boolean follows(Digest parent, Op op) {
        return next(parent, Canonical.bytes(op.fields())).equals(op.chain());
    }
}
