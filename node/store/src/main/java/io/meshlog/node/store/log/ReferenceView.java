package io.meshlog.node.store.log;

import io.meshlog.node.store.file.Database;
import io.meshlog.node.store.row.OpRows;
import io.meshlog.node.store.row.Terms;
import io.meshlog.op.JsonText;
import io.meshlog.op.Op;
import io.meshlog.op.Origin;
import io.meshlog.vector.VersionVector;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The log as a reference peer can digest it (spec §5.5): each event once, by its visible op; lines and loose origins
 * under their names, a loose op whose address is taken under a name of its own; nothing unreadable; each name ends
 * before its first op with a pending artifact. Confined to the thread that holds its connection.
 *
 * <p>The vector costs two or three index probes a name, however long its history is; only ops at its very end that are
 * not shown add to it.
 */
public final class ReferenceView {
    private static final String SHOWN =
            " AND o.fault IS NULL AND NOT EXISTS (SELECT 1 FROM carrier c WHERE c.op = o.n)";
    private static final String OWN_NAME = SHOWN + " AND NOT EXISTS (SELECT 1 FROM colliding x WHERE x.op = o.n)";

    private static final String CHAINED =
            " FROM op o WHERE o.line = ? AND o.seq > ? AND o.seq < ?" + SHOWN + " ORDER BY o.seq";
    private static final String LOOSE = " FROM op o WHERE o.line IS NULL AND o.origin = ? AND o.seq > ? AND o.seq < ?"
            + OWN_NAME + " ORDER BY o.seq";
    private static final String COLLIDING = " FROM colliding y CROSS JOIN op o ON o.n = y.op"
            + " WHERE y.name = ? AND y.seq > ? AND y.seq < ?" + SHOWN + " ORDER BY y.seq";

    private final Database db;
    private final Terms terms;
    private final OpRows opRows;

    public ReferenceView(Database db, Terms terms) {
        this.db = db;
        this.terms = terms;
        this.opRows = new OpRows(terms);
    }

    public VersionVector vector() throws SQLException {
        SortedMap<Long, Long> ends = ends();
        SortedMap<Origin, Long> tops = new TreeMap<>();
        try (ResultSet rows = db.query("SELECT name, signed_seq FROM line")) {
            while (rows.next()) {
                long end = Math.min(end(ends, rows.getLong(1)), rows.getLong(2) + 1);
                top(tops, CHAINED, rows.getLong(1), end);
            }
        }
        try (ResultSet rows = db.query("SELECT origin FROM loose_origin")) {
            while (rows.next()) {
                top(tops, LOOSE, rows.getLong(1), end(ends, rows.getLong(1)));
            }
        }
        try (ResultSet rows = db.query("SELECT DISTINCT name FROM colliding")) {
            while (rows.next()) {
                top(tops, COLLIDING, rows.getLong(1), end(ends, rows.getLong(1)));
            }
        }
        return VersionVector.of(tops);
    }

    private void top(SortedMap<Origin, Long> tops, String from, long name, long end) throws SQLException {
        Long top = db.number("SELECT o.seq" + from + " DESC LIMIT 1", name, 0, end);
        if (top != null) {
            tops.merge(new Origin(terms.text(name)), top, Math::max);
        }
    }

    private static long end(SortedMap<Long, Long> ends, long name) {
        Long end = ends.get(name);
        return end == null ? Long.MAX_VALUE : end;
    }

    /**
     * Per name, the seq of the first op with a pending artifact that is shown, or would be if it were signed: signing it
     * must not take back what was shown.
     */
    private SortedMap<Long, Long> ends() throws SQLException {
        SortedMap<Long, Long> ends = new TreeMap<>();
        String sql = "SELECT coalesce(x.name, o.line, o.origin), min(o.seq)"
                + " FROM (SELECT DISTINCT op FROM pending_artifact) p CROSS JOIN op o ON o.n = p.op"
                + " LEFT JOIN colliding x ON x.op = o.n WHERE TRUE" + SHOWN + " GROUP BY 1";
        try (ResultSet rows = db.query(sql)) {
            while (rows.next()) {
                ends.put(rows.getLong(1), rows.getLong(2));
            }
        }
        return ends;
    }

    public List<Op> ops(Origin name, long after, int opsMax, long bytesMax) throws SQLException {
        Long code = terms.find(name.name());
        if (code == null || opsMax < 1) {
            return List.of();
        }
        long end = end(ends(), code);
        Long signed = db.number("SELECT signed_seq FROM line WHERE name = ?", code);
        List<OpRows.Row> rows = new ArrayList<>();
        // What one source holds back for its size hides what other sources hold beyond it.
        long complete = Long.MAX_VALUE;
        if (signed != null) {
            long signedEnd = Math.min(end, signed + 1);
            complete = Math.min(complete, read(CHAINED, code, after, signedEnd, opsMax, bytesMax, rows));
        }
        complete = Math.min(complete, read(LOOSE, code, after, end, opsMax, bytesMax, rows));
        complete = Math.min(complete, read(COLLIDING, code, after, end, opsMax, bytesMax, rows));
        rows.sort(Comparator.comparingLong(row -> row.op().seq()));
        List<Op> page = new ArrayList<>();
        long bytes = 0;
        for (OpRows.Row row : rows) {
            if (page.size() >= opsMax || bytes > bytesMax || row.op().seq() > complete) {
                break;
            }
            page.add(shownAs(name, row.op()));
            bytes += row.bytes();
        }
        return page;
    }

    /** @return the seq up to which the rows of this source are complete, inclusive */
    private long read(String from, long name, long after, long end, int opsMax, long bytesMax, List<OpRows.Row> into)
            throws SQLException {
        long bytes = 0;
        int count = 0;
        long last = after;
        try (ResultSet rows = db.query("SELECT " + OpRows.COLUMNS + from + " LIMIT ?", name, after, end, opsMax)) {
            while (bytes <= bytesMax && rows.next()) {
                OpRows.Row row = opRows.read(rows, 1);
                into.add(row);
                bytes += row.bytes();
                count++;
                last = row.op().seq();
            }
        }
        return count >= opsMax || bytes > bytesMax ? last : Long.MAX_VALUE;
    }

    private static Op shownAs(Origin name, Op op) {
        if (op.origin().equals(name)) {
            return op.asLoose();
        }
        return Op.loose(name, op.seq(), op.fields().with("origin_replica", JsonText.quote(name.name())), op.reading());
    }
}
