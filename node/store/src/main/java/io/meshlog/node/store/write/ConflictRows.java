package io.meshlog.node.store.write;

import io.meshlog.node.store.file.Database;
import io.meshlog.view.Conflict.Kind;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Writes to {@code conflict}. Confined to the writer's thread. */
final class ConflictRows {
    private final Database db;

    ConflictRows(Database db) {
        this.db = db;
    }

    void put(Kind kind, byte[] place, @Nullable Long op) throws SQLException {
        db.update(
                "INSERT INTO conflict (kind, place, op) VALUES (?, ?, ?)"
                        + " ON CONFLICT (kind, place) DO UPDATE SET op = excluded.op",
                kind.ordinal(),
                place,
                op);
    }

    void delete(Kind kind, byte[] place) throws SQLException {
        db.update("DELETE FROM conflict WHERE kind = ? AND place = ?", kind.ordinal(), place);
    }
}
