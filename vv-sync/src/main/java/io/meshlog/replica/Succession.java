package io.meshlog.replica;

import io.meshlog.op.ChainSignature;
import io.meshlog.op.Origin;
import io.meshlog.vector.Head;
import org.jspecify.annotations.Nullable;

/**
 * The signed statement that a replica goes on under a new id (spec §2). Told in
 * {@code /sync/version_vector}, relayed, never an op.
 *
 * @param sealed the last head under the old id, or null where none is known
 * @param newSig by the new key; its public key hashes to {@code newId}
 * @param oldSig by the old key, or null where that key is gone
 */
public record Succession(
        Origin oldId,
        @Nullable Head sealed,
        Origin newId,
        ChainSignature newSig,
        @Nullable ChainSignature oldSig) {}
