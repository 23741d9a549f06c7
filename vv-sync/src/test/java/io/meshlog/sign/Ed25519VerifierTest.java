package io.meshlog.sign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.meshlog.op.ChainSignature;
import io.meshlog.op.Digest;
import io.meshlog.op.Origin;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** Spec §3.4, §12: one signature proves one point of one origin's chain. */
class Ed25519VerifierTest {
    private static final Digest CHAIN = Digest.parse("ab".repeat(32));

    private final Ed25519Verifier verifier = new Ed25519Verifier();
    private final Ed25519Key key = Vectors.key(0);
    private final Origin origin = key.origin();
    private final ChainSignature good = key.sign(origin, 7, CHAIN);

    @Test
    void agreesWithTheVectors() {
        for (JsonNode vector : Vectors.ALL.get("chain_points")) {
            Ed25519Key author = Vectors.key(vector.get("key").intValue());
            long seq = Long.parseLong(vector.get("seq").textValue());
            Digest chain = Digest.parse(vector.get("chain").textValue());
            ChainSignature sig = new ChainSignature(vector.get("sig").textValue());

            assertThat(new ChainPoint(author.origin(), seq, chain).bytes()).isEqualTo(Vectors.hex(vector.get("bytes")));
            assertThat(author.sign(author.origin(), seq, chain)).isEqualTo(sig);
            assertThat(verifier.verifies(author.origin(), seq, chain, sig)).isTrue();
        }
    }

    @Test
    void refusesAnotherSeqChainOrOrigin() {
        assertThat(verifier.verifies(origin, 7, CHAIN, good)).isTrue();
        assertThat(verifier.verifies(origin, 8, CHAIN, good)).isFalse();
        assertThat(verifier.verifies(origin, 0, CHAIN, good)).isFalse();
        assertThat(verifier.verifies(origin, -7, CHAIN, good)).isFalse();
        assertThat(verifier.verifies(Vectors.key(1).origin(), 7, CHAIN, good)).isFalse();
        assertThat(verifier.verifies(origin.branch(CHAIN), 7, CHAIN, good)).isFalse();
        assertThat(verifier.verifies(new Origin("rep_21fe31dfa154"), 7, CHAIN, good))
                .isFalse();
    }

    @Test
    void refusesTheSignatureWithAnyOneBitChanged() {
        byte[] publicKey = good.publicKey();
        byte[] signature = good.signature();
        for (int bit = 0; bit < 8 * signature.length; bit++) {
            ChainSignature bad = ChainSignature.of(publicKey, flipped(signature, bit));
            assertThat(verifier.verifies(origin, 7, CHAIN, bad))
                    .as("bit %d", bit)
                    .isFalse();
        }
        for (int bit = 0; bit < 8 * publicKey.length; bit++) {
            byte[] otherKey = flipped(publicKey, bit);
            ChainSignature bad = ChainSignature.of(otherKey, signature);
            assertThat(verifier.verifies(origin, 7, CHAIN, bad))
                    .as("bit %d", bit)
                    .isFalse();
            // Under the id that such a key hashes to, only the signature itself can refuse it.
            assertThat(verifier.verifies(Origin.ofPublicKey(otherKey), 7, CHAIN, bad))
                    .as("bit %d", bit)
                    .isFalse();
        }
    }

    @Test
    void refusesTheChainWithAnyOneBitChanged() {
        for (int bit = 0; bit < 256; bit++) {
            Digest other = Digest.of(flipped(CHAIN.bytes(), bit));
            assertThat(verifier.verifies(origin, 7, other, good)).isFalse();
        }
    }

    @Test
    void refusesKeysForWhichAnyoneCanSign() {
        // y of the points of small order, and the values from p on that stand for such a y a second time.
        for (String y : new String[] {
            "0000000000000000000000000000000000000000000000000000000000000000",
            "0100000000000000000000000000000000000000000000000000000000000000",
            "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
            "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
            "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
            "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
            "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
            "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f"
        }) {
            byte[] weak = HexFormat.of().parseHex(y);
            for (byte[] publicKey : new byte[][] {weak, flipped(weak, 255)}) {
                // R is the neutral point and S is 0: such a key accepts it for (almost) any message.
                byte[] signature = new byte[64];
                signature[0] = 1;
                ChainSignature sig = ChainSignature.of(publicKey, signature);
                for (long seq = 1; seq <= 16; seq++) {
                    assertThat(verifier.verifies(sig.signer(), seq, CHAIN, sig)).isFalse();
                }
            }
        }
    }

    @Test
    void refusesWhatIsNoPointAndNoScalarWithoutThrowing() {
        byte[] filled = new byte[64];
        for (int value = 0; value < 256; value++) {
            Arrays.fill(filled, (byte) value);
            ChainSignature noSignature = ChainSignature.of(key.publicKey(), filled);
            ChainSignature nothing = ChainSignature.of(Arrays.copyOf(filled, 32), filled);
            assertThat(verifier.verifies(origin, 7, CHAIN, noSignature)).isFalse();
            assertThat(verifier.verifies(nothing.signer(), 7, CHAIN, nothing)).isFalse();
        }
    }

    @Test
    void refusesTheSecondFormOfAValidSignature() {
        // S + L signs the same under a lenient check; L is the group's order, little-endian.
        byte[] order = HexFormat.of().parseHex("edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010");
        byte[] twin = good.signature();
        int carry = 0;
        for (int i = 0; i < 32; i++) {
            int sum = (twin[32 + i] & 0xff) + (order[i] & 0xff) + carry;
            twin[32 + i] = (byte) sum;
            carry = sum >>> 8;
        }
        ChainSignature sig = ChainSignature.of(key.publicKey(), twin);
        assertThat(verifier.verifies(origin, 7, CHAIN, sig)).isFalse();
    }

    @Test
    void aPointIsOfAWholeOriginFromItsFirstOpOn() {
        assertThatThrownBy(() -> new ChainPoint(origin, 0, CHAIN)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new ChainPoint(origin.branch(CHAIN), 1, CHAIN))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static byte[] flipped(byte[] bytes, int bit) {
        byte[] out = bytes.clone();
        out[bit / 8] ^= (byte) (1 << (bit % 8));
        return out;
    }
}
