package io.meshlog.node.api;

import io.meshlog.node.store.EventReader;
import io.meshlog.node.store.ListQuery;
import io.meshlog.node.store.ListQuery.Order;
import io.meshlog.node.store.ListedEvents;
import io.meshlog.node.store.StoredEvent;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Pages of a listing and the cursors between them (spec §6). What a cursor covers was examined for the caller's filters,
 * nothing more: an empty page moves it, and nothing that arrives between two pages is lost or told twice.
 *
 * <p>Listings that do not follow delivery show what stands between {@code floor} and {@code tip}; what arrives later is
 * left to following from {@code tip}. Blocks; safe to call from any thread.
 */
final class Listing {
    private final EventReader reader;

    Listing(EventReader reader) {
        this.reader = reader;
    }

    /** @param cursor where to go on: with this listing while {@code more}, then following */
    record Page(List<StoredEvent> events, boolean more, Cursor cursor) {}

    /** @param replica this replica's id @throws Refused if {@code since_event_id} is not here */
    Page page(ListRequest request, String replica) {
        return switch (request.order()) {
            case ASC -> following(request, replica);
            case DESC -> newestFirst(request, replica);
            case HLC -> merged(request, replica);
        };
    }

    private Page following(ListRequest request, String replica) {
        ListedEvents listed = reader.list(request.query(Order.ASC, floor(request), null));
        return new Page(listed.events(), listed.more(), Cursor.following(replica, listed.examinedTo()));
    }

    private Page newestFirst(ListRequest request, String replica) {
        Cursor cursor = going(request);
        long floor = cursor == null ? floor(request) : cursor.floor();
        long tip = cursor == null ? tip() : cursor.tip();
        long before = cursor == null ? tip + 1 : cursor.position();
        if (before <= floor + 1) {
            return new Page(List.of(), false, Cursor.following(replica, Math.max(tip, floor)));
        }
        ListedEvents listed = reader.list(request.query(Order.DESC, before, null));
        boolean more = listed.more() && listed.examinedTo() > floor + 1;
        return new Page(
                between(listed.events(), floor, tip),
                more,
                more
                        ? new Cursor(replica, Order.DESC, listed.examinedTo(), null, floor, tip)
                        : Cursor.following(replica, Math.max(tip, floor)));
    }

    private Page merged(ListRequest request, String replica) {
        Cursor cursor = going(request);
        long floor = cursor == null ? floor(request) : cursor.floor();
        ListedEvents listed = reader.list(request.query(Order.HLC, 0, cursor == null ? null : cursor.key()));
        long tip = cursor == null ? listed.examinedTo() : cursor.tip();
        boolean more = listed.more() && listed.examinedToKey() != null;
        return new Page(
                between(listed.events(), floor, tip),
                more,
                more
                        ? new Cursor(replica, Order.HLC, 0, listed.examinedToKey(), floor, tip)
                        : Cursor.following(replica, Math.max(tip, floor)));
    }

    /** The cursor that goes on with a listing in this order, not one that merely says what is known already. */
    private static @Nullable Cursor going(ListRequest request) {
        Cursor cursor = request.cursor();
        return cursor != null && cursor.order() != Order.ASC ? cursor : null;
    }

    /** What the caller knows already: positions up to this one. */
    private long floor(ListRequest request) {
        Cursor cursor = request.cursor();
        if (cursor != null) {
            return cursor.position();
        }
        String since = request.sinceEventId();
        if (since == null) {
            return 0;
        }
        StoredEvent event = reader.get(since);
        if (event == null) {
            throw Problems.notFound("unknown-event", "no event of that id is on this replica")
                    .at("since_event_id")
                    .refused();
        }
        return event.seq();
    }

    /** The highest position that a reader can see: taken before the page, so that what it covers is all there. */
    long tip() {
        List<String> any = List.of();
        ListQuery newest = new ListQuery(any, any, any, any, any, any, any, any, any, null, Order.DESC, 0, null, 1, 1);
        List<StoredEvent> events = reader.list(newest).events();
        return events.isEmpty() ? 0 : events.get(0).seq();
    }

    private static List<StoredEvent> between(List<StoredEvent> events, long floor, long tip) {
        return events.stream()
                .filter(event -> event.seq() > floor && event.seq() <= tip)
                .toList();
    }
}
