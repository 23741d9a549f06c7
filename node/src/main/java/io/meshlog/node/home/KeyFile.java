package io.meshlog.node.home;

import io.meshlog.sign.Ed25519Key;
import java.nio.charset.StandardCharsets;
import java.security.spec.InvalidKeySpecException;
import java.util.Base64;

/** The text of a key file: PKCS#8 in PEM, which every tool for keys reads. */
final class KeyFile {
    private static final String BEGIN = "-----BEGIN PRIVATE KEY-----";
    private static final String END = "-----END PRIVATE KEY-----";

    private KeyFile() {}

    static byte[] encode(Ed25519Key key) {
        String body = Base64.getEncoder().encodeToString(key.pkcs8());
        return (BEGIN + '\n' + body + '\n' + END + '\n').getBytes(StandardCharsets.US_ASCII);
    }

    /** @throws InvalidKeySpecException saying what was expected, and nothing of what is there */
    static Ed25519Key decode(byte[] file) throws InvalidKeySpecException {
        String text = new String(file, StandardCharsets.US_ASCII).strip();
        if (!text.startsWith(BEGIN) || !text.endsWith(END) || text.length() < BEGIN.length() + END.length()) {
            throw new InvalidKeySpecException(
                    "expected an Ed25519 key as PKCS#8 in PEM; found " + file.length + " bytes that are none");
        }
        String body =
                text.substring(BEGIN.length(), text.length() - END.length()).replaceAll("\\s", "");
        try {
            return Ed25519Key.ofPkcs8(Base64.getDecoder().decode(body));
        } catch (IllegalArgumentException e) {
            throw new InvalidKeySpecException("expected base64 between the lines of the PEM");
        }
    }
}
