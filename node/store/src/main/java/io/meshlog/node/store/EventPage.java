package io.meshlog.node.store;

import java.util.ArrayList;
import java.util.List;

/** A page of events as it fills, up to a number of events and a size. Confined to one call. */
final class EventPage {
    private final int limit;
    private final long bytesMax;
    private final List<StoredEvent> events = new ArrayList<>();
    private long bytes;

    EventPage(ListQuery query) {
        this(query.limit(), query.bytesMax());
    }

    EventPage(int limit, long bytesMax) {
        this.limit = limit;
        this.bytesMax = bytesMax;
    }

    boolean isFull() {
        return events.size() >= limit || bytes > bytesMax;
    }

    void add(EventRows.Row row) {
        events.add(row.event());
        bytes += row.bytes();
    }

    List<StoredEvent> events() {
        return List.copyOf(events);
    }

    StoredEvent last() {
        return events.get(events.size() - 1);
    }
}
