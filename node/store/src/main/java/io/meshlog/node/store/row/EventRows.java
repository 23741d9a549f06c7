package io.meshlog.node.store.row;

import io.meshlog.node.store.file.Database;
import io.meshlog.node.store.file.StoreException;
import io.meshlog.op.Event;
import io.meshlog.op.Origin;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows of {@code event} with their visible ops. Confined to the thread that holds its connection. */
public final class EventRows {
    /** What {@link #read} wants, in this order, of an event {@code e} and its op {@code o}. */
    public static final String COLUMNS = "e.seq, e.flags, " + OpRows.COLUMNS;

    /** Bits of {@code flags}. */
    public static final int REVISED = 1;

    public static final int CONFLICT = 2;

    private static final String SELECT = "SELECT " + COLUMNS + " FROM event e CROSS JOIN op o ON o.n = e.op WHERE ";

    private final Database db;
    private final Terms terms;
    private final OpRows opRows;

    public EventRows(Database db, Terms terms) {
        this.db = db;
        this.terms = terms;
        this.opRows = new OpRows(terms);
    }

    /** @param bytes of the op's JSON */
    public record Row(StoredEvent event, long bytes) {
        /** For a reader who was shown something else. */
        public Row revised() {
            StoredEvent was = event;
            return new Row(
                    new StoredEvent(
                            was.op(),
                            was.seq(),
                            true,
                            was.conflict(),
                            was.unverified(),
                            was.pendingArtifacts(),
                            was.line()),
                    bytes);
        }
    }

    public @Nullable Row byId(String eventId) throws SQLException {
        try (ResultSet rows = db.query(SELECT + "e.id = ?", eventId)) {
            return rows.next() ? read(rows) : null;
        }
    }

    public Row bySeq(long seq) throws SQLException {
        try (ResultSet rows = db.query(SELECT + "e.seq = ?", seq)) {
            if (!rows.next()) {
                throw new StoreException(StoreException.Kind.CORRUPT, "event " + seq + " has no op");
            }
            return read(rows);
        }
    }

    /** Where an event was delivered first, wherever it stands now; null for one that is not here. */
    public @Nullable Long firstSeq(String eventId) throws SQLException {
        return db.number("SELECT coalesce(first_seq, seq) FROM event WHERE id = ?", eventId);
    }

    public long tip() throws SQLException {
        return db.count("SELECT coalesce(max(seq), 0) FROM event");
    }

    public Row read(ResultSet rows) throws SQLException {
        OpRows.Row row = opRows.read(rows, 3);
        int flags = rows.getInt(2);
        Long line = row.line();
        StoredEvent event = new StoredEvent(
                row.op(),
                rows.getLong(1),
                (flags & REVISED) != 0,
                (flags & CONFLICT) != 0,
                line == null,
                pending(row),
                line == null ? row.op().origin() : new Origin(terms.text(line)));
        return new Row(event, row.bytes());
    }

    private List<String> pending(OpRows.Row row) throws SQLException {
        Event event = row.op().eventOrNull();
        if (event == null || event.content().artifactIds().isEmpty()) {
            return List.of();
        }
        List<String> ids = new ArrayList<>();
        try (ResultSet rows =
                db.query("SELECT artifact FROM pending_artifact WHERE op = ? ORDER BY artifact", row.n())) {
            while (rows.next()) {
                ids.add(rows.getString(1));
            }
        }
        return List.copyOf(ids);
    }
}
