package io.meshlog.sim.log;

import static io.meshlog.sim.log.Transaction.require;

import io.meshlog.op.Op;
import io.meshlog.replica.Commit;
import io.meshlog.replica.Facts;
import io.meshlog.replica.OpKey;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Events by id and by delivery position, and the readable ops that carry each. */
final class HeldEvents {
    // Asked by id, never in the order of ids.
    private final Map<String, Commit.EventRow> byId = new LinkedHashMap<>();
    // Few ops carry one event, so that a list is put anew for each.
    private final Map<String, List<Arrived>> carriers = new LinkedHashMap<>();
    private final Numbered<Commit.EventRow> byPosition;

    HeldEvents() {
        this(new Numbered<>(Commit.EventRow::seq));
    }

    private HeldEvents(Numbered<Commit.EventRow> byPosition) {
        this.byPosition = byPosition;
    }

    HeldEvents copy() {
        HeldEvents copy = new HeldEvents(byPosition.copy());
        copy.byId.putAll(byId);
        copy.carriers.putAll(carriers);
        return copy;
    }

    /** A view by delivery position. */
    List<Commit.EventRow> rows() {
        return byPosition.view();
    }

    Commit.@Nullable EventRow get(String id) {
        return byId.get(id);
    }

    void arrived(Arrived op, Transaction tx) {
        if (op.op().eventOrNull() != null) {
            String id = op.op().eventId();
            List<Arrived> before = carriers.get(id);
            if (before == null) {
                tx.put(carriers, id, List.of(op));
            } else {
                List<Arrived> more = new ArrayList<>(before);
                more.add(op);
                tx.put(carriers, id, more);
            }
            tx.touchEvent(id);
        }
    }

    void dropped(Arrived op, Transaction tx) {
        if (op.op().eventOrNull() != null) {
            String id = op.op().eventId();
            List<Arrived> rest = new ArrayList<>(carriersOf(id));
            rest.removeIf(carrier -> carrier.number() == op.number());
            if (rest.isEmpty()) {
                tx.remove(carriers, id);
            } else {
                tx.put(carriers, id, rest);
            }
            tx.touchEvent(id);
        }
    }

    void withdraw(String id, Transaction tx) {
        Commit.EventRow row = tx.remove(byId, id);
        if (row == null) {
            throw new IllegalStateException("withdrew an unknown event");
        }
        byPosition.remove(row.seq(), tx);
        tx.touchEvent(id);
    }

    /**
     * @param from the first delivery position that this commit may give out
     * @param to the first that it may not
     */
    void put(Commit.EventRow row, long from, long to, Transaction tx) {
        Commit.EventRow before = tx.put(byId, row.eventId(), row);
        require((before == null ? 0 : before.seq()) == row.previousSeq(), "event was not where it should be");
        if (before != null && before.seq() == row.seq()) {
            byPosition.replace(row, tx);
        } else {
            require(row.seq() >= from && row.seq() < to, "a delivery position that was not given out");
            if (before != null) {
                byPosition.remove(before.seq(), tx);
            }
            byPosition.add(row, tx);
        }
        tx.touchEvent(row.eventId());
    }

    /** That an event is there just if ops carry it, and names them all. */
    void check(String id) {
        Commit.EventRow row = byId.get(id);
        List<Arrived> there = carriersOf(id);
        if (row == null) {
            require(there.isEmpty(), () -> "event " + id + " has ops and no row");
            return;
        }
        require(there.size() == row.hidden().size() + 1, () -> "event " + id + " does not name its ops");
        for (Arrived carrier : there) {
            OpKey key = OpKey.of(carrier.op());
            require(
                    key.equals(row.visible()) || row.hidden().contains(key),
                    () -> "event " + id + " does not name its ops");
        }
    }

    /** An event as it stands, or null where no readable op carries it. */
    Facts.@Nullable EventFacts facts(String id) {
        Commit.EventRow row = byId.get(id);
        if (row == null) {
            return null;
        }
        List<Arrived> there = carriersOf(id);
        List<Facts.Carrier> of = new ArrayList<>(there.size());
        for (int i = 0; i < there.size(); i++) {
            of.add(there.get(i).carrier());
        }
        return new Facts.EventFacts(row.seq(), row.revised(), row.visible(), of);
    }

    /** The readable ops that carry an event. */
    List<Op> ops(String id) {
        return carriersOf(id).stream().map(Arrived::op).toList();
    }

    private List<Arrived> carriersOf(String id) {
        List<Arrived> of = carriers.get(id);
        return of == null ? List.of() : of;
    }
}
