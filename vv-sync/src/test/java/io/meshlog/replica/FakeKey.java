package io.meshlog.replica;

import io.meshlog.op.ChainSignature;
import io.meshlog.op.ChainVerifier;
import io.meshlog.op.Digest;
import io.meshlog.op.Origin;
import io.meshlog.vector.Head;
import java.nio.charset.StandardCharsets;

/**
 * A cheap stand-in for a key pair: hashes instead of curves. Whoever knows the public key could sign with it, so a
 * test that forges does so openly, with bytes that do not verify.
 */
public final class FakeKey {
    public static final ChainVerifier VERIFIER = (base, seq, chain, signature) ->
            signature.signer().equals(base) && signature.equals(sign(signature.publicKey(), base + "#" + seq, chain));

    public static final SuccessionVerifier SUCCESSIONS =
            s -> s.newSig().signer().equals(s.newId())
                    && s.newSig().equals(sign(s.newSig().publicKey(), text(s), Digest.ZERO))
                    && (s.oldSig() == null
                            || s.oldSig().signer().equals(s.oldId())
                                    && s.oldSig().equals(sign(s.oldSig().publicKey(), text(s), Digest.ZERO)));

    private final byte[] publicKey;

    private FakeKey(byte[] publicKey) {
        this.publicKey = publicKey;
    }

    public static FakeKey of(String name) {
        return new FakeKey(Digest.sha256(("key of " + name).getBytes(StandardCharsets.UTF_8))
                .bytes());
    }

    public Origin origin() {
        return Origin.ofPublicKey(publicKey);
    }

    public ChainSignature sign(Origin base, long seq, Digest chain) {
        return sign(publicKey, base + "#" + seq, chain);
    }

    public Input.Signed sign(Effect.Sign point) {
        return new Input.Signed(
                point.base(), point.seq(), point.chain(), sign(point.base(), point.seq(), point.chain()));
    }

    /** That this key's id goes on as that one. @param old null where the old key is gone */
    public static Succession succession(Origin oldId, Head sealed, FakeKey next, FakeKey old) {
        Succession bare = new Succession(oldId, sealed, next.origin(), next.sign(next.origin(), 1, Digest.ZERO), null);
        return new Succession(
                oldId,
                sealed,
                next.origin(),
                sign(next.publicKey, text(bare), Digest.ZERO),
                old == null ? null : sign(old.publicKey, text(bare), Digest.ZERO));
    }

    private static String text(Succession s) {
        return s.oldId() + ">" + s.newId()
                + (s.sealed() == null ? "" : "@" + s.sealed().seq() + s.sealed().chain());
    }

    private static ChainSignature sign(byte[] publicKey, String what, Digest chain) {
        byte[] half = Digest.sha256((Digest.of(publicKey).hex() + what + chain.hex()).getBytes(StandardCharsets.UTF_8))
                .bytes();
        byte[] signature = new byte[64];
        System.arraycopy(half, 0, signature, 0, 32);
        System.arraycopy(Digest.sha256(half).bytes(), 0, signature, 32, 32);
        return ChainSignature.of(publicKey, signature);
    }
}
