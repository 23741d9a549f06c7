package io.meshlog.sign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.meshlog.op.Digest;
import io.meshlog.op.Origin;
import java.security.SecureRandom;
import java.security.spec.InvalidKeySpecException;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class Ed25519KeyTest {

    @Test
    void derivesThePublicKeyAndTheIdFromTheSeed() {
        for (JsonNode vector : Vectors.ALL.get("keys")) {
            Ed25519Key key = Ed25519Key.ofSeed(Vectors.hex(vector.get("seed")));
            assertThat(key.publicKey()).isEqualTo(Vectors.hex(vector.get("public_key")));
            assertThat(key.origin().name()).isEqualTo(vector.get("replica_id").textValue());
        }
    }

    @Test
    void signsAsTheRfcDoes() {
        for (JsonNode vector : Vectors.ALL.get("keys")) {
            Ed25519Key key = Ed25519Key.ofSeed(Vectors.hex(vector.get("seed")));
            byte[] message = Vectors.hex(vector.get("message"));
            byte[] signature = Vectors.hex(vector.get("signature"));
            assertThat(key.signBytes(message).signature()).isEqualTo(signature);
            assertThat(Ed25519.verifies(key.publicKey(), message, signature)).isTrue();
        }
    }

    @Test
    void comesBackFromItsPkcs8() throws InvalidKeySpecException {
        for (JsonNode vector : Vectors.ALL.get("keys")) {
            byte[] pkcs8 = Vectors.hex(vector.get("pkcs8"));
            Ed25519Key key = Ed25519Key.ofPkcs8(pkcs8);
            assertThat(key.origin().name()).isEqualTo(vector.get("replica_id").textValue());
            assertThat(key.pkcs8()).isEqualTo(pkcs8);
        }
    }

    @Test
    void refusesAPkcs8ThatIsCutLongerOrOfAnotherAlgorithm() {
        byte[] good = Vectors.key(0).pkcs8();
        byte[] x25519 = good.clone();
        x25519[11] = 0x6e;
        for (byte[] bad : new byte[][] {{}, Arrays.copyOf(good, 47), Arrays.copyOf(good, 49), x25519}) {
            assertThatThrownBy(() -> Ed25519Key.ofPkcs8(bad))
                    .isInstanceOf(InvalidKeySpecException.class)
                    .hasMessageContaining("found something else of " + bad.length + " bytes");
        }
    }

    @Test
    void takesItsSecretFromTheSourceThatItIsGiven() {
        byte[] seed = Vectors.hex(Vectors.ALL.get("keys").get(0).get("seed"));
        SecureRandom source = new SecureRandom() {
            private static final long serialVersionUID = 1L;

            @Override
            public void nextBytes(byte[] bytes) {
                System.arraycopy(seed, 0, bytes, 0, bytes.length);
            }
        };
        assertThat(Ed25519Key.generate(source).origin())
                .isEqualTo(Vectors.key(0).origin());
    }

    @Test
    void neverShowsItsSecret() {
        Ed25519Key key = Vectors.key(0);
        byte[] seed = Vectors.hex(Vectors.ALL.get("keys").get(0).get("seed"));
        assertThat(key.toString())
                .isEqualTo("Ed25519Key[rep_21fe31dfa154a261626b]")
                .doesNotContain(HexFormat.of().formatHex(seed, 0, 4))
                .doesNotContain(Base64.getEncoder().encodeToString(seed).substring(0, 6));
    }

    @Test
    void doesNotChangeWithTheArraysThatCrossedItsBorder() {
        byte[] seed = Vectors.hex(Vectors.ALL.get("keys").get(0).get("seed"));
        Ed25519Key key = Ed25519Key.ofSeed(seed);
        Arrays.fill(seed, (byte) 0);
        Arrays.fill(key.publicKey(), (byte) 0);
        Arrays.fill(key.pkcs8(), (byte) 0);
        assertThat(key.publicKey()).isEqualTo(Vectors.key(0).publicKey());
        assertThat(key.pkcs8()).isEqualTo(Vectors.key(0).pkcs8());
    }

    @Test
    void signsOnlyForItsOwnId() {
        Origin other = Vectors.key(1).origin();
        assertThatThrownBy(() -> Vectors.key(0).sign(other, 1, Digest.ZERO))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("cannot sign for " + other);
    }

    @Test
    void refusesASeedOfAnotherLength() {
        assertThatThrownBy(() -> Ed25519Key.ofSeed(new byte[31])).isInstanceOf(IllegalArgumentException.class);
    }
}
