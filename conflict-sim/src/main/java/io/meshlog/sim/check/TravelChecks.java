package io.meshlog.sim.check;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** Holds what a reader was told who goes from replica to replica against what these show (C4). Confined to its run. */
final class TravelChecks {
    private static final int EACH = 4;

    private final Traveller traveller;
    /** By which op it was told last of each event. */
    private final Map<String, Issued> told = new LinkedHashMap<>();

    private final Map<String, Integer> epochs = new LinkedHashMap<>();
    private int reads;

    TravelChecks(Traveller traveller) {
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
        Issued visible = Objects.requireNonNull(mirror.rows.get(row.eventId())).visible();
        Issued before = told.put(row.eventId(), visible);
        // Another op of the event is a repeat that readers drop by its id.
        if (before == visible && !mayRepeat) {
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
        for (Mirror.Row row : mirror.rows.values()) {
            Issued known = told.get(row.eventId());
            boolean isOld = known != null && asShown && !known.payload.equals(row.visible().payload);
            if (known == null || isOld) {
                throw new Violation(
                        Invariant.C4,
                        known == null ? "lost" : "old",
                        row.eventId(),
                        mirror.replica,
                        "a reader who came to " + mirror.replica + " and read to the end "
                                + (known == null ? "never got " : "has an old ") + row.eventId());
            }
        }
    }

    private Traveller.Copy copy(Mirror mirror) {
        List<Traveller.Held> held = new ArrayList<>();
        Traveller.Held[] byId = new Traveller.Held[mirror.held.length()];
        for (List<Issued> ops : mirror.byBase.values()) {
            ops.forEach(op -> held.add(held(mirror, op, byId)));
        }
        for (List<Issued> ops : mirror.looseOf.values()) {
            List<Issued> inOrder = new ArrayList<>(ops);
            inOrder.sort(Comparator.comparingLong(op -> op.op.seq()));
            inOrder.forEach(op -> held.add(held(mirror, op, byId)));
        }
        List<Traveller.Row> rows = new ArrayList<>(mirror.byPosition.size());
        for (Mirror.Row row : mirror.byPosition.values()) {
            List<Traveller.Held> hidden = new ArrayList<>(row.hidden().size());
            row.hidden().forEach(op -> hidden.add(byId[op.id]));
            rows.add(new Traveller.Row(row.eventId(), row.seq(), row.revised(), byId[row.visible().id], hidden));
        }
        int epoch = epochs.getOrDefault(mirror.replica, 0);
        return new Traveller.Copy(mirror.replica, epoch, new TreeMap<>(mirror.lines), held, rows);
    }

    private static Traveller.Held held(Mirror mirror, Issued op, Traveller.Held[] byId) {
        Mirror.Row row = op.isReadable() ? mirror.rows.get(op.event()) : null;
        Traveller.Held held =
                new Traveller.Held(op.op, mirror.line(op), row == null ? 0 : row.seq(), row != null && row.revised());
        byId[op.id] = held;
        return held;
    }
}
