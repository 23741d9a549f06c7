package io.meshlog.view;

import io.meshlog.op.CodePoints;
import io.meshlog.op.MergeKey;
import io.meshlog.op.Op;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The ops held, as events in merge order, and what could not be read. Immutable; what all views are folds of. */
public final class EventSet {
    private final List<Shown> inMergeOrder;
    private final SortedMap<String, Shown> byId = new TreeMap<>(CodePoints.ORDER);
    private final SortedMap<String, List<Shown>> byCorrelation = new TreeMap<>(CodePoints.ORDER);
    private final SortedMap<String, List<Shown>> byTarget = new TreeMap<>(CodePoints.ORDER);
    private final List<Op> unreadable = new ArrayList<>();

    private EventSet(Iterable<Op> ops) {
        SortedMap<String, List<Op>> carriers = new TreeMap<>(CodePoints.ORDER);
        for (Op op : ops) {
            if (op.eventOrNull() == null) {
                unreadable.add(op);
            } else {
                carriers.computeIfAbsent(op.eventId(), id -> new ArrayList<>()).add(op);
            }
        }
        carriers.forEach((id, held) -> byId.put(id, shown(held)));
        inMergeOrder = byId.values().stream()
                .sorted(Comparator.comparing(event -> event.said().merge()))
                .toList();
        for (Shown event : inMergeOrder) {
            index(byCorrelation, event.said().correlationId(), event);
            index(byTarget, event.said().ackOf(), event);
        }
    }

    private static void index(SortedMap<String, List<Shown>> index, @Nullable String id, Shown event) {
        if (id != null) {
            index.computeIfAbsent(id, i -> new ArrayList<>()).add(event);
        }
    }

    /** @param ops every op held, each once, in any order */
    public static EventSet of(Iterable<Op> ops) {
        return new EventSet(ops);
    }

    private static Shown shown(List<Op> carriers) {
        carriers.sort(Comparator.comparing(op -> Objects.requireNonNull(MergeKey.of(op))));
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
        return byCorrelation.getOrDefault(id, List.of());
    }

    /** The events whose {@code ack_of} is this id, in merge order. */
    List<Shown> naming(String id) {
        return byTarget.getOrDefault(id, List.of());
    }

    /** The events of a thread, in merge order: those that say so, and the one that it is named after. */
    public List<Shown> thread(String id) {
        Shown root = byId.get(id);
        if (root == null || id.equals(root.said().correlationId())) {
            return correlated(id);
        }
        List<Shown> events = new ArrayList<>(correlated(id));
        events.add(root);
        events.sort(Comparator.comparing(event -> event.said().merge()));
        return events;
    }

    /** The ops that this version cannot read. */
    public List<Op> unreadable() {
        return List.copyOf(unreadable);
    }
}
