package io.meshlog.sim.log;

import static io.meshlog.sim.log.Transaction.require;

import io.meshlog.op.Op;
import io.meshlog.op.Origin;
import io.meshlog.replica.Facts;
import io.meshlog.replica.Needs;
import io.meshlog.vector.LooseSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Loose ops by origin, seq and event id, and the summary of each origin. */
final class LooseOps {
    /** Where a loose op stands; event ids in the order of {@link String#compareTo}. */
    private record At(long seq, String eventId) implements Comparable<At> {
        /** Before every op of that seq. */
        static At startOf(long seq) {
            return new At(seq, "");
        }

        @Override
        public int compareTo(At other) {
            int c = Long.compare(seq, other.seq);
            return c != 0 ? c : eventId.compareTo(other.eventId);
        }
    }

    // An origin that lost its last op stays, empty: it is as if it were not there.
    private final TreeMap<Origin, TreeMap<At, Row>> byOrigin = new TreeMap<>();
    /** What is held, reckoned from the ops themselves; nothing for an origin without any. */
    private final TreeMap<Origin, LooseSummary> summaries = new TreeMap<>();

    LooseOps copy() {
        LooseOps copy = new LooseOps();
        byOrigin.forEach((origin, rows) -> copy.byOrigin.put(origin, new TreeMap<>(rows)));
        copy.summaries.putAll(summaries);
        return copy;
    }

    /** A copy of the summaries. */
    SortedMap<Origin, LooseSummary> summaries() {
        return new TreeMap<>(summaries);
    }

    @Nullable
    Row find(Origin origin, long seq, String eventId) {
        TreeMap<At, Row> rows = byOrigin.get(origin);
        return rows == null ? null : rows.get(new At(seq, eventId));
    }

    void add(Row row, Transaction tx) {
        Op op = row.op();
        TreeMap<At, Row> rows = byOrigin.get(op.origin());
        if (rows == null) {
            rows = new TreeMap<>();
            tx.put(byOrigin, op.origin(), rows);
        }
        tx.put(rows, new At(op.seq(), op.eventId()), row);
        LooseSummary before = summary(op.origin());
        tx.touchLoose(op.origin(), before);
        tx.put(summaries, op.origin(), before.plus(op.seq(), op.digest()));
    }

    /** Takes an op out that is here. */
    void drop(Op op, Transaction tx) {
        Origin origin = op.origin();
        TreeMap<At, Row> rows = byOrigin.get(origin);
        if (rows == null) {
            throw new IllegalStateException(op + " is not here");
        }
        tx.remove(rows, new At(op.seq(), op.eventId()));
        LooseSummary before = summary(origin);
        tx.touchLoose(origin, before);
        if (rows.isEmpty()) {
            tx.remove(summaries, origin);
        } else {
            tx.put(summaries, origin, before.minus(op.digest(), rows.lastKey().seq()));
        }
    }

    /** That the summaries which a commit says, or leaves as they were, are those of the ops. */
    void check(SortedMap<Origin, LooseSummary> said, Map<Origin, LooseSummary> before) {
        said.forEach((origin, summary) -> check(origin, summary));
        before.forEach((origin, summary) -> {
            if (!said.containsKey(origin)) {
                check(origin, summary);
            }
        });
    }

    private void check(Origin origin, LooseSummary said) {
        LooseSummary held = summary(origin);
        boolean isNone = said.count() == 0 && held.count() == 0;
        require(isNone || said.equals(held), () -> "the loose summary of " + origin + " is not that of its ops");
    }

    private LooseSummary summary(Origin origin) {
        LooseSummary summary = summaries.get(origin);
        return summary == null ? LooseSummary.NONE : summary;
    }

    Facts.LooseFacts facts(Origin origin, Needs.Span span) {
        List<Op> inside = new ArrayList<>();
        TreeMap<At, Row> rows = byOrigin.get(origin);
        if (rows == null || rows.isEmpty()) {
            return new Facts.LooseFacts(inside, 0);
        }
        for (Row row : rows.tailMap(At.startOf(span.from())).values()) {
            if (row.op().seq() > span.to()) {
                break;
            }
            inside.add(row.op());
        }
        long top = rows.lastKey().seq();
        if (top >= span.from() && top <= span.to()) {
            At below = rows.lowerKey(At.startOf(span.from()));
            top = below == null ? 0 : below.seq();
        }
        return new Facts.LooseFacts(inside, top);
    }

    List<Op> page(Origin origin, long after, int opsMax, long bytesMax) {
        Page page = new Page(opsMax, bytesMax);
        TreeMap<At, Row> rows = byOrigin.get(origin);
        if (rows != null && after < Long.MAX_VALUE) {
            for (Row row : rows.tailMap(At.startOf(after + 1)).values()) {
                if (page.isFull()) {
                    break;
                }
                page.add(row);
            }
        }
        return page.ops();
    }
}
