package io.meshlog.node.store.write;

import io.meshlog.node.store.file.Database;
import io.meshlog.node.store.row.OpRows;
import io.meshlog.node.store.row.Terms;
import io.meshlog.op.Origin;
import io.meshlog.replica.Commit;
import io.meshlog.replica.Line;
import io.meshlog.replica.Succession;
import io.meshlog.vector.Head;
import io.meshlog.vector.LooseSummary;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Writes what a replica is rebuilt from: absolute values, so the last one stands. Confined to the writer's thread. */
final class StateWrites {
    private final Database db;
    private final Terms terms;

    StateWrites(Database db, Terms terms) {
        this.db = db;
        this.terms = terms;
    }

    /** The line that a line went on from so far, or null. */
    @Nullable
    Origin parent(Origin line) throws SQLException {
        String sql = "SELECT p.text FROM line l JOIN term p ON p.code = l.parent WHERE l.name = ?";
        String parent = db.text(sql, terms.find(line.name()));
        return parent == null ? null : new Origin(parent);
    }

    void put(Line line) throws SQLException {
        Origin parent = line.parent();
        db.update(
                "INSERT INTO line (name, parent, first, root, seq, chain, signed_seq, signed_chain, sig)"
                        + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (name) DO UPDATE SET"
                        + " parent = excluded.parent, first = excluded.first, root = excluded.root,"
                        + " seq = excluded.seq, chain = excluded.chain, signed_seq = excluded.signed_seq,"
                        + " signed_chain = excluded.signed_chain, sig = excluded.sig",
                terms.code(line.name().name()),
                parent == null ? null : (Long) terms.code(parent.name()),
                line.first(),
                line.root().bytes(),
                line.seq(),
                line.chain().bytes(),
                line.signedSeq(),
                line.signedChain().bytes(),
                OpRows.bytes(line.sig()));
    }

    void put(Origin origin, LooseSummary summary) throws SQLException {
        long code = terms.code(origin.name());
        if (summary.count() == 0) {
            db.update("DELETE FROM loose_origin WHERE origin = ?", code);
            return;
        }
        db.update(
                "INSERT INTO loose_origin (origin, top, count, digest) VALUES (?, ?, ?, ?)"
                        + " ON CONFLICT (origin) DO UPDATE SET top = excluded.top, count = excluded.count,"
                        + " digest = excluded.digest",
                code,
                summary.top(),
                summary.count(),
                summary.digest().bytes());
    }

    void put(Commit.Position position) throws SQLException {
        db.update(
                "INSERT INTO peer_position (peer, origin, seq, event_id) VALUES (?, ?, ?, ?)"
                        + " ON CONFLICT (peer, origin) DO UPDATE SET seq = excluded.seq, event_id = excluded.event_id",
                position.peer(),
                terms.code(position.origin().name()),
                position.seq(),
                position.eventId());
    }

    void put(Succession succession) throws SQLException {
        Head sealed = succession.sealed();
        db.update(
                "INSERT INTO succession (old_id, new_id, new_sig, old_sig, sealed_line, sealed_seq, sealed_chain,"
                        + " sealed_sig) VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (old_id, new_id) DO UPDATE SET"
                        + " new_sig = excluded.new_sig, old_sig = excluded.old_sig,"
                        + " sealed_line = excluded.sealed_line, sealed_seq = excluded.sealed_seq,"
                        + " sealed_chain = excluded.sealed_chain, sealed_sig = excluded.sealed_sig",
                succession.oldId().name(),
                succession.newId().name(),
                OpRows.bytes(succession.newSig()),
                OpRows.bytes(succession.oldSig()),
                sealed == null ? null : sealed.origin().name(),
                sealed == null ? null : (Long) sealed.seq(),
                sealed == null ? null : sealed.chain().bytes(),
                sealed == null ? null : OpRows.bytes(sealed.sig()));
    }
}
