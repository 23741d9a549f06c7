package io.meshlog.node.store.write;

import io.meshlog.cursor.Places;
import io.meshlog.node.store.file.Database;
import io.meshlog.node.store.row.LooseBlocks;
import io.meshlog.node.store.row.OpRows;
import io.meshlog.op.Digest;
import io.meshlog.op.Op;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Keeps {@code loose_block} in step with the loose ops of a commit. Confined to the writer's thread. */
final class LooseBlockWrites {
    private final Database db;

    /** By origin and block: what this commit changed of it. */
    private final SortedMap<Long, SortedMap<Long, Change>> changes = new TreeMap<>();

    LooseBlockWrites(Database db) {
        this.db = db;
    }

    private static final class Change {
        private long count;
        private Digest digest = Digest.ZERO;
        private long place;
        private long first = Long.MAX_VALUE;
    }

    void clear() {
        changes.clear();
    }

    /** @param n its row number */
    void add(long origin, Op op, Places.Place place, long n) {
        Change change = change(origin, op);
        change.count++;
        change.digest = change.digest.plus(op.digest());
        change.place = Math.max(change.place, place.below() == null ? place.place() : place.below());
        change.first = Math.min(change.first, n);
    }

    void remove(long origin, Op op) {
        Change change = change(origin, op);
        change.count--;
        change.digest = change.digest.minus(op.digest());
    }

    private Change change(long origin, Op op) {
        return changes.computeIfAbsent(origin, code -> new TreeMap<>())
                .computeIfAbsent(op.seq() / LooseBlocks.SEQS, block -> new Change());
    }

    /** To the database, whatever the commit changed. */
    void write() throws SQLException {
        for (Map.Entry<Long, SortedMap<Long, Change>> origin : changes.entrySet()) {
            for (Map.Entry<Long, Change> block : origin.getValue().entrySet()) {
                write(origin.getKey(), block.getKey(), block.getValue());
            }
        }
        changes.clear();
    }

    private void write(long origin, long block, Change change) throws SQLException {
        long count = change.count;
        Digest digest = change.digest;
        try (ResultSet rows =
                db.query("SELECT count, digest FROM loose_block WHERE origin = ? AND block = ?", origin, block)) {
            if (rows.next()) {
                count += rows.getLong(1);
                digest = digest.plus(OpRows.digest(rows, 2));
            }
        }
        if (count == 0) {
            db.update("DELETE FROM loose_block WHERE origin = ? AND block = ?", origin, block);
            return;
        }
        db.update(
                "INSERT INTO loose_block (origin, block, count, digest, place, first) VALUES (?, ?, ?, ?, ?, ?)"
                        + " ON CONFLICT (origin, block) DO UPDATE SET count = excluded.count, digest = excluded.digest,"
                        + " place = max(place, excluded.place), first = min(first, excluded.first)",
                origin,
                block,
                count,
                digest.bytes(),
                change.place,
                change.first);
    }
}
