package io.meshlog.node.store;

import io.meshlog.cursor.Cover;
import io.meshlog.cursor.Examined;
import io.meshlog.cursor.Holdings;
import io.meshlog.cursor.Known;
import io.meshlog.cursor.Point;
import io.meshlog.op.Digest;
import io.meshlog.op.Op;
import io.meshlog.op.Origin;
import io.meshlog.replica.Line;
import io.meshlog.vector.LooseSummary;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a delivery position covers, and from where on something is left that a cover does not (spec §6). Each call in one
 * read transaction of its caller. Confined to the thread that holds its connection.
 *
 * <p>At the tip a position covers the frontier, which is stored. Before it, a line costs one or two probes where all of it
 * is covered, else some twenty; nothing hangs on how much lies behind the position. Exceptions beyond their bound only
 * make the cover smaller: then a reader who goes on elsewhere is told more than it needs, never less.
 */
final class CoverReads implements Holdings {
    /** Exceptions that are looked at: an op that could not be read, an event that moved on. */
    private static final int EXCEPTIONS_MAX = 2_000;

    /** Ops looked at, of all lines together, because their events stood before them. */
    private static final int BELOW_MAX = 5_000;

    private static final String OPS_OF =
            " (SELECT op, id FROM event INDEXED BY event_revised WHERE flags & 1 AND seq > ?)";

    private final Database db;
    private final Terms terms;
    private final LogReads log;
    private final Recovery recovery;
    private final OpRows opRows;
    private final EventRows eventRows;

    CoverReads(Database db, Terms terms, LogReads log, EventRows eventRows) {
        this.db = db;
        this.terms = terms;
        this.log = log;
        this.eventRows = eventRows;
        this.recovery = new Recovery(db, terms);
        this.opRows = new OpRows(terms);
    }

    /** Lines as this transaction sees them; read when they are first wanted. */
    private @Nullable SortedMap<Origin, Line> lines;

    /** A new transaction begins: what was read in others is of the past. */
    void begin() {
        lines = null;
    }

    private SortedMap<Origin, Line> lines() throws SQLException {
        SortedMap<Origin, Line> known = lines;
        if (known == null) {
            known = recovery.lines();
            lines = known;
        }
        return known;
    }

    /** What the next cursor of a reader stands for who has come to this position. */
    Cover coverAt(long position, Known before, Cover cover) throws SQLException {
        return examined(position).and(before, cover, this);
    }

    private Examined examined(long position) throws SQLException {
        boolean isAtTip = position >= eventRows.tip();
        SortedMap<Origin, Line> all = lines();
        SortedMap<Origin, Long> ends = new TreeMap<>();
        SortedMap<Origin, LooseSummary> loose = new TreeMap<>();
        List<Examined.Passed> passed = new ArrayList<>();
        if (!passed(isAtTip ? Long.MAX_VALUE : position, passed)) {
            return new Examined(all, ends, loose, List.of());
        }
        int[] below = {BELOW_MAX};
        for (Line line : all.values()) {
            long end = isAtTip || line.isEmpty() ? line.seq() : end(line, position, below);
            if (end >= line.first()) {
                ends.put(line.name(), end);
            }
        }
        String sql = "SELECT origin, top, count, digest FROM loose_origin WHERE place <= ?";
        try (ResultSet rows = db.query(sql, isAtTip ? Long.MAX_VALUE : position)) {
            while (rows.next()) {
                loose.put(
                        new Origin(terms.text(rows.getLong(1))),
                        new LooseSummary(rows.getLong(2), rows.getLong(3), OpRows.digest(rows, 4)));
            }
        }
        return new Examined(all, ends, loose, passed);
    }

    /** The last op of a line such that all up to it arrived up to the position. */
    private long end(Line line, long position, int[] belowLeft) throws SQLException {
        long code = code(line.name());
        long end = line.seq();
        if (place(code, end) > position) {
            long from = line.first() - 1;
            // place(from) ≤ position < place(end)
            while (end - from > 1) {
                long middle = from + (end - from) / 2;
                if (place(code, middle) <= position) {
                    from = middle;
                } else {
                    end = middle;
                }
            }
            end = from;
            while (end < line.seq() && belowLeft[0]-- > 0 && below(code, end + 1) <= position) {
                end++;
            }
        }
        return end;
    }

