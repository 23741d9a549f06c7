package io.meshlog.node.api.cursor;

import io.meshlog.hlc.HlcTimestamp;
import io.meshlog.node.api.http.QueryParams;
import io.meshlog.node.api.problem.Problem;
import io.meshlog.node.api.problem.Refused;
import io.meshlog.op.Digest;
import io.meshlog.op.MergeKey;
import io.meshlog.op.Origin;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where the list of a view goes on, as text: {@code v1.} + base64url of lines. What it stands for is in the ops
 * themselves, so it means the same on every replica. Stateless.
 */
public final class ViewCursor {
    private static final String PREFIX = "v1.";

    private ViewCursor() {}

    /**
     * A place in merge order.
     *
     * @param follow the cursor to follow the log from once the list has ended: as of its first page
     */
    public record Place(MergeKey key, String follow) {}

    public static String write(Place place) {
        MergeKey key = place.key();
        return write(List.of(
                key.hlc().text(), key.tie().hex(), key.origin().name(), Long.toString(key.seq()), place.follow()));
    }

    public static String write(String text) {
        return write(List.of(text));
    }

    private static String write(List<String> lines) {
        byte[] bytes = String.join("\n", lines).getBytes(StandardCharsets.UTF_8);
        return PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** The parameter {@code cursor} as a place; null where none is given. @throws Refused for what is no such cursor */
    public static @Nullable Place place(QueryParams query) {
        String given = query.one("cursor");
        if (given == null) {
            return null;
        }
        List<String> lines = text(given).lines().toList();
        try {
            if (lines.size() == 5) {
                MergeKey key = new MergeKey(
                        HlcTimestamp.parse(lines.get(0)),
                        Digest.parse(lines.get(1)),
                        new Origin(lines.get(2)),
                        Long.parseLong(lines.get(3)));
                return new Place(key, lines.get(4));
            }
        } catch (IllegalArgumentException e) {
            // Said below.
        }
        throw noCursor();
    }

    /** The parameter {@code cursor} as a text; "" where none is given. @throws Refused for what is no cursor of views */
    public static String text(QueryParams query) {
        String given = query.one("cursor");
        return given == null ? "" : text(given);
    }

    private static String text(String cursor) {
        try {
            if (cursor.startsWith(PREFIX)) {
                byte[] bytes = Base64.getUrlDecoder().decode(cursor.substring(PREFIX.length()));
                return new String(bytes, StandardCharsets.UTF_8);
            }
        } catch (IllegalArgumentException e) {
            // Said below.
        }
        throw noCursor();
    }

    public static Refused noCursor() {
        return Problem.of(
                        400,
                        "invalid-cursor",
                        "The cursor is not valid",
                        "this is no cursor of this list; send one back as it was given while there is more, or none to"
                                + " begin")
                .at("cursor")
                .refused();
    }
}
