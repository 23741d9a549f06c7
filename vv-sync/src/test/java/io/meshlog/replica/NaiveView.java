package io.meshlog.replica;

import io.meshlog.op.Fields;
import io.meshlog.op.Op;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What readers must see of a set of ops, by brute force over texts (spec §1, §5.3): per event the op that is first in
 * merge order, and whether its carriers differ. Shares nothing with the code that keeps event rows.
 */
final class NaiveView {
    /** @param place sorts as text like the merge order */
    private record Carrier(String place, String key, String payload) {}

    /** An event as readers must see it. @param hidden in merge order */
    record Seen(String place, String visible, String payload, boolean conflict, List<String> hidden) {}

    private final SortedMap<String, Seen> events = new TreeMap<>();

    static NaiveView of(List<MemoryOpLog.Held> ops) {
        SortedMap<String, List<Carrier>> byId = new TreeMap<>();
        for (MemoryOpLog.Held held : ops) {
            Op op = held.op();
            if (op.eventOrNull() != null) {
                String tie = op.chain() == null ? op.digest().hex() : op.chain().hex();
                String place = text(op, "hlc")
                        + '\0'
                        + tie
                        + '\0'
                        + op.origin()
                        + '\0'
                        + String.format(java.util.Locale.ROOT, "%019d", op.seq());
                byId.computeIfAbsent(text(op, "id"), id -> new ArrayList<>())
                        .add(new Carrier(place, key(op), payload(op.fields())));
            }
        }
        NaiveView view = new NaiveView();
        byId.forEach((id, carriers) -> {
            carriers.sort((a, b) -> a.place.compareTo(b.place));
            Carrier first = carriers.get(0);
            view.events.put(
                    id,
                    new Seen(
                            first.place,
                            first.key,
                            first.payload,
                            carriers.stream().anyMatch(c -> !c.payload.equals(first.payload)),
                            carriers.stream().skip(1).map(Carrier::key).toList()));
        });
        return view;
    }

    SortedMap<String, Seen> events() {
        return events;
    }

    /** Everything that two replicas with the same ops must agree on, in merge order. */
    String state() {
        List<String> lines = new ArrayList<>();
        events.forEach((id, seen) -> lines.add(seen.place + " " + id + " " + seen.visible + " " + seen.conflict + " "
                + seen.payload + " " + seen.hidden));
        lines.sort(String::compareTo);
        return String.join("\n", lines);
    }

    static String key(Op op) {
        return op.origin() + "#" + op.seq() + "/"
                + (op.chain() == null ? "(" + op.eventId() + ")" : op.chain().hex());
    }

    static String key(OpKey key) {
        return key.origin() + "#" + key.seq() + "/"
                + (key.chain() == null ? "(" + key.eventId() + ")" : key.chain().hex());
    }

    static String payload(Fields fields) {
        return said(fields, List.of("origin_replica", "origin_seq", "hlc", "created_at", "asserted_by", "artifacts"));
    }

    /** All that an op says; relays may write out what is empty. */
    static String content(Fields fields) {
        return said(fields, List.of());
    }

    private static String said(Fields fields, List<String> without) {
        StringBuilder said = new StringBuilder();
        fields.forEach((name, value) -> {
            boolean empty = List.of("null", "\"\"", "[]", "{}").contains(value);
            said.append(empty || without.contains(name) ? "" : name + "=" + value + ";");
        });
        return said.toString();
    }

    private static String text(Op op, String field) {
        String quoted = op.fields().get(field);
        return quoted.substring(1, quoted.length() - 1);
    }
}
