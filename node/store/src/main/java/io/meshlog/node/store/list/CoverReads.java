package io.meshlog.node.store.list;

import io.meshlog.cursor.Cover;
import io.meshlog.cursor.Examined;
import io.meshlog.cursor.Holdings;
import io.meshlog.cursor.Known;
import io.meshlog.cursor.Point;
import io.meshlog.node.store.file.Database;
import io.meshlog.node.store.file.StoreException;
import io.meshlog.node.store.log.Recovery;
import io.meshlog.node.store.row.EventRows;
import io.meshlog.node.store.row.LooseBlocks;
import io.meshlog.node.store.row.OpRows;
import io.meshlog.node.store.row.Terms;
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
public final class CoverReads implements Holdings {
    /** Exceptions that are looked at: an op that could not be read, an event that moved on. */
    private static final int EXCEPTIONS_MAX = 2_000;

    /** Ops of a line looked at because their events stood before them. */
    private static final int BEYOND_MAX = 5_000;

    private static final String OPS_OF =
            " (SELECT op, id FROM event INDEXED BY event_revised WHERE flags & 1 AND seq > ?)";

    private final Database db;
    private final Terms terms;
    private final Recovery recovery;
    private final OpRows opRows;
    private final LooseBlocks blocks;
    private final EventRows eventRows;

    public CoverReads(Database db, Terms terms, EventRows eventRows) {
        this.db = db;
        this.terms = terms;
        this.eventRows = eventRows;
        this.recovery = new Recovery(db, terms);
        this.opRows = new OpRows(terms);
        this.blocks = new LooseBlocks(db, opRows);
    }

    /** Lines as this transaction sees them; read when they are first wanted. */
    private @Nullable SortedMap<Origin, Line> lines;

    /** A new transaction begins: what was read in others is of the past. */
    public void begin() {
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
    public Cover coverAt(long position, Known before) throws SQLException {
        return examined(position).and(before, this);
    }

    private Examined examined(long position) throws SQLException {
        boolean isAtTip = position >= eventRows.tip();
        SortedMap<Origin, Line> all = lines();
        SortedMap<Origin, Long> ends = new TreeMap<>();
        SortedMap<Origin, LooseSummary> loose = new TreeMap<>();
        List<Examined.Passed> passed = new ArrayList<>();
        if (!passed(isAtTip ? Long.MAX_VALUE : position, passed)) {
            return new Examined(all, ends, loose, List.of(), List.of());
        }
        for (Line line : all.values()) {
            long end = isAtTip || line.isEmpty() ? line.seq() : end(line, position, passed);
            if (end >= line.first()) {
                ends.put(line.name(), end);
            }
        }
        for (Origin origin : looseOrigins()) {
            LooseSummary summary = isAtTip ? recovery.loose(origin) : looseExamined(origin, position, passed);
            if (summary.count() > 0) {
                loose.put(origin, summary);
            }
        }
        return new Examined(all, ends, loose, passed, hidden(position));
    }

    private LooseSummary looseExamined(Origin origin, long position, List<Examined.Passed> passed) throws SQLException {
        LooseBlocks.Reach reach = blocks.examined(code(origin), position);
        for (Op op : reach.skipped()) {
            passed.add(new Examined.Passed(null, Point.of(op)));
        }
        return blocks.upTo(code(origin), reach.top());
    }

    /** Of what was shown up to the position: those that say something else, the latest first. */
    private List<Examined.Passed> hidden(long position) throws SQLException {
        List<Examined.Passed> hidden = new ArrayList<>();
        String sql = "SELECT e.op, " + OpRows.COLUMNS + " FROM (SELECT op, id, seq FROM event INDEXED BY event_conflict"
                + " WHERE flags & 2 AND seq <= ? ORDER BY seq DESC LIMIT ?) e"
                + " CROSS JOIN carrier c ON c.event_id = e.id CROSS JOIN op o ON o.n = c.op LIMIT ?";
        List<OpRows.Row> carriers = new ArrayList<>();
        List<Long> visible = new ArrayList<>();
        try (ResultSet rows = db.query(sql, position, Examined.HIDDEN_MAX, 2 * Examined.HIDDEN_MAX)) {
            while (rows.next()) {
                visible.add(rows.getLong(1));
                carriers.add(opRows.read(rows, 2));
            }
        }
        for (int i = 0; i < carriers.size(); i++) {
            OpRows.Row row = carriers.get(i);
            if (!op(visible.get(i)).payload().equals(row.op().payload())) {
                hidden.add(passed(row));
            }
        }
        return hidden;
    }

    private Examined.Passed passed(OpRows.Row row) throws SQLException {
        Long line = row.line();
        return new Examined.Passed(line == null ? null : new Origin(terms.text(line)), Point.of(row.op()));
    }

    /** The last op of a line such that all up to it arrived up to the position. */
    private long end(Line line, long position, List<Examined.Passed> passed) throws SQLException {
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
            end = beyond(line.name(), code, from, position, passed);
        }
        return end;
    }

