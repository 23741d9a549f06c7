package io.meshlog.node.api;

import io.meshlog.node.store.ListQuery;
import io.meshlog.node.store.ListQuery.Order;
import io.meshlog.op.FieldRules;
import io.meshlog.op.Invalid;
import io.meshlog.op.Limits;
import io.meshlog.op.MergeKey;
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
 * @param preview whether bodies are cut
 */
record ListRequest(
        ListQuery filters,
        Order order,
        @Nullable Cursor cursor,
        @Nullable String sinceEventId,
        boolean preview) {

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
            "cursor",
            "limit",
            "order",
            "preview");

    /** @param bytesMax of a page @throws Refused for the first parameter that is not valid */
    static ListRequest parse(QueryParams query, long bytesMax) {
        for (String name : NAMES) {
            require(query, name, value -> FieldRules.name(name, value));
        }
        require(query, "type", FieldRules::type);
        require(query, "status", FieldRules::status);
        String cursorText = query.one("cursor");
        Cursor cursor = cursorText == null ? null : cursor(cursorText);
        String sinceEventId = query.one("since_event_id");
        if (sinceEventId != null && (sinceEventId.isEmpty() || sinceEventId.length() > Limits.ID_LENGTH_MAX)) {
            throw Problems.invalid("since_event_id", "since_event_id is an event's id: 1 to 256 characters")
                    .refused();
        }
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
                (int) Math.min(Limits.LIST_LIMIT_MAX, query.whole("limit", Limits.LIST_LIMIT_DEFAULT, 1)),
                bytesMax);
        return new ListRequest(
                filters, order(query, cursor), cursor, cursor == null ? sinceEventId : null, query.flag("preview"));
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
        Cursor cursor = CursorCodec.read(text);
        if (cursor == null) {
            throw invalidCursor("this is no cursor; send one back as it was given, or none to begin");
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

    /** The filters from a place on. */
    ListQuery query(Order from, long after, @Nullable MergeKey afterKey) {
        return new ListQuery(
                filters.stream(),
                filters.room(),
                filters.topic(),
                filters.type(),
                filters.toAgent(),
                filters.fromAgent(),
                filters.correlationId(),
                filters.status(),
                filters.excludeFromAgent(),
                filters.sinceCreatedAt(),
                from,
                after,
                afterKey,
                filters.limit(),
                filters.bytesMax());
    }
}
