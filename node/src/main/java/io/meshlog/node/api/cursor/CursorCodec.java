package io.meshlog.node.api.cursor;

import io.meshlog.cursor.Cover;
import io.meshlog.hlc.HlcTimestamp;
import io.meshlog.node.json.JsonOut;
import io.meshlog.node.store.list.ListQuery.Order;
import io.meshlog.op.CanonicalText;
import io.meshlog.op.Digest;
import io.meshlog.op.Fields;
import io.meshlog.op.JsonText;
import io.meshlog.op.MergeKey;
import io.meshlog.op.Origin;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/**
 * Cursors as text: {@code c1.} + base64url(deflate(JSON)) (spec §12): {@code r} the replica, {@code b} its boot, {@code p}
 * the position, and what that covers ({@link CoverJson}); {@code f} is 1 while the cover reaches beyond the position. In a
 * listing that is not in delivery order there is no cover, but {@code o} the order, {@code k} the merge key as
 * {@code [hlc, tie, origin, seq]}, {@code s} the floor and {@code t} the tip.
 */
public final class CursorCodec {
    private static final String PREFIX = "c1.";
    /** A short text must not grow without bound when it is unpacked. */
    private static final int JSON_BYTES_MAX = 1 << 20;

    private CursorCodec() {}

    public static String write(Cursor cursor) {
        // Members in code-point order: what reads them wants canonical text.
        JsonOut json = new JsonOut().text("b", cursor.boot());
        Cover cover = cursor.cover();
        if (cursor.isAhead()) {
            json.number("f", 1);
        }
        if (cover != null) {
            json.json("heads", CoverJson.heads(cover));
        }
        MergeKey key = cursor.key();
        if (key != null) {
            json.array(
                    "k",
                    List.of(
                            JsonText.quote(key.hlc().text()),
                            JsonText.quote(key.tie().hex()),
                            JsonText.quote(key.origin().name()),
                            Long.toString(key.seq())));
        }
        if (cover != null) {
            json.json("loose", CoverJson.loose(cover));
        }
        if (cursor.order() != Order.ASC) {
            json.text("o", name(cursor.order()));
        }
        json.number("p", cursor.position()).text("r", cursor.replica());
        if (cursor.order() != Order.ASC) {
            json.number("s", cursor.floor()).number("t", cursor.tip());
        }
        if (cover != null) {
            json.json("unread", CoverJson.unread(cover));
        }
        byte[] packed = deflate(json.build().getBytes(StandardCharsets.UTF_8));
        return PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(packed);
    }

    /** Whether a text was meant as a cursor, whatever is left of it. */
    public static boolean looksLikeOne(String text) {
        return text.startsWith(PREFIX);
    }

    /** Null for what is no cursor. */
    public static @Nullable Cursor read(String text) {
        if (!looksLikeOne(text)) {
            return null;
        }
        try {
            byte[] packed = Base64.getUrlDecoder().decode(text.substring(PREFIX.length()));
            byte[] json = inflate(packed);
            return json == null ? null : cursor(CanonicalText.object(new String(json, StandardCharsets.UTF_8)));
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            // Not base64, or not a text that a replica wrote.
            return null;
        }
    }

    private static @Nullable Cursor cursor(Fields json) {
        String replica = CanonicalText.stringOrNull(json.get("r"));
        String given = CanonicalText.stringOrNull(json.get("b"));
        String boot = given == null ? "" : given;
        Long position = CanonicalText.longOrNull(json.get("p"));
        if (replica == null || !Origin.isName(replica) || position == null || position < 0) {
            return null;
        }
        String name = json.get("o") == null ? "asc" : CanonicalText.stringOrNull(json.get("o"));
        Order order = name == null ? null : order(name);
        if (order == null || order == Order.ASC) {
            boolean isAhead = "1".equals(json.get("f"));
            return order == null
                    ? null
                    : new Cursor(replica, boot, Order.ASC, position, null, 0, 0, CoverJson.read(json), isAhead);
        }
        Long floor = CanonicalText.longOrNull(json.get("s"));
        Long tip = CanonicalText.longOrNull(json.get("t"));
        String key = json.get("k");
        boolean isKeyed = key != null;
        if (floor == null || floor < 0 || tip == null || tip < 0 || isKeyed != (order == Order.HLC)) {
            return null;
        }
        return Cursor.within(replica, boot, order, position, key == null ? null : key(key), floor, tip);
    }

    private static MergeKey key(String array) {
        List<String> parts = CanonicalText.elements(array);
        Long seq = CanonicalText.longOrNull(parts.get(3));
        if (seq == null || seq < 1) {
            throw new IllegalArgumentException("no seq: " + parts.get(3));
        }
        return new MergeKey(
                HlcTimestamp.parse(text(parts.get(0))),
                Digest.parse(text(parts.get(1))),
                new Origin(text(parts.get(2))),
                seq);
    }

    private static String text(String canonical) {
        String text = CanonicalText.stringOrNull(canonical);
        if (text == null) {
            throw new IllegalArgumentException("no text: " + canonical);
        }
        return text;
    }

    public static String name(Order order) {
        return switch (order) {
            case ASC -> "asc";
            case DESC -> "desc";
            case HLC -> "hlc";
        };
    }

    /** Null for no order. */
    public static @Nullable Order order(String name) {
        return switch (name) {
            case "asc" -> Order.ASC;
            case "desc" -> Order.DESC;
            case "hlc" -> Order.HLC;
            default -> null;
        };
    }

    private static byte[] deflate(byte[] bytes) {
        Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION);
        try {
            deflater.setInput(bytes);
            deflater.finish();
            ByteArrayOutputStream out = new ByteArrayOutputStream(bytes.length);
            byte[] chunk = new byte[1_024];
            while (!deflater.finished()) {
                out.write(chunk, 0, deflater.deflate(chunk));
            }
            return out.toByteArray();
        } finally {
            deflater.end();
        }
    }

    /** Null for what is not deflated, is cut, is followed by something, or is too long. */
    private static byte @Nullable [] inflate(byte[] packed) {
        Inflater inflater = new Inflater();
        try {
            inflater.setInput(packed);
            ByteArrayOutputStream out = new ByteArrayOutputStream(256);
            byte[] chunk = new byte[4_096];
            while (!inflater.finished()) {
                int size = inflater.inflate(chunk);
                if (size == 0 && !inflater.finished() || out.size() + size > JSON_BYTES_MAX) {
                    return null;
                }
                out.write(chunk, 0, size);
            }
            return inflater.getRemaining() == 0 ? out.toByteArray() : null;
        } catch (DataFormatException e) {
            return null;
        } finally {
            inflater.end();
        }
    }
}