    private long place(long line, long seq) throws SQLException {
        return db.count("SELECT place FROM op WHERE line = ? AND seq = ?", line, seq);
    }

    private long below(long line, long seq) throws SQLException {
        Long below = db.number("SELECT below FROM op WHERE line = ? AND seq = ?", line, seq);
        return below == null ? Long.MAX_VALUE : below;
    }

    /** @return whether these are all */
    private boolean passed(long position, List<Examined.Passed> into) throws SQLException {
        String unreadable = "SELECT " + OpRows.COLUMNS + " FROM op o WHERE o.fault IS NOT NULL ORDER BY o.n LIMIT ?";
        String shown = "SELECT " + OpRows.COLUMNS + " FROM" + OPS_OF + " e CROSS JOIN op o ON o.n = e.op LIMIT ?";
        String hidden = "SELECT " + OpRows.COLUMNS + " FROM" + OPS_OF
                + " e CROSS JOIN carrier c ON c.event_id = e.id CROSS JOIN op o ON o.n = c.op LIMIT ?";
        return passed(db.query(unreadable, EXCEPTIONS_MAX), into)
                && (position == Long.MAX_VALUE
                        || passed(db.query(shown, position, EXCEPTIONS_MAX), into)
                                && passed(db.query(hidden, position, EXCEPTIONS_MAX), into));
    }

    private boolean passed(ResultSet query, List<Examined.Passed> into) throws SQLException {
        int count = 0;
        try (ResultSet rows = query) {
            while (rows.next()) {
                OpRows.Row row = opRows.read(rows, 1);
                Long line = row.line();
                into.add(new Examined.Passed(line == null ? null : new Origin(terms.text(line)), Point.of(row.op())));
                count++;
            }
        }
        return count < EXCEPTIONS_MAX;
    }

    /**
     * Where a reader begins here who knows what is covered: nothing up to this position is left to be told.
     *
     * @param examinedMax how many ops may be looked at whose events stood before them
     */
    long start(Known known, Cover cover, int examinedMax) throws SQLException {
        Long firstN = firstUncovered(known);
        long start = firstN == null ? eventRows.tip() : place(firstN) - 1;
        for (Point point : cover.unread()) {
            start = Math.min(start, before(point));
        }
        // In the order of the events that they joined: the first one that is not covered decides.
        String sql = "SELECT o.below, o.line, o.origin, o.seq, o.n, o.chain FROM op o INDEXED BY op_below"
                + " WHERE o.below IS NOT NULL ORDER BY o.below LIMIT ?";
        long looked = 0;
        try (ResultSet rows = db.query(sql, examinedMax)) {
            while (rows.next()) {
                looked++;
                long below = rows.getLong(1);
                boolean isLast = looked == examinedMax;
                if (below > start || isLast || !isCovered(known, rows, 2)) {
                    return Math.min(start, below - 1);
                }
            }
        }
        return start;
    }

    private long place(long n) throws SQLException {
        return db.count("SELECT place FROM op WHERE n = ?", n);
    }

    /** The first op to arrive that is not covered; null where all are. What is covered but unread is left out. */
    private @Nullable Long firstUncovered(Known known) throws SQLException {
        Long first = null;
        for (Line line : lines().values()) {
            long next = Math.max(known.coveredTo(line.name()), line.first() - 1) + 1;
            if (next <= line.seq()) {
                first = least(first, db.number("SELECT n FROM op WHERE line = ? AND seq = ?", code(line.name()), next));
            }
        }
        for (Origin origin : looseOrigins()) {
            String sql = "SELECT min(n) FROM op WHERE line IS NULL AND origin = ? AND seq > ?";
            first = least(first, db.number(sql, code(origin), known.looseTo(origin)));
        }
        return first;
    }

