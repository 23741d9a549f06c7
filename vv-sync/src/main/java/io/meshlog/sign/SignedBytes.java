package io.meshlog.sign;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Builds the bytes that are signed: a header that names the format, then fields without ambiguity (spec §12). */
final class SignedBytes {
    private byte[] out = new byte[0];

    SignedBytes(String header) {
        raw(header.getBytes(StandardCharsets.US_ASCII));
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
        int at = out.length;
        out = Arrays.copyOf(out, at + bytes.length);
        System.arraycopy(bytes, 0, out, at, bytes.length);
        return this;
    }

    byte[] toBytes() {
        return out.clone();
    }

    private SignedBytes bigEndian(long value, int bytes) {
        byte[] number = new byte[bytes];
        for (int i = 0; i < bytes; i++) {
            number[i] = (byte) (value >>> 8 * (bytes - 1 - i));
        }
        return raw(number);
    }
}
