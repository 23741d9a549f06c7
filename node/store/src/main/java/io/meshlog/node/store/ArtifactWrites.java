package io.meshlog.node.store;

import static io.meshlog.node.store.CommitWriter.require;

import io.meshlog.op.Artifact;
import io.meshlog.op.Digest;
import io.meshlog.wire.FieldsText;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;

/** Writes artifacts: content once per digest, a record per id. Confined to the writer's thread. */
final class ArtifactWrites {
    private final Database db;

    ArtifactWrites(Database db) {
        this.db = db;
    }

    void put(Artifact artifact) throws SQLException {
        byte[] content = artifact.content().getBytes(StandardCharsets.UTF_8);
        require(
                content.length == artifact.sizeBytes() && Digest.sha256(content).equals(artifact.sha256()),
                () -> "artifact " + artifact.id() + " is not the content that its digest names");
        require(
                db.number("SELECT 1 FROM artifact WHERE id = ?", artifact.id()) == null,
                () -> "artifact " + artifact.id() + " is here already");
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
        db.update("DELETE FROM pending_artifact WHERE artifact = ?", artifact.id());
    }

    private long blob(Digest sha256, byte[] content) throws SQLException {
        Long known = db.number("SELECT n FROM blob WHERE sha256 = ?", sha256.bytes());
        return known != null
                ? known
                : db.count("INSERT INTO blob (sha256, content) VALUES (?, ?) RETURNING n", sha256.bytes(), content);
    }
}
