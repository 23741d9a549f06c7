package io.meshlog.vector;

import io.meshlog.op.Digest;

/**
 * What a replica holds of one origin's loose ops, exactly.
 *
 * @param top the highest seq
 * @param count how many ops
 * @param digest sum modulo 2<sup>256</sup> of the SHA-256 of each op's canonical bytes
 */
public record LooseSummary(long top, long count, Digest digest) {
    public static final LooseSummary NONE = new LooseSummary(0, 0, Digest.ZERO);

    public LooseSummary plus(long seq, Digest opDigest) {
        return new LooseSummary(Math.max(top, seq), count + 1, digest.plus(opDigest));
    }

    /** @param topThen the highest seq of what remains, 0 if nothing does */
    public LooseSummary minus(Digest opDigest, long topThen) {
        return count == 1 ? NONE : new LooseSummary(topThen, count - 1, digest.minus(opDigest));
    }
}
