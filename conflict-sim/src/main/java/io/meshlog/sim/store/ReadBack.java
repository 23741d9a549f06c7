package io.meshlog.sim.store;

import io.meshlog.node.store.SqliteStore;
import io.meshlog.node.store.file.StoreException;
import io.meshlog.node.store.list.ListQuery;
import io.meshlog.node.store.list.ListedEvents;
import io.meshlog.node.store.row.StoredEvent;
import io.meshlog.op.Artifact;
import io.meshlog.op.MergeKey;
import io.meshlog.sim.world.Shown;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reads a store as its clients do, in every order, and says what is not as it should be. Confined to one call. */
final class ReadBack {
    /** Small, so that pages end in the middle of things. */
    private static final int PAGE = 37;

    private final SqliteStore store;
    private final Shown expected;
    private final List<String> differences = new ArrayList<>();

    ReadBack(SqliteStore store, Shown expected) {
        this.store = store;
        this.expected = expected;
    }

    List<String> differences() {
        same("in arrival order", expected.arrivals(), described(list(ListQuery.Order.ASC)));
        List<StoredEvent> newest = new ArrayList<>(list(ListQuery.Order.DESC));
        Collections.reverse(newest);
        same("from the newest back", expected.arrivals(), described(newest));
        same(
                "in merge order",
                expected.merged(),
                list(ListQuery.Order.HLC).stream().map(e -> e.op().eventId()).toList());
        for (Shown.Event event : expected.arrivals()) {
            StoredEvent got = store.reader().get(event.id());
            same("event " + event.id(), event, got == null ? null : described(got));
        }
        expected.artifacts().forEach((id, sha256) -> {
            Artifact artifact = store.reader().artifact(id);
            same(
                    "artifact " + id,
                    sha256,
                    artifact == null ? null : artifact.sha256().hex());
        });
        try {
            store.check();
        } catch (StoreException e) {
            differences.add("the check finds: " + e.getMessage());
        }
        return differences;
    }

    private void same(String what, Object wanted, @Nullable Object got) {
        if (!Objects.equals(wanted, got)) {
            differences.add(what + " readers get " + got + " instead of " + wanted);
        }
    }

    private List<StoredEvent> list(ListQuery.Order order) {
        List<StoredEvent> all = new ArrayList<>();
        long after = 0;
        MergeKey afterKey = null;
        ListedEvents page;
        do {
            page = store.reader().list(query(order, after, afterKey));
            all.addAll(page.events());
            after = page.examinedTo();
            afterKey = page.examinedToKey();
        } while (page.more());
        return all;
    }

    private static ListQuery query(ListQuery.Order order, long after, @Nullable MergeKey afterKey) {
        List<String> any = List.of();
        return new ListQuery(
                any, any, any, any, any, any, any, any, any, null, order, after, afterKey, 0, PAGE, Long.MAX_VALUE);
    }

    private static List<Shown.Event> described(List<StoredEvent> events) {
        return events.stream().map(ReadBack::described).toList();
    }

    private static Shown.Event described(StoredEvent event) {
        return new Shown.Event(
                event.op().eventId(),
                event.seq(),
                event.revised(),
                event.conflict(),
                Objects.requireNonNullElse(event.op().fields().get("hlc"), ""),
                Objects.requireNonNullElse(event.op().fields().get("body"), ""));
    }
}
