package io.meshlog.sim.check;

import io.meshlog.replica.Commit;
import io.meshlog.replica.OpKey;
import io.meshlog.sim.check.Mirror.Row;
import io.meshlog.sim.draw.Mix;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What readers see of a set of ops, and in which order they get it. Confined to its run. */
final class EventChecks {
    private final Met met;

    EventChecks(Met met) {
        this.met = met;
    }

    /** Takes over what a commit says of events. */
    void apply(Mirror mirror, Commit commit) {
        for (String id : commit.withdrawn()) {
            Row gone = mirror.rows.remove(id);
            if (gone != null) {
                mirror.byPosition.remove(gone.seq());
                mirror.stateSum -= sum(gone);
                mirror.delivered.remove(id);
            }
        }
        for (Commit.EventRow row : commit.events()) {
            Row before = mirror.rows.get(row.eventId());
            boolean isNew = before == null || before.seq() != row.seq();
            if (isNew && (row.seq() < mirror.nextSeq || row.seq() >= commit.nextSeq())) {
                throw new Violation(
                        Invariant.C1,
                        "position",
                        row.eventId(),
                        mirror.replica,
                        row.eventId() + " was delivered at position " + row.seq() + "; free were " + mirror.nextSeq
                                + " to " + (commit.nextSeq() - 1));
            }
            if (before != null) {
                mirror.byPosition.remove(before.seq());
                mirror.stateSum -= sum(before);
            }
            Row now = new Row(
                    row.eventId(),
                    row.seq(),
                    carrier(mirror, row.visible(), row.eventId()),
                    row.revised(),
                    row.conflict(),
                    hidden(mirror, row));
            mirror.rows.put(row.eventId(), now);
            Row there = mirror.byPosition.put(row.seq(), now);
            if (there != null) {
                throw new Violation(
                        Invariant.C1,
                        "taken",
                        row.eventId(),
                        mirror.replica,
                        row.eventId() + " was delivered at position " + row.seq() + ", where " + there.eventId()
                                + " stands");
            }
            mirror.stateSum += sum(now);
            delivered(mirror, before, now);
        }
    }

    private static List<Issued> hidden(Mirror mirror, Commit.EventRow row) {
        if (row.hidden().isEmpty()) {
            return List.of();
        }
        List<Issued> hidden = new ArrayList<>();
        row.hidden().forEach(key -> hidden.add(carrier(mirror, key, row.eventId())));
        return hidden;
    }

    private static Issued carrier(Mirror mirror, OpKey key, String eventId) {
        for (Issued issued : mirror.carriersOf(eventId)) {
            boolean same = issued.op.seq() == key.seq()
                    && issued.base().equals(key.origin())
                    && Objects.equals(issued.op.chain(), key.chain());
            if (same) {
                return issued;
            }
        }
        throw new Violation(
                Invariant.A5,
                "names-absent",
                eventId,
                mirror.replica,
                "event " + eventId + " names " + key + ", which is not here");
    }

    /** A8: at the first arrival, then only when the visible payload changes, at a position of its own. */
    private void delivered(Mirror mirror, @Nullable Row before, Row now) {
        String was = before == null ? null : before.visible().payload;
        boolean again = was != null && !was.equals(now.visible().payload);
        boolean moved = before == null || before.seq() != now.seq();
        if (moved != (before == null || again)) {
            throw new Violation(
                    Invariant.A8,
                    moved ? "again" : "not-again",
                    now.eventId(),
                    mirror.replica,
                    "event " + now.eventId()
                            + (moved
                                    ? " was delivered again though it says"
                                    : " was not delivered again though it no longer says")
                            + " what it said before");
        }
        if (before != null && before.revised() && !now.revised()) {
            throw new Violation(
                    Invariant.A8,
                    "mark-lost",
                    now.eventId(),
                    mirror.replica,
                    "event " + now.eventId() + " was revised and is not marked so any more");
        }
        if (again) {
            met.note(Met.Situation.REVISED);
            if (!now.revised()) {
                throw new Violation(
                        Invariant.A8,
                        "unmarked",
                        now.eventId(),
                        mirror.replica,
                        "event " + now.eventId() + " was delivered again and is not marked as revised");
            }
        }
    }

