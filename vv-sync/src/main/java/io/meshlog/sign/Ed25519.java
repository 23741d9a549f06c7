package io.meshlog.sign;

import io.meshlog.op.ChainSignature;
import io.meshlog.op.Origin;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/**
 * Verification with the JDK's Ed25519, from raw keys.
 *
 * <p>The JDK takes keys of small order, for which a signature is easily made that fits any message, and each
 * JDK decides for itself about coordinates of p or more. All replicas must judge alike, so both are refused
 * here before the JDK sees them.
 */
final class Ed25519 {
    static final String ALGORITHM = "Ed25519";
    static final int KEY_BYTES = 32;

    /** What stands before the raw key in an X.509 SubjectPublicKeyInfo (RFC 8410). */
    private static final byte[] PUBLIC_PREFIX = HexFormat.of().parseHex("302a300506032b6570032100");

    /** The y coordinates of all points of small order, little-endian, without the sign bit of x. */
    private static final List<byte[]> SMALL_ORDER = List.of(
            hex("0000000000000000000000000000000000000000000000000000000000000000"),
            hex("0100000000000000000000000000000000000000000000000000000000000000"),
            hex("ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f"),
            hex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"),
            hex("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a"));

    private Ed25519() {}

    /** Whether the signature's key hashes to that id and signed these bytes. Never throws. */
    static boolean isSignedBy(Origin id, byte[] message, ChainSignature signature) {
        return signature.signer().equals(id) && verifies(signature.publicKey(), message, signature.signature());
    }

    static boolean verifies(byte[] publicKey, byte[] message, byte[] signature) {
        if (!isUsable(publicKey)) {
            return false;
        }
        try {
            Signature verifier = Signature.getInstance(ALGORITHM);
            verifier.initVerify(decode(publicKey));
            verifier.update(message);
            return verifier.verify(signature);
        } catch (GeneralSecurityException | RuntimeException e) {
            // Both come out of the JDK for bytes that are no point of the curve. A signature that cannot be
            // judged is not valid, and a peer's bytes must not be able to stop the step that reads them.
            return false;
        }
    }

    private static PublicKey decode(byte[] publicKey) throws GeneralSecurityException {
        byte[] encoded = Arrays.copyOf(PUBLIC_PREFIX, PUBLIC_PREFIX.length + KEY_BYTES);
        System.arraycopy(publicKey, 0, encoded, PUBLIC_PREFIX.length, KEY_BYTES);
        return KeyFactory.getInstance(ALGORITHM).generatePublic(new X509EncodedKeySpec(encoded));
    }

    private static boolean isUsable(byte[] publicKey) {
        byte[] y = publicKey.clone();
        y[KEY_BYTES - 1] &= 0x7f;
        return isBelowPrime(y) && SMALL_ORDER.stream().noneMatch(small -> Arrays.equals(small, y));
    }

    /** {@code y < 2^255 - 19}, little-endian: only the 19 values from p on have all these bits set. */
    private static boolean isBelowPrime(byte[] y) {
        if (y[KEY_BYTES - 1] != 0x7f) {
            return true;
        }
        for (int i = 1; i < KEY_BYTES - 1; i++) {
            if (y[i] != (byte) 0xff) {
                return true;
            }
        }
        return (y[0] & 0xff) < 0xed;
    }

    private static byte[] hex(String text) {
        return HexFormat.of().parseHex(text);
    }
}
