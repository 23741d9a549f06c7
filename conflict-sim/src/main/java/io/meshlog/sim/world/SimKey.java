package io.meshlog.sim.world;

import io.meshlog.op.ChainSignature;
import io.meshlog.op.ChainVerifier;
import io.meshlog.op.Digest;
import io.meshlog.op.Origin;
import io.meshlog.replica.Effect;
import io.meshlog.replica.Input;
import io.meshlog.replica.Succession;
import io.meshlog.replica.SuccessionVerifier;
import io.meshlog.vector.Head;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A cheap stand-in for a key pair: hashes in place of curves, so that a run spends its time on what it is about.
 * Whoever knows the public key could sign with it; nobody here does, forgers sign with keys of their own. Immutable.
 */
public final class SimKey {
    public static final ChainVerifier VERIFIER = (base, seq, chain, signature) ->
            signature.signer().equals(base) && signature.equals(sign(signature.publicKey(), base, seq, chain));

    public static final SuccessionVerifier SUCCESSIONS = SimKey::verifies;

    private final byte[] publicKey;
    private final Origin origin;

    private SimKey(byte[] publicKey) {
        this.publicKey = publicKey;
        this.origin = Origin.ofPublicKey(publicKey);
    }

    /** The key of that name: the same in every run. */
    public static SimKey of(String name) {
        return new SimKey(digest("key of " + name).bytes());
    }

    public Origin origin() {
        return origin;
    }

    public ChainSignature sign(Origin base, long seq, Digest chain) {
        return sign(publicKey, base, seq, chain);
    }

    public Input.Signed sign(Effect.Sign point) {
        return new Input.Signed(
                point.base(), point.seq(), point.chain(), sign(point.base(), point.seq(), point.chain()));
    }

    /** That an id goes on as {@code next}. @param old null where the old key is gone */
    public static Succession succession(Origin oldId, @Nullable Head sealed, SimKey next, @Nullable SimKey old) {
        Digest said = said(oldId, sealed, next.origin);
        return new Succession(
                oldId,
                sealed,
                next.origin,
                sign(next.publicKey, next.origin, 0, said),
                old == null ? null : sign(old.publicKey, old.origin, 0, said));
    }

    private static boolean verifies(Succession s) {
        Digest said = said(s.oldId(), s.sealed(), s.newId());
        ChainSignature old = s.oldSig();
        return s.newSig().signer().equals(s.newId())
                && s.newSig().equals(sign(s.newSig().publicKey(), s.newId(), 0, said))
                && (old == null
                        || old.signer().equals(s.oldId()) && old.equals(sign(old.publicKey(), s.oldId(), 0, said)));
    }

    private static Digest said(Origin oldId, @Nullable Head sealed, Origin newId) {
        return digest(oldId + ">" + newId + (sealed == null ? "" : "@" + sealed.seq() + sealed.chain()));
    }

    private static ChainSignature sign(byte[] publicKey, Origin base, long seq, Digest chain) {
        byte[] first = digest(Digest.of(publicKey).hex() + base + "#" + seq + chain.hex())
                .bytes();
        byte[] signature = new byte[64];
        System.arraycopy(first, 0, signature, 0, 32);
        System.arraycopy(publicKey, 0, signature, 32, 32);
        return ChainSignature.of(publicKey, signature);
    }

    private static Digest digest(String text) {
        return Digest.sha256(text.getBytes(StandardCharsets.UTF_8));
    }
}