    /** A8, K2: one event against every op that carries it. */
    void check(Mirror mirror, String eventId) {
        List<Issued> carriers = mirror.carriersOf(eventId);
        Row row = mirror.rows.get(eventId);
        if (carriers.isEmpty() != (row == null)) {
            throw new Violation(
                    Invariant.A8,
                    "shown",
                    eventId,
                    mirror.replica,
                    row == null
                            ? "event " + eventId + " is carried by " + carriers.get(0).shortName + " and not shown"
                            : "event " + eventId + " is shown and no op carries it");
        }
        if (row == null) {
            return;
        }
        if (carriers.size() > 1) {
            carriers = new ArrayList<>(carriers);
            carriers.sort(Comparator.comparing(op -> op.place));
        }
        Issued first = carriers.get(0);
        if (row.visible() != first) {
            throw new Violation(
                    Invariant.A8,
                    "visible",
                    eventId,
                    mirror.replica,
                    "event " + eventId + " shows " + row.visible().shortName + "; first in merge order is "
                            + first.shortName);
        }
        if (!row.hidden().equals(carriers.subList(1, carriers.size()))) {
            throw new Violation(
                    Invariant.A8,
                    "others",
                    eventId,
                    mirror.replica,
                    "event " + eventId + " does not name what else carries it");
        }
        boolean differ = false;
        for (Issued carrier : carriers) {
            differ |= !carrier.payload.equals(first.payload);
        }
        if (row.conflict() != differ) {
            throw new Violation(
                    Invariant.K2,
                    "conflict",
                    eventId,
                    mirror.replica,
                    "event " + eventId
                            + (differ
                                    ? " has several payloads and says of no conflict"
                                    : " says of a conflict and has one payload"));
        }
        if (carriers.size() > 1) {
            met.note(Met.Situation.SHARED_ID);
            Issued second = carriers.get(1);
            if (first.stamp.equals(second.stamp)) {
                met.note(Met.Situation.TIE);
            }
        }
    }

    void recount(Mirror mirror) {
        mirror.stateSum = 0;
        mirror.rows.values().forEach(row -> mirror.stateSum += sum(row));
        mirror.rows.keySet().forEach(id -> check(mirror, id));
    }

    private static long sum(Row row) {
        long sum = Mix.of(row.conflict() ? 1 : 2, row.eventId());
        sum = Mix.of(sum, row.visible().id);
        for (Issued hidden : row.hidden()) {
            sum = Mix.of(sum, hidden.id);
        }
        return sum;
    }

    // ---- a reader

    /** Takes everything behind the cursor, as a client that follows the log. */
    void read(Mirror mirror) {
        for (Row row : mirror.byPosition.tailMap(mirror.cursor + 1).values()) {
            String payload = row.visible().payload;
            String before = mirror.delivered.put(row.eventId(), payload);
            // One that was revised there and back between two reads is delivered again, marked.
            if (before != null && before.equals(payload) && !row.revised()) {
                throw new Violation(
                        Invariant.C2,
                        "twice",
                        row.eventId(),
                        mirror.replica,
                        "a reader of " + mirror.replica + " got " + row.eventId() + " twice, unchanged");
            }
            mirror.cursor = row.seq();
        }
    }

    /** C2: after its last read a reader knows every event as it is shown. */
    void readToTheEnd(Mirror mirror) {
        read(mirror);
        mirror.rows.forEach((id, row) -> {
            if (!row.visible().payload.equals(mirror.delivered.get(id))) {
                throw new Violation(
                        Invariant.C2,
                        "missed",
                        id,
                        mirror.replica,
                        "a reader of " + mirror.replica + " that missed nothing "
                                + (mirror.delivered.containsKey(id) ? "has an old " : "never got ") + id);
            }
        });
    }
}
