package io.meshlog.sim.world;

import io.meshlog.op.ChainSignature;
import io.meshlog.op.ChainVerifier;
import io.meshlog.op.Digest;
import io.meshlog.op.Origin;
import io.meshlog.replica.Effect;
import io.meshlog.replica.Input;
import io.meshlog.replica.Succession;
import io.meshlog.replica.SuccessionVerifier;
import io.meshlog.sim.draw.Mix;
import io.meshlog.vector.Head;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A cheap stand-in for a key pair: mixed numbers in place of curves, so that a run spends its time on what it is about.
 * Whoever knows the public key could sign with it; nobody here does, forgers sign with keys of their own. Immutable.
 */
public final class SimKey {
    public static final ChainVerifier VERIFIER = (base, seq, chain, signature) -> {
        byte[] publicKey = signature.publicKey();
        return Origin.ofPublicKey(publicKey).equals(base)
                && Arrays.equals(signature.signature(), bytes(publicKey, base, seq, chain));
    };

    /** As {@link #VERIFIER}, and remembers what each signature that it saw proves. Confined to one run. */
    public static ChainVerifier remembering() {
        Map<ChainSignature, Proved> proved = new LinkedHashMap<>();
        return (base, seq, chain, signature) -> {
            Proved known = proved.get(signature);
            if (known != null && known.seq == seq && known.chain.equals(chain) && known.base.equals(base)) {
                return true;
            }
            boolean verifies = VERIFIER.verifies(base, seq, chain, signature);
            if (verifies) {
                proved.put(signature, new Proved(base, seq, chain));
            }
            return verifies;
        };
    }

    private record Proved(Origin base, long seq, Digest chain) {}

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
                && isOver(s.newSig(), s.newId(), 0, said)
                && (old == null || old.signer().equals(s.oldId()) && isOver(old, s.oldId(), 0, said));
    }

    private static Digest said(Origin oldId, @Nullable Head sealed, Origin newId) {
        return digest(oldId + ">" + newId + (sealed == null ? "" : "@" + sealed.seq() + sealed.chain()));
    }

    private static ChainSignature sign(byte[] publicKey, Origin base, long seq, Digest chain) {
        return ChainSignature.of(publicKey, bytes(publicKey, base, seq, chain));
    }

    private static boolean isOver(ChainSignature signature, Origin base, long seq, Digest chain) {
        return Arrays.equals(signature.signature(), bytes(signature.publicKey(), base, seq, chain));
    }

    /** 64 bytes, each of which depends on every bit of what is signed. */
    private static byte[] bytes(byte[] publicKey, Origin base, long seq, Digest chain) {
        long mixed = Mix.of(seq, base.name());
        for (long word : new long[] {chain.w0(), chain.w1(), chain.w2(), chain.w3()}) {
            mixed = Mix.of(mixed, word);
        }
        ByteBuffer key = ByteBuffer.wrap(publicKey);
        while (key.hasRemaining()) {
            mixed = Mix.of(mixed, key.getLong());
        }
        ByteBuffer signature = ByteBuffer.allocate(64);
        for (int i = 0; i < 8; i++) {
            signature.putLong(Mix.of(mixed, i));
        }
        return signature.array();
    }

    private static Digest digest(String text) {
        return Digest.sha256(text.getBytes(StandardCharsets.UTF_8));
    }
}
