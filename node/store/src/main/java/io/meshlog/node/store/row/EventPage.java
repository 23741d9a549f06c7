package io.meshlog.node.store.row;

import java.util.ArrayList;
import java.util.List;

/** A page of events as it fills, up to a number of events and a size. Confined to one call. */
public final class EventPage {
    private final int limit;
    private final long bytesMax;
    private final List<StoredEvent> events = new ArrayList<>();
    private long bytes;

    public EventPage(int limit, long bytesMax) {
        this.limit = limit;
        this.bytesMax = bytesMax;
    }

    public boolean isFull() {
        return events.size() >= limit || bytes > bytesMax;
    }

    public void add(EventRows.Row row) {
        events.add(row.event());
        bytes += row.bytes();
    }

    public List<StoredEvent> events() {
        return List.copyOf(events);
    }

    public StoredEvent last() {
        return events.get(events.size() - 1);
    }
}
