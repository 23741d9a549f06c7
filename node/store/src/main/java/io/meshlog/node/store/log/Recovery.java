package io.meshlog.node.store.log;

import io.meshlog.hlc.ClockMark;
import io.meshlog.node.store.file.Database;
import io.meshlog.node.store.row.OpRows;
import io.meshlog.node.store.row.Terms;
import io.meshlog.op.Op;
import io.meshlog.op.Origin;
import io.meshlog.replica.Commit;
import io.meshlog.replica.Line;
import io.meshlog.replica.RecoveredState;
import io.meshlog.replica.Succession;
import io.meshlog.vector.Head;
import io.meshlog.vector.LooseSummary;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Reads what a replica is rebuilt from; its cost grows with origins, not with ops. Confined to the thread that
 * holds its connection.
 */
public final class Recovery {
    private final Database db;
    private final Terms terms;
    private final OpRows opRows;

    public Recovery(Database db, Terms terms) {
        this.db = db;
        this.terms = terms;
        this.opRows = new OpRows(terms);
    }

    public RecoveredState recover() throws SQLException {
        SortedMap<Origin, Line> lines = lines();
        List<RecoveredState.UnsignedOp> unsigned = unsigned(lines);
        SortedMap<Origin, LooseSummary> loose = loose();
        List<Commit.Position> positions = positions();
        List<Succession> successions = successions();
        try (ResultSet rows =
                db.query("SELECT replica, renewal_due, clock_millis, clock_counter, next_seq FROM meta")) {
            rows.next();
            return new RecoveredState(
                    new Origin(rows.getString(1)),
                    rows.getString(2),
                    new ClockMark(rows.getLong(3), rows.getInt(4)),
                    lines,
                    loose,
                    unsigned,
                    positions,
                    successions,
                    rows.getLong(5));
        }
    }

    /** Every line as it stands, by name. */
    public SortedMap<Origin, Line> lines() throws SQLException {
        SortedMap<Origin, Line> lines = new TreeMap<>();
        String sql = "SELECT n.text, p.text, l.first, l.root, l.seq, l.chain, l.signed_seq, l.signed_chain, l.sig"
                + " FROM line l JOIN term n ON n.code = l.name LEFT JOIN term p ON p.code = l.parent";
        try (ResultSet rows = db.query(sql)) {
            while (rows.next()) {
                Origin name = new Origin(rows.getString(1));
                String parent = rows.getString(2);
                lines.put(
                        name,
                        new Line(
                                name,
                                parent == null ? null : new Origin(parent),
                                rows.getLong(3),
                                OpRows.digest(rows, 4),
                                rows.getLong(5),
                                OpRows.digest(rows, 6),
                                rows.getLong(7),
                                OpRows.digest(rows, 8),
                                OpRows.signature(rows.getBytes(9))));
            }
        }
        return lines;
    }

    private List<RecoveredState.UnsignedOp> unsigned(SortedMap<Origin, Line> lines) throws SQLException {
        List<RecoveredState.UnsignedOp> unsigned = new ArrayList<>();
        for (Line line : lines.values()) {
            if (line.seq() > line.signedSeq()) {
                String sql = "SELECT " + OpRows.COLUMNS + " FROM op o WHERE o.line = ? AND o.seq > ? ORDER BY o.seq";
                try (ResultSet rows = db.query(sql, terms.find(line.name().name()), line.signedSeq())) {
                    while (rows.next()) {
                        Op op = opRows.read(rows, 1).op();
                        unsigned.add(RecoveredState.UnsignedOp.of(line.name(), op));
                    }
                }
            }
        }
        return unsigned;
    }

    /** Of one origin; nothing where it has no loose ops. */
    public LooseSummary loose(Origin origin) throws SQLException {
        String sql = "SELECT top, count, digest FROM loose_origin WHERE origin = ?";
        try (ResultSet rows = db.query(sql, terms.find(origin.name()))) {
            return rows.next()
                    ? new LooseSummary(rows.getLong(1), rows.getLong(2), OpRows.digest(rows, 3))
                    : LooseSummary.NONE;
        }
    }

    private SortedMap<Origin, LooseSummary> loose() throws SQLException {
        SortedMap<Origin, LooseSummary> loose = new TreeMap<>();
        String sql = "SELECT t.text, l.top, l.count, l.digest FROM loose_origin l JOIN term t ON t.code = l.origin";
        try (ResultSet rows = db.query(sql)) {
            while (rows.next()) {
                loose.put(
                        new Origin(rows.getString(1)),
                        new LooseSummary(rows.getLong(2), rows.getLong(3), OpRows.digest(rows, 4)));
            }
        }
        return loose;
    }

    private List<Commit.Position> positions() throws SQLException {
        List<Commit.Position> positions = new ArrayList<>();
        String sql = "SELECT p.peer, t.text, p.seq, p.event_id FROM peer_position p JOIN term t ON t.code = p.origin"
                + " ORDER BY p.peer, t.text";
        try (ResultSet rows = db.query(sql)) {
            while (rows.next()) {
                positions.add(new Commit.Position(
                        rows.getString(1), new Origin(rows.getString(2)), rows.getLong(3), rows.getString(4)));
            }
        }
        return positions;
    }

    private List<Succession> successions() throws SQLException {
        List<Succession> successions = new ArrayList<>();
        String sql = "SELECT old_id, new_id, new_sig, old_sig, sealed_line, sealed_seq, sealed_chain, sealed_sig"
                + " FROM succession ORDER BY old_id, new_id";
        try (ResultSet rows = db.query(sql)) {
            while (rows.next()) {
                successions.add(new Succession(
                        new Origin(rows.getString(1)),
                        sealed(rows),
                        new Origin(rows.getString(2)),
                        java.util.Objects.requireNonNull(OpRows.signature(rows.getBytes(3))),
                        OpRows.signature(rows.getBytes(4))));
            }
        }
        return successions;
    }

    private static @Nullable Head sealed(ResultSet rows) throws SQLException {
        String line = rows.getString(5);
        return line == null
                ? null
                : new Head(
                        new Origin(line), rows.getLong(6), OpRows.digest(rows, 7), OpRows.signature(rows.getBytes(8)));
    }
}
