package io.meshlog.node.store.write;

import io.meshlog.node.store.file.Database;
import io.meshlog.node.store.row.OpRows;
import io.meshlog.node.store.row.Terms;
import io.meshlog.op.Origin;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Keeps {@code colliding}: the loose ops that a reference peer is shown under names of their own (spec §5.5), because
 * an op of the line of that name, or a loose op with a smaller event id, has their address. Confined to the writer's
 * thread.
 */
final class Collisions {
    private static final String LOOSE = "SELECT o.n, o.seq FROM op o"
            + " WHERE o.line IS NULL AND o.origin = ? AND o.seq BETWEEN ? AND ? ORDER BY o.seq, o.event_id";

    private record Shown(long n, long seq, boolean isFirst) {}

    private final Database db;
    private final Terms terms;
    private final OpRows opRows;

    Collisions(Database db, Terms terms) {
        this.db = db;
        this.terms = terms;
        this.opRows = new OpRows(terms);
    }

    /** Names anew the loose ops of an origin between two seqs, inclusive. */
    void refresh(long origin, long from, long to) throws SQLException {
        List<Shown> shown = new ArrayList<>();
        try (ResultSet rows = db.query(LOOSE, origin, from, to)) {
            long last = 0;
            while (rows.next()) {
                long seq = rows.getLong(2);
                shown.add(new Shown(rows.getLong(1), seq, seq != last));
                last = seq;
            }
        }
        for (Shown op : shown) {
            boolean isChained = db.number("SELECT 1 FROM op WHERE line = ? AND seq = ?", origin, op.seq()) != null;
            if (op.isFirst() && !isChained) {
                db.update("DELETE FROM colliding WHERE op = ?", op.n());
            } else if (db.number("SELECT 1 FROM colliding WHERE op = ?", op.n()) == null) {
                long name = terms.code(nameOf(op.n()).name());
                db.update("INSERT INTO colliding (op, name, seq) VALUES (?, ?, ?)", op.n(), name, op.seq());
            }
        }
    }

    private Origin nameOf(long n) throws SQLException {
        try (ResultSet rows = db.query("SELECT " + OpRows.COLUMNS + " FROM op o WHERE o.n = ?", n)) {
            rows.next();
            io.meshlog.op.Op op = opRows.read(rows, 1).op();
            return op.origin().colliding(op.digest());
        }
    }
}
