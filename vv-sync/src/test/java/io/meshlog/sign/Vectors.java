package io.meshlog.sign;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HexFormat;

/** {@code ed25519-vectors.json}: the keys are those of RFC 8032 §7.1; made with another implementation. */
final class Vectors {
    static final JsonNode ALL = read();

    private Vectors() {}

    static Ed25519Key key(int index) {
        return Ed25519Key.ofSeed(hex(ALL.get("keys").get(index).get("seed")));
    }

    static byte[] hex(JsonNode text) {
        return HexFormat.of().parseHex(text.textValue());
    }

    private static JsonNode read() {
        try (InputStream in = Vectors.class.getResourceAsStream("ed25519-vectors.json")) {
            return new ObjectMapper().readTree(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
