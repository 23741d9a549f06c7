package io.meshlog.sign;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Builds the bytes that are signed: a header that names the format, then fields without ambiguity (spec §12). */
final class SignedBytes {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream(160);

    SignedBytes(String header) {
        out.writeBytes(header.getBytes(StandardCharsets.US_ASCII));
    }

    /** u32be length of the text in UTF-8, then the text. */
    SignedBytes prefixed(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return bigEndian(bytes.length, 4).raw(bytes);
    }

    SignedBytes u64(long value) {
        return bigEndian(value, 8);
    }

    SignedBytes raw(byte[] bytes) {
        out.writeBytes(bytes);
        return this;
    }

    byte[] toBytes() {
        return out.toByteArray();
    }

    private SignedBytes bigEndian(long value, int bytes) {
        for (int shift = 8 * (bytes - 1); shift >= 0; shift -= 8) {
            out.write((int) (value >>> shift));
        }
        return this;
    }
}
