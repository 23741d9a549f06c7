package io.meshlog.node.store.log;

import io.meshlog.node.store.file.Database;
import io.meshlog.node.store.file.StoreException;
import io.meshlog.node.store.row.OpRows;
import io.meshlog.node.store.row.Terms;
import io.meshlog.op.Artifact;
import io.meshlog.op.Digest;
import io.meshlog.op.Op;
import io.meshlog.op.Origin;
import io.meshlog.vector.Chain;
import io.meshlog.wire.FieldsText;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The questions that both the writer and the readers answer: pages, chain points, artifacts. The contract is that of
 * {@link io.meshlog.replica.OpLog}. Confined to the thread that holds its connection.
 */
public final class LogReads {
    private static final String CHAINED = "SELECT " + OpRows.COLUMNS
            + " FROM op o WHERE o.line = ? AND o.seq > ? AND o.seq <= ? ORDER BY o.seq LIMIT ?";
    private static final String LOOSE = "SELECT " + OpRows.COLUMNS
            + " FROM op o WHERE o.line IS NULL AND o.origin = ? AND o.seq > ? ORDER BY o.seq, o.event_id LIMIT ?";

    private final Database db;
    private final Terms terms;
    private final OpRows opRows;

    public LogReads(Database db, Terms terms) {
        this.db = db;
        this.terms = terms;
        this.opRows = new OpRows(terms);
    }

    public List<Op> chained(Origin line, long after, int opsMax, long bytesMax) throws SQLException {
        List<Op> page = new ArrayList<>();
        long bytes = 0;
        for (Stretch stretch : path(line, after)) {
            try (ResultSet rows = db.query(CHAINED, stretch.line, after, stretch.to, opsMax - page.size())) {
                while (page.size() < opsMax && bytes <= bytesMax && rows.next()) {
                    OpRows.Row row = opRows.read(rows, 1);
                    page.add(row.op());
                    bytes += row.bytes();
                }
            }
        }
        return page;
    }

    /** A part of a path. @param to last seq, inclusive */
    private record Stretch(long line, long to) {}

    /** The lines on the way from the root to a line's signed head that hold ops after that seq, the root's first. */
    private List<Stretch> path(Origin line, long after) throws SQLException {
        Deque<Stretch> path = new ArrayDeque<>();
        Long code = terms.find(line.name());
        long to = Long.MAX_VALUE;
        while (code != null && to > after) {
            try (ResultSet rows = db.query("SELECT parent, first, signed_seq FROM line WHERE name = ?", code)) {
                if (!rows.next()) {
                    break;
                }
                path.addFirst(new Stretch(code, Math.min(to, rows.getLong(3))));
                to = rows.getLong(2) - 1;
                long parent = rows.getLong(1);
                code = rows.wasNull() ? null : (Long) parent;
            }
        }
        return List.copyOf(path);
    }

    public List<Op> loose(Origin origin, long after, int opsMax, long bytesMax) throws SQLException {
        Long code = terms.find(origin.name());
        if (code == null || opsMax < 1) {
            return List.of();
        }
        try (ResultSet rows = db.query(LOOSE, code, after, opsMax)) {
            return page(rows, bytesMax);
        }
    }

    private List<Op> page(ResultSet rows, long bytesMax) throws SQLException {
        List<Op> page = new ArrayList<>();
        long bytes = 0;
        while (bytes <= bytesMax && rows.next()) {
            OpRows.Row row = opRows.read(rows, 1);
            page.add(row.op());
            bytes += row.bytes();
        }
        return page;
    }

    public @Nullable Digest chainAt(Origin line, long seq) throws SQLException {
        Long code = terms.find(line.name());
        boolean isKnown = false;
        while (code != null) {
            try (ResultSet rows = db.query("SELECT parent, first FROM line WHERE name = ?", code)) {
                if (!rows.next()) {
                    return null;
                }
                isKnown = true;
                if (seq >= rows.getLong(2)) {
                    break;
                }
                long parent = rows.getLong(1);
                code = rows.wasNull() ? null : (Long) parent;
            }
        }
        if (code == null) {
            return isKnown && seq == 0 ? Chain.ROOT : null;
        }
        try (ResultSet rows = db.query("SELECT chain FROM op WHERE line = ? AND seq = ?", code, seq)) {
            return rows.next() ? OpRows.digest(rows, 1) : null;
        }
    }

    public @Nullable StoredContent content(String id) throws SQLException {
        String sql = "SELECT a.kind, b.sha256, b.content FROM artifact a JOIN blob b ON b.n = a.blob WHERE a.id = ?";
        try (ResultSet rows = db.query(sql, id)) {
            return rows.next()
                    ? new StoredContent(rows.getString(1), OpRows.digest(rows, 2), verified(id, rows, 2, 3))
                    : null;
        }
    }

    private static byte[] verified(String id, ResultSet rows, int sha256, int content) throws SQLException {
        Digest digest = OpRows.digest(rows, sha256);
        byte[] bytes = rows.getBytes(content);
        if (bytes == null || !Digest.sha256(bytes).equals(digest)) {
            throw new StoreException(
                    StoreException.Kind.CORRUPT, "the content of artifact " + id + " is not what " + digest + " says");
        }
        return bytes;
    }

    public @Nullable Artifact artifact(String id) throws SQLException {
        String sql = "SELECT a.kind, b.sha256, a.size_bytes, b.content, a.created_by, a.created_at, a.origin,"
                + " a.metadata, a.doc FROM artifact a JOIN blob b ON b.n = a.blob WHERE a.id = ?";
        try (ResultSet rows = db.query(sql, id)) {
            if (!rows.next()) {
                return null;
            }
            return new Artifact(
                    id,
                    rows.getString(1),
                    OpRows.digest(rows, 2),
                    rows.getLong(3),
                    new String(verified(id, rows, 2, 4), StandardCharsets.UTF_8),
                    rows.getString(5),
                    rows.getString(6),
                    rows.getString(7),
                    rows.getString(8),
                    FieldsText.read(rows.getString(9)));
        }
    }
}
