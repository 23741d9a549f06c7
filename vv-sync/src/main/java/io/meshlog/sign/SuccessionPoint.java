package io.meshlog.sign;

import io.meshlog.op.ChainSignature;
import io.meshlog.op.Digest;
import io.meshlog.op.Origin;
import io.meshlog.replica.Succession;
import io.meshlog.vector.Head;
import org.jspecify.annotations.Nullable;

/**
 * What both signatures of a {@link Succession} say (spec §2). Its bytes can never change.
 *
 * <pre>
 * "meshlog-succession-1\n", u32be length + old id, u32be length + new id,
 * u64be sealed seq (0 where none), the 32 raw bytes of the sealed chain (zeros where none)
 * </pre>
 *
 * @param sealedSeq 0 where no head under the old id is known, otherwise ≥ 1
 * @param sealedChain {@link Digest#ZERO} where {@code sealedSeq} is 0
 */
public record SuccessionPoint(Origin oldId, Origin newId, long sealedSeq, Digest sealedChain) {
    private static final String HEADER = "meshlog-succession-1\n";

    public SuccessionPoint {
        if (oldId.isBranch() || newId.isBranch() || oldId.equals(newId)) {
            throw new IllegalArgumentException(
                    "a succession is from one replica's id to another, not from " + oldId + " to " + newId);
        }
        if (sealedSeq < 0 || sealedSeq == 0 && !sealedChain.equals(Digest.ZERO)) {
            throw new IllegalArgumentException("a sealed head has seq 1 or later, not " + sealedSeq);
        }
    }

    /** The exact bytes that are signed. */
    public byte[] bytes() {
        return new SignedBytes(HEADER)
                .prefixed(oldId.name())
                .prefixed(newId.name())
                .u64(sealedSeq)
                .raw(sealedChain.bytes())
                .toBytes();
    }

    /**
     * The statement that {@code oldId} goes on as the new key's id.
     *
     * @param sealed the last head under the old id, on whatever line, or null where none is known
     * @param oldKey null where it is gone; otherwise the key of {@code oldId}
     * @throws IllegalArgumentException if a key or the head is not of the id that it stands for
     */
    public static Succession sign(Origin oldId, @Nullable Head sealed, Ed25519Key newKey, @Nullable Ed25519Key oldKey) {
        if (oldKey != null && !oldKey.origin().equals(oldId)) {
            throw new IllegalArgumentException("the old key is of " + oldKey.origin() + ", not of " + oldId);
        }
        if (sealed != null && !sealed.origin().base().equals(oldId)) {
            throw new IllegalArgumentException("the sealed head is of " + sealed.origin() + ", not of " + oldId);
        }
        byte[] bytes = of(oldId, newKey.origin(), sealed).bytes();
        ChainSignature oldSig = oldKey == null ? null : oldKey.signBytes(bytes);
        return new Succession(oldId, sealed, newKey.origin(), newKey.signBytes(bytes), oldSig);
    }

    /**
     * Whether the new key, and the old key where it signed, say exactly this; and a signature of the sealed
     * head is the author's. Never throws.
     *
     * <p>Without {@link Succession#oldSig()} this proves only that the holder of the new id says so: it must
     * not take anything from the old id.
     */
    public static boolean verifies(Succession succession) {
        Origin oldId = succession.oldId();
        Origin newId = succession.newId();
        Head sealed = succession.sealed();
        if (oldId.isBranch() || newId.isBranch() || oldId.equals(newId)) {
            return false;
        }
        if (sealed != null && !(sealed.seq() >= 1 && sealed.origin().base().equals(oldId) && isProved(sealed))) {
            return false;
        }
        byte[] bytes = of(oldId, newId, sealed).bytes();
        ChainSignature oldSig = succession.oldSig();
        return Ed25519.isSignedBy(newId, bytes, succession.newSig())
                && (oldSig == null || Ed25519.isSignedBy(oldId, bytes, oldSig));
    }

    private static SuccessionPoint of(Origin oldId, Origin newId, @Nullable Head sealed) {
        return sealed == null
                ? new SuccessionPoint(oldId, newId, 0, Digest.ZERO)
                : new SuccessionPoint(oldId, newId, sealed.seq(), sealed.chain());
    }

    /** A head without a signature ended at a fork: its branches' heads prove it. */
    private static boolean isProved(Head sealed) {
        ChainSignature sig = sealed.sig();
        return sig == null
                || Ed25519.isSignedBy(
                        sealed.origin().base(),
                        new ChainPoint(sealed.origin().base(), sealed.seq(), sealed.chain()).bytes(),
                        sig);
    }
}
