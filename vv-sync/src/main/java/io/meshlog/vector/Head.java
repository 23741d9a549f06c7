package io.meshlog.vector;

import io.meshlog.op.ChainSignature;
import io.meshlog.op.Digest;
import io.meshlog.op.Origin;
import org.jspecify.annotations.Nullable;

/**
 * Where a native origin's line, or a branch of it, ends at a replica.
 *
 * @param origin the line's name, branch names included
 * @param seq ≥ 1
 * @param sig the author's signature of exactly this point; null where the line ended at a fork, whose
 *     branches' heads prove it
 */
public record Head(
        Origin origin, long seq, Digest chain, @Nullable ChainSignature sig) {
    /** Signatures prove a head and are not part of what it says. */
    public boolean samePoint(Head other) {
        return seq == other.seq && origin.equals(other.origin) && chain.equals(other.chain);
    }
}