    /** Goes on from there to ops whose events stood up to the position already, past a few that do not. */
    private long beyond(Origin name, long line, long from, long position, List<Examined.Passed> passed)
            throws SQLException {
        long end = from;
        List<Long> skipped = new ArrayList<>();
        String sql = "SELECT seq FROM op INDEXED BY op_below_line WHERE below IS NOT NULL AND line = ? AND seq > ?"
                + " AND below <= ? ORDER BY seq LIMIT ?";
        try (ResultSet rows = db.query(sql, line, from, position, BEYOND_MAX)) {
            while (rows.next() && skipped.size() + rows.getLong(1) - end - 1 <= Examined.SKIPPED_MAX) {
                long seq = rows.getLong(1);
                for (long between = end + 1; between < seq; between++) {
                    skipped.add(between);
                }
                end = seq;
            }
        }
        for (long seq : skipped) {
            Digest chain = java.util.Objects.requireNonNull(chainAt(name, seq));
            passed.add(new Examined.Passed(name, new Point(name, seq, chain.hex16())));
        }
        return end;
    }

    private long place(long line, long seq) throws SQLException {
        return db.count("SELECT place FROM op WHERE line = ? AND seq = ?", line, seq);
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
                into.add(passed(row));
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
    public long start(Known known, int examinedMax) throws SQLException {
        Long firstN = firstUncovered(known);
        long start = firstN == null ? eventRows.tip() : placeFrom(firstN) - 1;
        for (Point point : known.unread()) {
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

    private long placeFrom(long n) throws SQLException {
        return db.count("SELECT place FROM op WHERE n >= ? ORDER BY n LIMIT 1", n);
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
            first = least(first, blocks.firstAbove(code(origin), known.looseTo(origin)));
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
    public @Nullable Digest digestAt(Origin line, long seq) {
        try {
            Long n = db.number("SELECT n FROM op WHERE line = ? AND seq = ?", terms.find(line.name()), seq);
            return n == null ? null : op(n).digest();
        } catch (SQLException e) {
            throw StoreException.of(e, "read an op of " + line);
        }
    }

    @Override
    public LooseSummary looseUpTo(Origin origin, long top) {
        try {
            LooseSummary all = recovery.loose(origin);
            return top >= all.top() ? all : blocks.upTo(code(origin), top);
        } catch (SQLException e) {
            throw StoreException.of(e, "read the loose ops of " + origin);
        }
    }

    @Override
    public List<Op> looseLatest(Origin origin, long top, int max) {
        String sql = "SELECT " + OpRows.COLUMNS + " FROM op o WHERE o.line IS NULL AND o.origin = ? AND o.seq <= ?"
                + " ORDER BY o.n DESC LIMIT ?";
        List<Op> latest = new ArrayList<>();
        try (ResultSet rows = db.query(sql, terms.find(origin.name()), top, max)) {
            while (rows.next()) {
                latest.add(opRows.read(rows, 1).op());
            }
            return latest;
        } catch (SQLException e) {
            throw StoreException.of(e, "read the loose ops of " + origin);
        }
    }
}
