package io.meshlog.replica;

import io.meshlog.op.MergeKey;
import io.meshlog.op.Op;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a step's new and dropped ops change for readers (spec §5.3): the visible op of an event is the first in
 * merge order of those that carry it; the event is delivered at the first arrival of any, and again, marked
 * revised, when its visible payload changes. Confined to the step.
 */
final class Deliveries {
    private final Map<String, Touched> touched = new LinkedHashMap<>();

    private static final class Touched {
        final List<Op> added = new ArrayList<>();
        final List<OpKey> dropped = new ArrayList<>();
    }

    void added(Op op) {
        if (op.eventOrNull() != null) {
            of(op.eventId()).added.add(op);
        }
    }

    void dropped(Op op) {
        if (op.eventOrNull() != null) {
            of(op.eventId()).dropped.add(OpKey.of(op));
        }
    }

    private Touched of(String eventId) {
        return touched.computeIfAbsent(eventId, id -> new Touched());
    }

    /** Writes the event rows. @return ids whose conflict flag went up with this step */
    List<String> settle(Facts facts, State state, Changes changes) {
        List<String> conflicts = new ArrayList<>();
        touched.forEach((id, t) -> {
            Facts.EventFacts before = facts.events().get(id);
            if (settle(id, t, before, state, changes) && !(before != null && differ(before.carriers()))) {
                conflicts.add(id);
            }
        });
        return conflicts;
    }

    /** @return whether the event is in conflict now */
    private static boolean settle(
            String id, Touched t, Facts.@Nullable EventFacts before, State state, Changes changes) {
        if (before == null && t.added.size() == 1) {
            // Nearly every event: nothing to compare, so no payload is encoded for it.
            OpKey visible = OpKey.of(t.added.get(0));
            changes.event(new Commit.EventRow(id, state.takeSeq(), 0, false, false, visible, List.of()));
            return false;
        }
        List<Facts.Carrier> carriers = new ArrayList<>();
        if (before != null) {
            for (Facts.Carrier carrier : before.carriers()) {
                if (!t.dropped.contains(carrier.key())) {
                    carriers.add(carrier);
                }
            }
        }
        for (Op op : t.added) {
            MergeKey merge = Objects.requireNonNull(MergeKey.of(op));
            carriers.add(new Facts.Carrier(OpKey.of(op), merge, op.payload()));
        }
        if (carriers.isEmpty()) {
            if (before != null) {
                changes.withdrawn(id);
            }
            return false;
        }
        carriers.sort((a, b) -> a.merge().compareTo(b.merge()));
        Facts.Carrier visible = carriers.get(0);
        boolean again = before != null && !visible.payload().equals(payloadOf(before));
        long seq = before == null || again ? state.takeSeq() : before.seq();
        boolean conflict = differ(carriers);
        changes.event(new Commit.EventRow(
                id,
                seq,
                before == null ? 0 : before.seq(),
                again || (before != null && before.revised()),
                conflict,
                visible.key(),
                carriers.stream().skip(1).map(Facts.Carrier::key).toList()));
        return conflict;
    }

    private static io.meshlog.op.Digest payloadOf(Facts.EventFacts event) {
        for (Facts.Carrier carrier : event.carriers()) {
            if (carrier.key().equals(event.visible())) {
                return carrier.payload();
            }
        }
        throw new IllegalStateException("the visible op " + event.visible() + " does not carry its event");
    }

    private static boolean differ(List<Facts.Carrier> carriers) {
        return carriers.stream()
                .anyMatch(c -> !c.payload().equals(carriers.get(0).payload()));
    }
}
