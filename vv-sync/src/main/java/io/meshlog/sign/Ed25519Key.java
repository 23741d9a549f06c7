package io.meshlog.sign;

import io.meshlog.op.ChainSignature;
import io.meshlog.op.Digest;
import io.meshlog.op.Origin;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.SecureRandomSpi;
import java.security.Signature;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.NamedParameterSpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * A replica's key pair (spec §2). Immutable. The secret leaves it only through {@link #pkcs8()}.
 *
 * <p>{@code java.security} has no way from a seed to its public key, but its generator takes its 32 secret
 * bytes from the random source that it is given: handing it the seed derives the pair, and what comes out is
 * compared with the seed.
 */
public final class Ed25519Key {
    public static final int SEED_BYTES = 32;

    /** What stands before the seed in PKCS#8 without attributes (RFC 8410). */
    private static final byte[] SECRET_PREFIX = HexFormat.of().parseHex("302e020100300506032b657004220420");

    private final PrivateKey secret;
    private final byte[] publicKey;
    private final Origin origin;

    private Ed25519Key(PrivateKey secret, byte[] publicKey) {
        this.secret = secret;
        this.publicKey = publicKey;
        this.origin = Origin.ofPublicKey(publicKey);
    }

    /** A new key from 32 bytes of that source. */
    public static Ed25519Key generate(SecureRandom random) {
        byte[] seed = new byte[SEED_BYTES];
        random.nextBytes(seed);
        return ofSeed(seed);
    }

    /** @param seed the 32 secret bytes of RFC 8032; the caller keeps the array */
    public static Ed25519Key ofSeed(byte[] seed) {
        if (seed.length != SEED_BYTES) {
            throw new IllegalArgumentException("a seed is " + SEED_BYTES + " bytes, not " + seed.length);
        }
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance(Ed25519.ALGORITHM);
            generator.initialize(NamedParameterSpec.ED25519, new SeedSource(seed));
            KeyPair pair = generator.generateKeyPair();
            byte[] encoded = withPrefix(seed);
            if (!Arrays.equals(pair.getPrivate().getEncoded(), encoded)) {
                throw new IllegalStateException("this JDK's Ed25519 generator does not use the seed as it is");
            }
            byte[] spki = pair.getPublic().getEncoded();
            byte[] raw = Arrays.copyOfRange(spki, spki.length - Ed25519.KEY_BYTES, spki.length);
            KeyFactory factory = KeyFactory.getInstance(Ed25519.ALGORITHM);
            return new Ed25519Key(factory.generatePrivate(new PKCS8EncodedKeySpec(encoded)), raw);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK has no Ed25519", e);
        }
    }

    /**
     * The key of {@link #pkcs8()}, or of any tool that writes Ed25519 keys without attributes.
     *
     * @throws InvalidKeySpecException if these bytes are anything else; its message tells nothing of them
     */
    public static Ed25519Key ofPkcs8(byte[] encoded) throws InvalidKeySpecException {
        int length = SECRET_PREFIX.length + SEED_BYTES;
        if (encoded.length != length
                || !Arrays.equals(encoded, 0, SECRET_PREFIX.length, SECRET_PREFIX, 0, SECRET_PREFIX.length)) {
            throw new InvalidKeySpecException("expected an Ed25519 key as PKCS#8 without attributes, " + length
                    + " bytes; found something else of " + encoded.length + " bytes");
        }
        return ofSeed(Arrays.copyOfRange(encoded, SECRET_PREFIX.length, length));
    }

    /** The secret key as PKCS#8 (RFC 8410), 48 bytes. */
    public byte[] pkcs8() {
        return secret.getEncoded();
    }

    /** The raw public key, 32 bytes. */
    public byte[] publicKey() {
        return publicKey.clone();
    }

    /** The replica id of this key. */
    public Origin origin() {
        return origin;
    }

    /**
     * Signs a point of this replica's own chain.
     *
     * @param base this key's {@link #origin()}, or the key cannot speak for it
     * @param seq ≥ 1
     */
    public ChainSignature sign(Origin base, long seq, Digest chain) {
        if (!base.equals(origin)) {
            throw new IllegalArgumentException("the key of " + origin + " cannot sign for " + base);
        }
        return signBytes(new ChainPoint(base, seq, chain).bytes());
    }

    ChainSignature signBytes(byte[] message) {
        try {
            Signature signer = Signature.getInstance(Ed25519.ALGORITHM);
            signer.initSign(secret);
            signer.update(message);
            return ChainSignature.of(publicKey, signer.sign());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK cannot sign with the key of " + origin, e);
        }
    }

    /** Names the key; never shows the secret. */
    @Override
    public String toString() {
        return "Ed25519Key[" + origin + ']';
    }

    private static byte[] withPrefix(byte[] seed) {
        byte[] encoded = Arrays.copyOf(SECRET_PREFIX, SECRET_PREFIX.length + SEED_BYTES);
        System.arraycopy(seed, 0, encoded, SECRET_PREFIX.length, SEED_BYTES);
        return encoded;
    }

    /** Gives out one seed, once: never a source of randomness. */
    private static final class SeedSource extends SecureRandom {
        private static final long serialVersionUID = 1L;

        SeedSource(byte[] seed) {
            super(new Spi(seed), null);
        }

        private static final class Spi extends SecureRandomSpi {
            private static final long serialVersionUID = 1L;
            private final byte[] seed;
            private boolean given;

            Spi(byte[] seed) {
                this.seed = seed.clone();
            }

            @Override
            protected void engineSetSeed(byte[] ignored) {}

            @Override
            protected void engineNextBytes(byte[] bytes) {
                if (given || bytes.length != seed.length) {
                    throw new IllegalStateException(
                            "a seed is given out once and whole, not " + bytes.length + " bytes of it");
                }
                given = true;
                System.arraycopy(seed, 0, bytes, 0, seed.length);
            }

            @Override
            protected byte[] engineGenerateSeed(int bytes) {
                throw new IllegalStateException("nothing here is random");
            }
        }
    }
}
