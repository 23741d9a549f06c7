package io.meshlog.view;

import io.meshlog.op.MergeKey;
import io.meshlog.op.Op;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The ops held, as events in merge order, and what could not be read. Immutable; what all views are folds of. */
public final class EventSet {
    private static final Comparator<Shown> MERGE_ORDER =
            Comparator.comparing(event -> event.said().merge());

    private final List<Shown> inMergeOrder;
    private final Map<String, Shown> byId = new LinkedHashMap<>();
    private final Map<String, List<Shown>> byCorrelation = new LinkedHashMap<>();
    private final Map<String, List<Shown>> byTarget = new LinkedHashMap<>();
    private final List<Op> unreadable = new ArrayList<>();

    private EventSet(Iterable<Op> ops) {
        Map<String, List<Op>> carriers = new LinkedHashMap<>();
        for (Op op : ops) {
            if (op.eventOrNull() == null) {
                unreadable.add(op);
            } else {
                carriers.computeIfAbsent(op.eventId(), id -> new ArrayList<>(2)).add(op);
            }
        }
        carriers.forEach((id, held) -> byId.put(id, shown(held)));
        List<Shown> events = new ArrayList<>(byId.values());
        events.sort(MERGE_ORDER);
        inMergeOrder = Collections.unmodifiableList(events);
        for (Shown event : inMergeOrder) {
            index(byCorrelation, event.said().correlationId(), event);
            index(byTarget, event.said().ackOf(), event);
        }
    }

    private static void index(Map<String, List<Shown>> index, @Nullable String id, Shown event) {
        if (id != null) {
            index.computeIfAbsent(id, i -> new ArrayList<>()).add(event);
        }
    }

    /** @param ops every op held, each once, in any order */
    public static EventSet of(Iterable<Op> ops) {
        return new EventSet(ops);
    }

    private static Shown shown(List<Op> carriers) {
        if (carriers.size() > 1) {
            carriers.sort(Comparator.comparing(op -> Objects.requireNonNull(MergeKey.of(op))));
        }
        Op first = carriers.get(0);
        return new Shown(
                first, Objects.requireNonNull(Said.of(first)), List.copyOf(carriers.subList(1, carriers.size())));
    }

    /** Every event, in merge order. */
    public List<Shown> events() {
        return inMergeOrder;
    }

    public @Nullable Shown byId(String id) {
        return byId.get(id);
    }

    /** The events of this {@code correlation_id}, in merge order. */
    List<Shown> correlated(String id) {
        List<Shown> events = byCorrelation.get(id);
        return events == null ? List.of() : events;
    }

    /** The events whose {@code ack_of} is this id, in merge order. */
    List<Shown> naming(String id) {
        List<Shown> events = byTarget.get(id);
        return events == null ? List.of() : events;
    }

    /** The events of a thread, in merge order: those that say so, and the one that it is named after. */
    public List<Shown> thread(String id) {
        Shown root = byId.get(id);
        if (root == null || id.equals(root.said().correlationId())) {
            return correlated(id);
        }
        List<Shown> events = new ArrayList<>(correlated(id));
        events.add(root);
        events.sort(MERGE_ORDER);
        return events;
    }

    /** The ops that this version cannot read. */
    public List<Op> unreadable() {
        return List.copyOf(unreadable);
    }
}
