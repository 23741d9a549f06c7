package io.meshlog.op;

import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * An author's signature of a chain point (spec §12): base64url of the 32-byte raw public key and the 64-byte
 * Ed25519 signature. Only the text is checked here; {@link ChainVerifier} checks the rest.
 *
 * @param text 128 characters of base64url, no padding
 */
public record ChainSignature(String text) {
    private static final int LENGTH = 128;
    private static final int KEY_BYTES = 32;
    private static final int SIGNATURE_BYTES = 64;

    public ChainSignature {
        if (!isWellFormed(text)) {
            throw new IllegalArgumentException("a signature is " + LENGTH + " characters of base64url");
        }
    }

    public static boolean isWellFormed(String text) {
        if (text.length() != LENGTH) {
            return false;
        }
        for (int i = 0; i < LENGTH; i++) {
            char c = text.charAt(i);
            boolean base64url =
                    c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '-' || c == '_';
            if (!base64url) {
                return false;
            }
        }
        return true;
    }

    public static ChainSignature of(byte[] publicKey, byte[] signature) {
        if (publicKey.length != KEY_BYTES || signature.length != SIGNATURE_BYTES) {
            throw new IllegalArgumentException(
                    "a key is 32 bytes and a signature 64, not " + publicKey.length + " and " + signature.length);
        }
        byte[] both = new byte[KEY_BYTES + SIGNATURE_BYTES];
        System.arraycopy(publicKey, 0, both, 0, KEY_BYTES);
        System.arraycopy(signature, 0, both, KEY_BYTES, SIGNATURE_BYTES);
        return new ChainSignature(Base64.getUrlEncoder().withoutPadding().encodeToString(both));
    }

    /** The raw public key, 32 bytes. */
    public byte[] publicKey() {
        return java.util.Arrays.copyOfRange(decoded(), 0, KEY_BYTES);
    }

    /** The raw signature, 64 bytes. */
    public byte[] signature() {
        return java.util.Arrays.copyOfRange(decoded(), KEY_BYTES, KEY_BYTES + SIGNATURE_BYTES);
    }

    /** The origin whose key this is. */
    public Origin signer() {
        return Origin.ofPublicKey(publicKey());
    }

    // By hand: what a record comes with is several times slower on Java 17.
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ChainSignature that && text.equals(that.text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    private byte[] decoded() {
        return Base64.getUrlDecoder().decode(text);
    }
}
