package io.meshlog.node.api.http;

import io.meshlog.op.Digest;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/**
 * What a caller must show. Only its SHA-256 is kept; the text cannot be read back, and comparing takes the same time
 * wherever two tokens differ. Immutable.
 */
public final class ServerToken {
    private final byte[] sha256;

    private ServerToken(byte[] sha256) {
        this.sha256 = sha256;
    }

    /**
     * @param token as it stands in its file, without the line end
     * @throws IllegalArgumentException if nothing could be sent as it in a header: an empty token must never mean open
     */
    public static ServerToken of(String token) {
        if (token.isEmpty()) {
            throw new IllegalArgumentException("the server's token is empty: write one into its file, or give no file");
        }
        for (int i = 0; i < token.length(); i++) {
            if (token.charAt(i) <= 0x20 || token.charAt(i) >= 0x7f) {
                throw new IllegalArgumentException(
                        "the server's token may hold only visible ASCII; character " + (i + 1) + " is none");
            }
        }
        return new ServerToken(digest(token));
    }

    boolean matches(String candidate) {
        return MessageDigest.isEqual(sha256, digest(candidate));
    }

    /** Header text comes one char a byte. */
    private static byte[] digest(String token) {
        return Digest.newSha256().digest(token.getBytes(StandardCharsets.ISO_8859_1));
    }

    @Override
    public String toString() {
        return "ServerToken";
    }
}
