package io.meshlog.sim.log;

import static io.meshlog.sim.log.Transaction.require;

import io.meshlog.op.Digest;
import io.meshlog.op.Op;
import io.meshlog.op.Origin;
import io.meshlog.replica.Facts;
import io.meshlog.replica.Line;
import io.meshlog.replica.Needs;
import io.meshlog.replica.OpKey;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Chained ops by line and seq. */
final class ChainedOps {
    private static final NavigableMap<Long, Row> NONE = Collections.emptyNavigableMap();

    // A line that lost its last op stays, empty: it is as if it were not there.
    private final TreeMap<Origin, TreeMap<Long, Row>> byLine = new TreeMap<>();

    ChainedOps copy() {
        ChainedOps copy = new ChainedOps();
        byLine.forEach((line, rows) -> copy.byLine.put(line, new TreeMap<>(rows)));
        return copy;
    }

    /** The ops of a line by seq. */
    NavigableMap<Long, Row> on(Origin line) {
        TreeMap<Long, Row> rows = byLine.get(line);
        return rows == null ? NONE : rows;
    }

    /** @param key of a chained op */
    @Nullable
    Row find(OpKey key) {
        Origin base = key.origin();
        Digest chain = Objects.requireNonNull(key.chain());
        for (Map.Entry<Origin, TreeMap<Long, Row>> line :
                byLine.tailMap(base, true).entrySet()) {
            if (!line.getKey().name().startsWith(base.name())) {
                break;
            }
            Row row = line.getValue().get(key.seq());
            if (row != null
                    && chain.equals(row.op().chain())
                    && row.op().origin().equals(base)) {
                return row;
            }
        }
        return null;
    }

    /** @throws IllegalStateException if it does not come right after the line's last op */
    void add(Row row, Origin line, Transaction tx) {
        Op op = row.op();
        require(isLineOf(line, op.origin()), () -> op + " cannot stand on " + line);
        TreeMap<Long, Row> rows = rowsOf(line, tx);
        require(rows.isEmpty() || rows.lastKey() + 1 == op.seq(), () -> op + " does not follow the last op of " + line);
        tx.put(rows, op.seq(), row);
        tx.touchLine(line);
    }

    void drop(Row row, Transaction tx) {
        Origin line = Objects.requireNonNull(row.held().line());
        tx.remove(rowsOf(line, tx), row.op().seq());
        tx.touchLine(line);
    }

    /** Moves the ops of a line after {@code lastSeq} to another one. @return them, as they stand now */
    List<Row> split(Origin from, long lastSeq, Origin to, Transaction tx) {
        TreeMap<Long, Row> target = rowsOf(to, tx);
        TreeMap<Long, Row> source = rowsOf(from, tx);
        List<Row> moved = new ArrayList<>();
        for (Row row : new ArrayList<>(source.tailMap(lastSeq, false).values())) {
            long seq = row.op().seq();
            Row now = row.movedTo(to);
            tx.remove(source, seq);
            require(tx.put(target, seq, now) == null, () -> to + " has an op " + seq + " already");
            moved.add(now);
        }
        tx.touchLine(from);
        tx.touchLine(to);
        return moved;
    }

    /** Puts an op in place of the one of that seq, which is there. */
    void replace(Row row, Transaction tx) {
        tx.put(rowsOf(Objects.requireNonNull(row.held().line()), tx), row.op().seq(), row);
    }

    /**
     * That the ops of a line are just those from its first to its last. That each chain covers the one before is not
     * hashed again: the replica did that when the op came.
     *
     * @param line null if nothing says that there is such a line
     */
    void check(Origin name, @Nullable Line line) {
        NavigableMap<Long, Row> rows = on(name);
        if (line == null) {
            require(rows.isEmpty(), () -> "ops stand on " + name + ", which is no line");
            return;
        }
        boolean ends;
        if (rows.isEmpty()) {
            ends = line.seq() == line.first() - 1 && line.chain().equals(line.root());
        } else {
            ends = rows.firstKey() == line.first()
                    && rows.lastKey() == line.seq()
                    && rows.size() == line.seq() - line.first() + 1
                    && line.chain().equals(rows.lastEntry().getValue().op().chain());
        }
        require(ends, () -> name + " does not end at " + line.seq());
    }

    /** The chained ops of a base in the asked spans, each once. */
    List<Facts.Held> held(Origin base, List<Needs.Span> asked) {
        List<Facts.Held> found = new ArrayList<>();
        List<Needs.Span> spans = Needs.disjoint(asked);
        for (Map.Entry<Origin, TreeMap<Long, Row>> line :
                byLine.tailMap(base, true).entrySet()) {
            if (!line.getKey().name().startsWith(base.name())) {
                break;
            }
            for (Needs.Span span : spans) {
                for (Row row : line.getValue()
                        .subMap(span.from(), true, span.to(), true)
                        .values()) {
                    Op op = row.op();
                    if (op.origin().equals(base)) {
                        found.add(new Facts.Held(
                                op.seq(), line.getKey(), Objects.requireNonNull(op.chain()), op.eventId()));
                    }
                }
            }
        }
        return found;
    }

    private TreeMap<Long, Row> rowsOf(Origin line, Transaction tx) {
        TreeMap<Long, Row> rows = byLine.get(line);
        if (rows == null) {
            rows = new TreeMap<>();
            tx.put(byLine, line, rows);
        }
        return rows;
    }

    /** As {@code line.base().equals(base)}, for a base, without taking the name apart. */
    private static boolean isLineOf(Origin line, Origin base) {
        int length = base.name().length();
        return line.equals(base)
                || (line.name().startsWith(base.name()) && line.name().charAt(length) == '~');
    }
}
