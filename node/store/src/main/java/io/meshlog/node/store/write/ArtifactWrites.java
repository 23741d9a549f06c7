package io.meshlog.node.store.write;

import static io.meshlog.node.store.write.CommitWriter.require;

import io.meshlog.node.store.file.Database;
import io.meshlog.node.store.row.OpRows;
import io.meshlog.node.store.row.Terms;
import io.meshlog.op.Artifact;
import io.meshlog.op.Digest;
import io.meshlog.wire.FieldsText;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Writes artifacts: content once per digest, a record per id. Confined to the writer's thread. */
final class ArtifactWrites {
    private static final String WAITING =
            "SELECT " + OpRows.COLUMNS + " FROM pending_artifact p CROSS JOIN op o ON o.n = p.op WHERE p.artifact = ?";

    private final Database db;
    private final OpRows opRows;

    ArtifactWrites(Database db, Terms terms) {
        this.db = db;
        this.opRows = new OpRows(terms);
    }

    void put(Artifact artifact) throws SQLException {
        byte[] content = artifact.content().getBytes(StandardCharsets.UTF_8);
        require(
                content.length == artifact.sizeBytes() && Digest.sha256(content).equals(artifact.sha256()),
                () -> "artifact " + artifact.id() + " is not the content that its digest names");
        forget(artifact);
        db.update(
                "INSERT INTO artifact (id, kind, blob, size_bytes, created_by, created_at, origin, metadata, doc)"
                        + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                artifact.id(),
                artifact.kind(),
                blob(artifact.sha256(), content),
                artifact.sizeBytes(),
                artifact.createdBy(),
                artifact.createdAt(),
                artifact.originReplica(),
                artifact.metadata(),
                FieldsText.write(artifact.fields()));
        endWaits(artifact);
    }

    /** Content that nothing proved gives way to what an op was signed with. */
    private void forget(Artifact artifact) throws SQLException {
        Long blob = db.number("SELECT blob FROM artifact WHERE id = ?", artifact.id());
        if (blob != null) {
            Long same = db.number(
                    "SELECT n FROM blob WHERE sha256 = ?", artifact.sha256().bytes());
            require(!blob.equals(same), () -> "artifact " + artifact.id() + " is here already");
            db.update("DELETE FROM artifact WHERE id = ?", artifact.id());
            db.update(
                    "DELETE FROM blob WHERE n = ? AND NOT EXISTS (SELECT 1 FROM artifact WHERE blob = ?)", blob, blob);
        }
    }

    /** An op that was signed with other content waits on. */
    private void endWaits(Artifact artifact) throws SQLException {
        List<Long> ended = new ArrayList<>();
        try (ResultSet rows = db.query(WAITING, artifact.id())) {
            while (rows.next()) {
                OpRows.Row row = opRows.read(rows, 1);
                Digest signed = row.op().signedArtifact(artifact.id());
                if (signed == null || signed.equals(artifact.sha256())) {
                    ended.add(row.n());
                }
            }
        }
        for (long op : ended) {
            db.update("DELETE FROM pending_artifact WHERE artifact = ? AND op = ?", artifact.id(), op);
        }
    }

    private long blob(Digest sha256, byte[] content) throws SQLException {
        Long known = db.number("SELECT n FROM blob WHERE sha256 = ?", sha256.bytes());
        return known != null
                ? known
                : db.count("INSERT INTO blob (sha256, content) VALUES (?, ?) RETURNING n", sha256.bytes(), content);
    }
}
