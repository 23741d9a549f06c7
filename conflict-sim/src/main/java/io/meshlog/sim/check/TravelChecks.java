package io.meshlog.sim.check;

import io.meshlog.op.Origin;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Holds what a reader was told who goes from replica to replica against what these show (C4). Confined to its run. */
final class TravelChecks {
    private static final int EACH = 4;

    private final Ledger ledger;
    private final Traveller traveller;
    /** What it was told last of each event. */
    private final SortedMap<String, String> told = new TreeMap<>();

    /** By which op it was told that. */
    private final SortedMap<String, Integer> toldBy = new TreeMap<>();

    private final SortedMap<String, Integer> epochs = new TreeMap<>();
    private int reads;

    TravelChecks(Ledger ledger, Traveller traveller) {
        this.ledger = ledger;
        this.traveller = traveller;
    }

    /** Another directory stands there: positions of the one before mean nothing. */
    void placed(String replica) {
        epochs.merge(replica, 1, Integer::sum);
    }

    /** It comes by now and then: a copy of all that is held is made for it. */
    void read(Mirror mirror) {
        if (++reads % EACH == 0 && visit(mirror, false)) {
            missedNothing(mirror, false);
        }
    }

    /** Once all hold the same: wherever it ends it knows every event as it is shown. */
    void readToTheEnd(Mirror mirror) {
        visit(mirror, true);
        missedNothing(mirror, true);
    }

    private boolean visit(Mirror mirror, boolean toTheEnd) {
        return traveller.visits(
                copy(mirror), toTheEnd, (row, isRevised, mayRepeat) -> heard(mirror, row, isRevised || mayRepeat));
    }

    private void heard(Mirror mirror, Traveller.Row row, boolean mayRepeat) {
        String payload = payload(mirror, row.eventId());
        told.put(row.eventId(), payload);
        int visible =
                java.util.Objects.requireNonNull(mirror.rows.get(row.eventId())).visible();
        Integer before = toldBy.put(row.eventId(), visible);
        // Another op of the event is a repeat that readers drop by its id.
        boolean isAgain = before != null && before == visible;
        if (isAgain && !mayRepeat) {
            throw new Violation(
                    Invariant.C4,
                    "twice",
                    row.eventId(),
                    mirror.replica,
                    "a reader who came to " + mirror.replica + " was told " + row.eventId()
                            + " again, and not that it was revised");
        }
    }

    private void missedNothing(Mirror mirror, boolean asShown) {
        for (String id : mirror.rows.keySet()) {
            String known = told.get(id);
            boolean isOld = known != null && asShown && !known.equals(payload(mirror, id));
            if (known == null || isOld) {
                throw new Violation(
                        Invariant.C4,
                        known == null ? "lost" : "old",
                        id,
                        mirror.replica,
                        "a reader who came to " + mirror.replica + " and read to the end "
                                + (known == null ? "never got " : "has an old ") + id);
            }
        }
    }

    private String payload(Mirror mirror, String eventId) {
        return ledger.get(java.util.Objects.requireNonNull(mirror.rows.get(eventId))
                        .visible())
                .payload;
    }

    private Traveller.Copy copy(Mirror mirror) {
        SortedMap<Integer, Traveller.Held> held = new TreeMap<>();
        mirror.held.stream().forEach(id -> held.put(id, held(mirror, id)));
        List<Traveller.Row> rows = new ArrayList<>();
        mirror.byPosition.values().forEach(eventId -> {
            Mirror.Row row = java.util.Objects.requireNonNull(mirror.rows.get(eventId));
            rows.add(new Traveller.Row(
                    eventId,
                    row.seq(),
                    row.revised(),
                    java.util.Objects.requireNonNull(held.get(row.visible())),
                    row.hidden().stream()
                            .map(id -> java.util.Objects.requireNonNull(held.get(id)))
                            .toList()));
        });
        List<Traveller.Held> inOrder = new ArrayList<>(held.values());
        inOrder.sort(Comparator.comparing(TravelChecks::name)
                .thenComparingLong(one -> one.op().seq()));
        int epoch = epochs.getOrDefault(mirror.replica, 0);
        return new Traveller.Copy(mirror.replica, epoch, new TreeMap<>(mirror.lines), inOrder, rows);
    }

    private Traveller.Held held(Mirror mirror, int id) {
        Issued issued = ledger.get(id);
        Mirror.Row row = issued.isReadable() ? mirror.rows.get(issued.op.eventId()) : null;
        return new Traveller.Held(
                issued.op, mirror.line(id), row == null ? 0 : row.seq(), row != null && row.revised());
    }

    private static Origin name(Traveller.Held held) {
        Origin line = held.line();
        return line == null ? held.op().origin() : line;
    }
}
