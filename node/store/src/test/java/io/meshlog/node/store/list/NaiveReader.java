package io.meshlog.node.store.list;

import io.meshlog.op.JsonText;
import io.meshlog.op.MergeKey;
import io.meshlog.op.Op;
import io.meshlog.op.Origin;
import io.meshlog.replica.Commit;
import io.meshlog.replica.Line;
import io.meshlog.replica.MemoryOpLog;
import io.meshlog.replica.OpKey;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** What {@link io.meshlog.node.store.EventReader} answers, from the definition: looks at everything, every time. */
final class NaiveReader {
    private final MemoryOpLog log;

    NaiveReader(MemoryOpLog log) {
        this.log = log;
    }

    /** Ids of all events that match, in the query's order, from its position on, without its bounds. */
    List<String> ids(ListQuery query) {
        List<Commit.EventRow> rows = new ArrayList<>(log.events());
        if (query.order() == ListQuery.Order.DESC) {
            java.util.Collections.reverse(rows);
        } else if (query.order() == ListQuery.Order.HLC) {
            rows.sort(Comparator.comparing(this::key));
        }
        return rows.stream()
                .filter(row -> isAfter(query, row) && query.accepts(op(row).eventOrNull()))
                .map(Commit.EventRow::eventId)
                .toList();
    }

    private boolean isAfter(ListQuery query, Commit.EventRow row) {
        if (query.before() > 0 && row.seq() >= query.before()) {
            return false;
        }
        return switch (query.order()) {
            case ASC -> row.seq() > query.after();
            case DESC -> query.after() == 0 || row.seq() < query.after();
            case HLC -> query.afterKey() == null || key(row).compareTo(query.afterKey()) > 0;
        };
    }

    private MergeKey key(Commit.EventRow row) {
        return MergeKey.of(op(row));
    }

    private Op op(Commit.EventRow row) {
        return log.op(row.visible()).op();
    }

    /** The reference view: ops by the name they are shown under, ascending. */
    SortedMap<Origin, List<Op>> reference() {
        SortedMap<Origin, List<MemoryOpLog.Held>> byName = new TreeMap<>();
        for (MemoryOpLog.Held held : log.ops()) {
            byName.computeIfAbsent(nameOf(held), name -> new ArrayList<>()).add(held);
        }
        SortedMap<Origin, List<Op>> view = new TreeMap<>();
        byName.forEach((name, ops) -> {
            ops.sort(Comparator.comparingLong(held -> held.op().seq()));
            List<Op> shown = new ArrayList<>();
            for (MemoryOpLog.Held held : ops) {
                if (isVisible(held)) {
                    // One that is not signed yet ends the name too: signing must not take back what was shown.
                    if (held.pending().stream().anyMatch(id -> !log.has(id))) {
                        break;
                    }
                    if (isSigned(held)) {
                        shown.add(as(name, held.op()));
                    }
                }
            }
            if (!shown.isEmpty()) {
                view.put(name, shown);
            }
        });
        return view;
    }

    private Origin nameOf(MemoryOpLog.Held held) {
        if (held.line() != null) {
            return held.line();
        }
        Op op = held.op();
        for (MemoryOpLog.Held other : log.ops()) {
            boolean sameAddress = other.name().equals(op.origin()) && other.op().seq() == op.seq();
            if (sameAddress && (other.line() != null || other.op().eventId().compareTo(op.eventId()) < 0)) {
                return op.origin().colliding(op.digest());
            }
        }
        return op.origin();
    }

    private boolean isSigned(MemoryOpLog.Held held) {
        Line line = held.line() == null ? null : log.recover().lines().get(held.line());
        return line == null || held.op().seq() <= line.signedSeq();
    }

    private boolean isVisible(MemoryOpLog.Held held) {
        return log.events().stream().anyMatch(row -> row.visible().equals(OpKey.of(held.op())));
    }

    private static Op as(Origin name, Op op) {
        return Op.loose(name, op.seq(), op.fields().with("origin_replica", JsonText.quote(name.name())), op.reading());
    }
}
