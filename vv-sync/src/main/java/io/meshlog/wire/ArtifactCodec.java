package io.meshlog.wire;

import io.meshlog.op.Artifact;
import io.meshlog.op.CanonicalText;
import io.meshlog.op.CodePoints;
import io.meshlog.op.Digest;
import io.meshlog.op.Fields;
import io.meshlog.op.JsonText;
import io.meshlog.op.Limits;
import io.meshlog.replica.Answer;
import java.nio.charset.StandardCharsets;

/** Artifacts as JSON (spec §3.2, §5.5): fields that no version knows yet go through unchanged. */
public final class ArtifactCodec {
    private ArtifactCodec() {}

    /** The artifact with its content: {@code {"id", …, "content"}}. */
    public static String write(Artifact artifact) {
        return open(artifact).append('}').toString();
    }

    private static StringBuilder open(Artifact artifact) {
        StringBuilder out = new StringBuilder(artifact.content().length() + 512).append('{');
        artifact.fields().forEach((name, value) -> {
            JsonText.quote(out, name).append(':').append(value).append(',');
        });
        return JsonText.quote(out.append("\"content\":"), artifact.content());
    }

    /**
     * The artifact of an answer {@code {"artifact": {…}}}, or why it cannot be taken: one bad artifact is pending,
     * and stops nothing else.
     */
    public static Answer.ArtifactContent read(byte[] json, String askedId) throws ProtocolException {
        Documents.Read read = Documents.readFlawed(json);
        String text = read.members().get("artifact");
        if (text == null || !CanonicalText.isObject(text)) {
            throw new ProtocolException("artifact is missing or not an object");
        }
        if (read.flaw() != null) {
            return refused("artifact " + askedId + " has no canonical form: " + read.flaw());
        }
        Fields all = CanonicalText.object(text);
        String id = Documents.textOrNull(all, "id");
        String content = Documents.textOrNull(all, "content");
        String sha = Documents.textOrNull(all, "sha256");
        if (id == null || content == null || sha == null) {
            return refused("artifact " + askedId + " came without its id, its content or its sha256");
        }
        if (!id.equals(askedId)) {
            return refused("asked for artifact " + askedId + ", got " + id);
        }
        long size = CodePoints.utf8Length(content);
        if (size > Limits.OP_BYTES_MAX) {
            return refused("artifact " + id + " is larger than " + Limits.OP_BYTES_MAX + " bytes: " + size);
        }
        Digest actual = Digest.sha256(content.getBytes(StandardCharsets.UTF_8));
        if (!actual.hex().equals(sha)) {
            return refused("artifact " + id + " says sha256 " + sha + ", its content has " + actual.hex());
        }
        return new Answer.ArtifactContent(of(all.with("content", null), content, actual, size), null);
    }

    /** An artifact from its stored fields and content; the inverse of what {@link Artifact} holds. */
    public static Artifact of(Fields fields, String content, Digest sha256, long sizeBytes) {
        String metadata = fields.get("metadata");
        Fields exact = fields.with("size_bytes", Long.toString(sizeBytes)).with("sha256", JsonText.quote(sha256.hex()));
        return new Artifact(
                textOf(fields, "id"),
                textOf(fields, "kind"),
                sha256,
                sizeBytes,
                content,
                textOf(fields, "created_by"),
                textOf(fields, "created_at"),
                textOf(fields, "origin_replica"),
                metadata == null || !CanonicalText.isObject(metadata) ? "{}" : metadata,
                exact);
    }

    private static String textOf(Fields fields, String name) {
        String text = CanonicalText.stringOrNull(fields.get(name));
        return text == null ? "" : text;
    }

    private static Answer.ArtifactContent refused(String reason) {
        return new Answer.ArtifactContent(null, reason);
    }
}
