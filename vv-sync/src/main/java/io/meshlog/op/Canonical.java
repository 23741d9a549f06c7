package io.meshlog.op;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.SortedSet;
import java.util.TreeSet;

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

    /** What may differ between two ops that carry the same event: address, stamps and provenance. */
    private static final SortedSet<String> NOT_PAYLOAD = new TreeSet<>(
            java.util.List.of("origin_replica", "origin_seq", "hlc", "created_at", "asserted_by", "artifacts"));

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

    private static byte[] encode(Fields fields, boolean payloadOnly) {
        Buffer out = new Buffer();
        out.writeBytes(HEADER);
        fields.forEach((name, value) -> {
            if (!Fields.isEmpty(value) && !(payloadOnly && NOT_PAYLOAD.contains(name))) {
                out.prefixed(name);
                out.prefixed(value);
            }
        });
        return out.toByteArray();
    }

    private static final class Buffer extends ByteArrayOutputStream {
        Buffer() {
            super(1024);
        }

        void prefixed(String text) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            for (int shift = 24; shift >= 0; shift -= 8) {
                write(bytes.length >>> shift);
            }
            writeBytes(bytes);
        }
    }
}
