package io.meshlog.node.store.log;

import io.meshlog.node.store.file.Database;
import io.meshlog.node.store.row.OpRows;
import io.meshlog.node.store.row.Terms;
import io.meshlog.node.store.view.ViewSizes;
import io.meshlog.op.Origin;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** What an operator asks: how much is here, what is held up. Confined to the thread that holds its connection. */
public final class Counts {
    private final Database db;
    private final Terms terms;
    private final OpRows opRows;

    public Counts(Database db, Terms terms) {
        this.db = db;
        this.terms = terms;
        this.opRows = new OpRows(terms);
    }

    /**
     * Adds up what is counted already, and counts only what is few: the size of the log does not matter. An op is one that
     * readers see its event by, or hidden behind such a one, or unreadable.
     */
    public StoreCounts counts() throws SQLException {
        long events = db.count("SELECT coalesce(sum(events), 0) FROM heard");
        long unreadable = db.count("SELECT count(*) FROM op INDEXED BY op_unreadable WHERE fault IS NOT NULL");
        return new StoreCounts(
                events,
                events + db.count("SELECT count(*) FROM carrier") + unreadable,
                db.count("SELECT count(DISTINCT artifact) FROM pending_artifact"),
                unreadable,
                db.count("SELECT coalesce(max(seq), 0) FROM event"),
                db.count("SELECT coalesce((SELECT arrived FROM op ORDER BY n DESC LIMIT 1), 0)"));
    }

    public ViewSizes viewSizes() throws SQLException {
        return new ViewSizes(
                db.count("SELECT count(*) FROM ask INDEXED BY ask_owed WHERE cleared = 0"),
                db.count("SELECT count(*) FROM agent"),
                db.count("SELECT count(*) FROM conflict"));
    }

    public List<Quarantined> quarantine(int limit) throws SQLException {
        List<Quarantined> quarantined = new ArrayList<>();
        String sql = "SELECT o.arrived, " + OpRows.COLUMNS
                + " FROM op o INDEXED BY op_unreadable WHERE o.fault IS NOT NULL ORDER BY o.n LIMIT ?";
        try (ResultSet rows = db.query(sql, limit)) {
            while (rows.next()) {
                OpRows.Row row = opRows.read(rows, 2);
                Long line = row.line();
                Origin name = line == null ? row.op().origin() : new Origin(terms.text(line));
                quarantined.add(new Quarantined(row.op(), name, rows.getLong(1)));
            }
        }
        return List.copyOf(quarantined);
    }

    public List<PendingArtifact> pending(int limit) throws SQLException {
        List<PendingArtifact> pending = new ArrayList<>();
        String sql = "SELECT p.artifact, t.text, o.seq, p.ops FROM"
                + " (SELECT artifact, min(op) AS op, count(*) AS ops FROM pending_artifact"
                + " GROUP BY artifact ORDER BY artifact LIMIT ?) p"
                + " JOIN op o ON o.n = p.op JOIN term t ON t.code = o.origin ORDER BY p.artifact";
        try (ResultSet rows = db.query(sql, limit)) {
            while (rows.next()) {
                pending.add(new PendingArtifact(
                        rows.getString(1), new Origin(rows.getString(2)), rows.getLong(3), rows.getLong(4)));
            }
        }
        return List.copyOf(pending);
    }
}
