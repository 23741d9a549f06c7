package io.meshlog.op;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;

/**
 * The canonical bytes of an op (spec §12), format 1. They can never change: chains and digests stand on them.
 *
 * <pre>
 * "meshlog-op-1\n", then per non-empty field, in code-point order of the names:
 *   u32be length of the name in UTF-8, the name, u32be length of the value in UTF-8, the value
 * </pre>
 *
 * A value is compact JSON with keys sorted by code point and numbers as their literal text; {@link Fields}
 * holds just that. Left out: {@code seq chain sig local}, and what is empty at the top level.
 */
public final class Canonical {
    private static final byte[] HEADER = "meshlog-op-1\n".getBytes(StandardCharsets.US_ASCII);

    private Canonical() {}

    public static byte[] bytes(Fields fields) {
        return encode(fields, false);
    }

    /**
     * A digest of what an op says apart from where and when it was said: two ops of one event id with unequal
     * payload digests are an {@code id_conflict} (spec §5.3).
     */
    public static Digest payload(Fields fields) {
        return Digest.sha256(encode(fields, true));
    }

    /** SHA-256(previous ‖ canonical bytes). */
    public static Digest chained(Digest previous, byte[] canonical) {
        MessageDigest sha = Digest.newSha256();
        sha.update(previous.bytes());
        return Digest.of(sha.digest(canonical));
    }

    private static byte[] encode(Fields fields, boolean payloadOnly) {
        Buffer out = new Buffer();
        out.put(HEADER);
        fields.forEach((name, value) -> {
            if (!Fields.isEmpty(value) && (!payloadOnly || isPayload(name))) {
                out.prefixed(name);
                out.prefixed(value);
            }
        });
        return out.toBytes();
    }

    /** False for what may differ between two ops that carry the same event: address, stamps and provenance. */
    private static boolean isPayload(String name) {
        return switch (name) {
            case "origin_replica", "origin_seq", "hlc", "created_at", "asserted_by", "artifacts" -> false;
            default -> true;
        };
    }

    /** Bytes that grow; java.io is no part of the core. */
    private static final class Buffer {
        private byte[] bytes = new byte[1024];
        private int length;

        void prefixed(String text) {
            byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
            reserve(4);
            for (int shift = 24; shift >= 0; shift -= 8) {
                bytes[length++] = (byte) (utf8.length >>> shift);
            }
            put(utf8);
        }

        void put(byte[] more) {
            reserve(more.length);
            System.arraycopy(more, 0, bytes, length, more.length);
            length += more.length;
        }

        byte[] toBytes() {
            return Arrays.copyOf(bytes, length);
        }

        private void reserve(int more) {
            int needed = Math.addExact(length, more);
            if (needed > bytes.length) {
                bytes = Arrays.copyOf(bytes, Math.max(needed, 2 * bytes.length));
            }
        }
    }
}
