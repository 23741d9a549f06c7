package io.meshlog.node.api.read;

import io.meshlog.node.api.cursor.Cursor;
import io.meshlog.node.api.cursor.CursorCodec;
import io.meshlog.node.api.http.QueryParams;
import io.meshlog.node.api.problem.Problem;
import io.meshlog.node.api.problem.Problems;
import io.meshlog.node.api.problem.Refused;
import io.meshlog.node.store.list.ListQuery;
import io.meshlog.node.store.list.ListQuery.Order;
import io.meshlog.op.FieldRules;
import io.meshlog.op.Invalid;
import io.meshlog.op.Limits;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What a caller wants listed (spec §6). Immutable.
 *
 * @param filters everything but order and position, which stand for nothing in it
 * @param order as asked for, or as the cursor says where nothing is asked for
 * @param cursor null for a listing that begins
 * @param sinceEventId null where a cursor stands, which knows better
 * @param beforeEventId what arrived here before that event; null for no bound
 * @param onUnknown what to do where the cursor stands for what is not here
 * @param waitMillis how long to wait then
 * @param preview whether bodies are cut
 */
public record ListRequest(
        ListQuery filters,
        Order order,
        @Nullable Cursor cursor,
        @Nullable String sinceEventId,
        @Nullable String beforeEventId,
        OnUnknown onUnknown,
        long waitMillis,
        boolean preview) {

    /** A cursor of another replica may be ahead of this one. */
    public enum OnUnknown {
        REFUSE,
        WAIT,
        RESUME
    }

    /** Of a cursor in a URL; larger ones are sent in the body of a POST. */
    static final int CURSOR_LENGTH_MAX = 4_096;

    static final long WAIT_MILLIS_DEFAULT = 60_000;
    static final long WAIT_MILLIS_MAX = 300_000;

    private static final List<String> NAMES =
            List.of("stream", "room", "topic", "to_agent", "from_agent", "correlation_id", "exclude_from_agent");

    static final List<String> PARAMETERS = List.of(
            "stream",
            "room",
            "topic",
            "type",
            "to_agent",
            "from_agent",
            "correlation_id",
            "status",
            "exclude_from_agent",
            "since_created_at",
            "since_event_id",
            "before_event_id",
            "cursor",
            "on_unknown",
            "timeout_ms",
            "limit",
            "order",
            "preview");

    /** Of what waits for what is still to come: there is no bound to that. */
    public static final List<String> FOLLOWING_PARAMETERS =
            PARAMETERS.stream().filter(name -> !name.equals("before_event_id")).toList();

    /** @param bytesMax of a page @throws Refused for the first parameter that is not valid */
    public static ListRequest parse(QueryParams query, long bytesMax) {
        for (String name : NAMES) {
            require(query, name, value -> FieldRules.name(name, value));
        }
        require(query, "type", FieldRules::type);
        require(query, "status", FieldRules::status);
        String cursorText = query.one("cursor");
        Cursor cursor = cursorText == null ? null : cursor(cursorText);
        String sinceEventId = eventId(query, "since_event_id");
        ListQuery filters = new ListQuery(
                query.all("stream"),
                query.all("room"),
                query.all("topic"),
                query.all("type"),
                query.all("to_agent"),
                query.all("from_agent"),
                query.all("correlation_id"),
                query.all("status"),
                query.all("exclude_from_agent"),
                sinceCreatedAt(query),
                Order.ASC,
                0,
                null,
                0,
                (int) Math.min(Limits.LIST_LIMIT_MAX, query.whole("limit", Limits.LIST_LIMIT_DEFAULT, 1)),
                bytesMax);
        return new ListRequest(
                filters,
                order(query, cursor),
                cursor,
                cursor == null ? sinceEventId : null,
                eventId(query, "before_event_id"),
                onUnknown(query),
                Math.min(WAIT_MILLIS_MAX, query.whole("timeout_ms", WAIT_MILLIS_DEFAULT, 0)),
                query.flag("preview"));
    }

    /** A URL's line is bounded, and proxies bound it further. @throws Refused if the cursor is too long for one */
    public static void requireShortCursor(QueryParams query) {
        String cursor = query.one("cursor");
        if (cursor != null && cursor.length() > CURSOR_LENGTH_MAX) {
            throw Problem.of(
                            414,
                            "uri-too-long",
                            "The cursor is too long for a URL",
                            "a cursor in a URL may have " + CURSOR_LENGTH_MAX + " characters; this one has "
                                    + cursor.length() + ": send the parameters as the body of a POST to the same path,"
                                    + " as application/x-www-form-urlencoded")
                    .at("cursor")
                    .sized((long) CURSOR_LENGTH_MAX, (long) cursor.length())
                    .refused();
        }
    }

    private static @Nullable String eventId(QueryParams query, String name) {
        String id = query.one(name);
        if (id != null && (id.isEmpty() || id.codePointCount(0, id.length()) > Limits.ID_LENGTH_MAX)) {
            throw Problems.invalid(name, name + " is an event's id: 1 to 256 characters")
                    .refused();
        }
        return id;
    }

    private static OnUnknown onUnknown(QueryParams query) {
        String text = query.one("on_unknown");
        if (text == null) {
            return OnUnknown.REFUSE;
        }
        return switch (text) {
            case "wait" -> OnUnknown.WAIT;
            case "resume" -> OnUnknown.RESUME;
            default ->
                throw Problems.invalid("on_unknown", "on_unknown is one of wait resume")
                        .refused();
        };
    }

    /** The same from a cursor on. */
    public ListRequest from(Cursor place) {
        return new ListRequest(filters, order, place, null, beforeEventId, onUnknown, waitMillis, preview);
    }

    /** The same with at most so many events a page. */
    public ListRequest limited(int most) {
        return new ListRequest(
                filters.limited(most), order, cursor, sinceEventId, beforeEventId, onUnknown, waitMillis, preview);
    }

    /** Whether the caller said where to begin. */
    public boolean hasPlace() {
        return cursor != null || sinceEventId != null;
    }

    /** @throws Refused unless the order is that of delivery, in which alone something is still to come */
    public void requireFollowing() {
        if (order != Order.ASC) {
            throw Problems.invalid(
                            cursor == null ? "order" : "cursor",
                            "what is still to come is told in order of delivery: order=asc, or none; a listing in another"
                                    + " order ends with the cursor to follow from")
                    .refused();
        }
    }

    /** The same without a cursor: from the start. */
    ListRequest begun() {
        return new ListRequest(filters, order, null, null, beforeEventId, onUnknown, waitMillis, preview);
    }

    private static void require(QueryParams query, String name, Function<String, @Nullable Invalid> rule) {
        for (String value : query.all(name)) {
            Invalid invalid = rule.apply(value);
            if (invalid != null) {
                throw Problems.invalid(name, invalid.message())
                        .sized(invalid.limit(), invalid.size())
                        .refused();
            }
        }
    }

    private static Cursor cursor(String text) {
        if (text.equals(Cursor.TIP_TEXT)) {
            return Cursor.TIP;
        }
        Cursor cursor = CursorCodec.read(text);
        if (cursor == null) {
            throw invalidCursor(
                    "this is no cursor; send one back as it was given, none to begin, or tip for what arrives from now on");
        }
        return cursor;
    }

    private static Refused invalidCursor(String detail) {
        return Problem.of(400, "invalid-cursor", "The cursor is not valid", detail)
                .at("cursor")
                .refused();
    }

    private static Order order(QueryParams query, @Nullable Cursor cursor) {
        String name = query.one("order");
        if (name == null) {
            return cursor == null ? Order.ASC : cursor.order();
        }
        Order order = CursorCodec.order(name);
        if (order == null) {
            throw Problems.invalid("order", "order is one of asc desc hlc").refused();
        }
        if (cursor != null && cursor.order() != Order.ASC && cursor.order() != order) {
            throw invalidCursor("this cursor goes on with a listing in order=" + CursorCodec.name(cursor.order()));
        }
        return order;
    }

    private static @Nullable String sinceCreatedAt(QueryParams query) {
        String text = query.one("since_created_at");
        try {
            if (text == null
                    || text.length() == 20 && text.equals(Instant.parse(text).toString())) {
                return text;
            }
        } catch (DateTimeException e) {
            // Said below.
        }
        throw Problems.invalid("since_created_at", "since_created_at is a time as YYYY-MM-DDTHH:MM:SSZ")
                .refused();
    }
}