    private List<Origin> looseOrigins() throws SQLException {
        List<Origin> origins = new ArrayList<>();
        try (ResultSet rows = db.query("SELECT origin FROM loose_origin")) {
            while (rows.next()) {
                origins.add(new Origin(terms.text(rows.getLong(1))));
            }
        }
        return origins;
    }

    private static @Nullable Long least(@Nullable Long a, @Nullable Long b) {
        return a == null ? b : b == null ? a : (Long) Math.min(a, b);
    }

    /** A position before the event of an op that the cover leaves out. */
    private long before(Point point) throws SQLException {
        long before = Long.MAX_VALUE;
        String sql = "SELECT min(min(place, coalesce(below, place))) FROM op WHERE ";
        Long loose = db.number(
                sql + "line IS NULL AND origin = ? AND seq = ?",
                terms.find(point.origin().name()),
                point.seq());
        if (loose != null) {
            before = loose - 1;
        }
        for (Line line : lines(point.origin().base())) {
            Long chained = db.number(sql + "line = ? AND seq = ?", code(line.name()), point.seq());
            if (chained != null) {
                before = Math.min(before, chained - 1);
            }
        }
        return before;
    }

    /** @param at column of {@code o.line}, then origin, seq, n, chain */
    boolean isCovered(Known known, ResultSet rows, int at) throws SQLException {
        long line = rows.getLong(at);
        boolean isLoose = rows.wasNull();
        long seq = rows.getLong(at + 2);
        long n = rows.getLong(at + 3);
        byte[] chain = rows.getBytes(at + 4);
        if (isLoose || chain == null) {
            return known.coversLoose(new Origin(terms.text(rows.getLong(at + 1))), seq, digestOf(n));
        }
        return known.covers(new Origin(terms.text(line)), seq, () -> Digest.of(chain));
    }

    private Supplier<Digest> digestOf(long n) {
        return () -> {
            try {
                return op(n).digest();
            } catch (SQLException e) {
                throw StoreException.of(e, "read a loose op");
            }
        };
    }

    Op op(long n) throws SQLException {
        try (ResultSet rows = db.query("SELECT " + OpRows.COLUMNS + " FROM op o WHERE o.n = ?", n)) {
            if (!rows.next()) {
                throw new StoreException(StoreException.Kind.CORRUPT, "an event names op " + n + ", which is gone");
            }
            return opRows.read(rows, 1).op();
        }
    }

    private long code(Origin name) throws SQLException {
        Long code = terms.find(name.name());
        if (code == null) {
            throw new StoreException(StoreException.Kind.CORRUPT, "line " + name + " has no name");
        }
        return code;
    }

    @Override
    public List<Line> lines(Origin base) {
        try {
            List<Line> of = new ArrayList<>();
            for (Line line : lines().tailMap(base).values()) {
                if (!line.name().base().equals(base)) {
                    break;
                }
                of.add(line);
            }
            return of;
        } catch (SQLException e) {
            throw StoreException.of(e, "read the lines of " + base);
        }
    }

    @Override
    public @Nullable Digest chainAt(Origin line, long seq) {
        try (ResultSet rows =
                db.query("SELECT chain FROM op WHERE line = ? AND seq = ?", terms.find(line.name()), seq)) {
            return rows.next() ? OpRows.digest(rows, 1) : null;
        } catch (SQLException e) {
            throw StoreException.of(e, "read the chain of " + line);
        }
    }

    @Override
    public LooseSummary looseUpTo(Origin origin, long top) {
        try {
            LooseSummary all = recovery.loose(origin);
            if (top >= all.top()) {
                return all;
            }
            // What came since is mostly less than what was there.
            List<Op> above = log.loose(origin, top, Integer.MAX_VALUE, Long.MAX_VALUE);
            LooseSummary left = all;
            Long topThen = db.number(
                    "SELECT max(seq) FROM op WHERE line IS NULL AND origin = ? AND seq <= ?", code(origin), top);
            for (Op op : above) {
                left = left.minus(op.digest(), topThen == null ? 0 : topThen);
            }
            return left;
        } catch (SQLException e) {
            throw StoreException.of(e, "read the loose ops of " + origin);
        }
    }
}
