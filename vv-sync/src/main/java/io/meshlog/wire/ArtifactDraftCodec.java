package io.meshlog.wire;

import io.meshlog.op.Artifact;
import io.meshlog.op.CanonicalText;
import io.meshlog.op.CodePoints;
import io.meshlog.op.Digest;
import io.meshlog.op.FieldRules;
import io.meshlog.op.Fields;
import io.meshlog.op.Invalid;
import io.meshlog.op.JsonText;
import io.meshlog.op.KeyedId;
import io.meshlog.op.Limits;
import io.meshlog.op.Origin;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** An artifact that is put here, from JSON or raw (spec §3.2). Content is taken byte for byte. */
public final class ArtifactDraftCodec {
    private static final List<String> TEXTS = List.of("kind", "content", "created_by", "idempotency_key");

    private ArtifactDraftCodec() {}

    /**
     * What the replica adds to a put.
     *
     * @param id unless an idempotency key gives another
     * @param createdAt {@code YYYY-MM-DDTHH:MM:SSZ}
     */
    public record Stamp(String id, String createdAt, Origin origin) {}

    /** @param artifact null exactly if {@code invalid} is not empty */
    public record Decoded(@Nullable Artifact artifact, List<Invalid> invalid) {}

    /** @param keyFromHeader the {@code Idempotency-Key} header, or null */
    public static Decoded decode(byte[] json, @Nullable String keyFromHeader, Stamp stamp) {
        List<Invalid> wrong = new ArrayList<>();
        Fields document = DraftCodec.readAuthored(json, wrong);
        if (document == null) {
            return new Decoded(null, wrong);
        }
        document.forEach((name, value) -> checkMember(name, value, wrong));
        String key = DraftCodec.key(document, keyFromHeader, wrong);
        if (!wrong.isEmpty()) {
            return new Decoded(null, List.copyOf(wrong));
        }
        String metadata = document.get("metadata");
        return check(
                DraftCodec.textOf(document, "kind"),
                DraftCodec.textOf(document, "content"),
                DraftCodec.textOf(document, "created_by"),
                metadata == null || metadata.equals("null") ? "{}" : metadata,
                key,
                stamp);
    }

    /** @param content as uploaded @param key the idempotency key, or null: with it the id is the key's */
    public static Decoded check(
            @Nullable String kind,
            @Nullable String content,
            @Nullable String createdBy,
            String metadata,
            @Nullable String key,
            Stamp stamp) {
        List<Invalid> wrong = new ArrayList<>();
        String author = createdBy == null ? "" : FieldRules.trim(createdBy);
        if (kind == null || !Limits.ARTIFACT_KINDS.contains(kind)) {
            wrong.add(Invalid.of(
                    "kind",
                    "kind is one of " + String.join(" ", Limits.ARTIFACT_KINDS) + "; it is "
                            + (kind == null ? "missing" : JsonText.quote(kind))));
        }
        add(FieldRules.name("created_by", author), wrong);
        add(FieldRules.metadata(metadata), wrong);
        add(key == null ? null : FieldRules.idempotencyKey(key), wrong);
        long size = content == null ? 0 : checkContent(content, kind, wrong);
        if (content == null) {
            wrong.add(Invalid.of("content", "content is required"));
        }
        if (!wrong.isEmpty() || content == null || kind == null) {
            return new Decoded(null, List.copyOf(wrong));
        }
        Digest sha = Digest.sha256(content.getBytes(StandardCharsets.UTF_8));
        String id = key == null ? stamp.id() : KeyedId.artifact(author, key, 0);
        return new Decoded(ArtifactCodec.of(fields(id, kind, author, metadata, stamp), content, sha, size), List.of());
    }

    private static long checkContent(String content, @Nullable String kind, List<Invalid> wrong) {
        add(FieldRules.wellFormed("content", content), wrong);
        long size = CodePoints.utf8Length(content);
        if (size == 0) {
            wrong.add(Invalid.of("content", "content may not be empty"));
        } else if (size > Limits.ARTIFACT_BYTES_MAX) {
            wrong.add(Invalid.tooLarge("content", "bytes of UTF-8", Limits.ARTIFACT_BYTES_MAX, size));
        } else if (content.indexOf('\0') >= 0) {
            wrong.add(Invalid.of("content", "content may hold no NUL; one stands at index " + content.indexOf('\0')));
        } else if ("json".equals(kind) && !isJson(content)) {
            wrong.add(Invalid.of(
                    "content",
                    "content of kind json is not one JSON value of at most " + Limits.JSON_DEPTH_MAX
                            + " levels without duplicate keys"));
        }
        return size;
    }

    private static boolean isJson(String content) {
        try {
            CanonicalReader reader = CanonicalReader.strict(content.getBytes(StandardCharsets.UTF_8));
            if (content.startsWith("\uFEFF") || reader.parser().nextToken() == null) {
                return false;
            }
            String parsed = reader.value();
            return !parsed.isEmpty() && reader.parser().nextToken() == null && reader.takeFlaw() == null;
        } catch (IOException e) {
            return false;
        }
    }

    private static Fields fields(String id, String kind, String author, String metadata, Stamp stamp) {
        SortedMap<String, String> fields = new TreeMap<>(CodePoints.ORDER);
        fields.put("id", JsonText.quote(id));
        fields.put("kind", JsonText.quote(kind));
        fields.put("created_by", JsonText.quote(author));
        fields.put("created_at", JsonText.quote(stamp.createdAt()));
        fields.put("metadata", metadata);
        fields.put("origin_replica", JsonText.quote(stamp.origin().name()));
        return Fields.of(fields);
    }

    private static void checkMember(String name, String value, List<Invalid> wrong) {
        boolean absent = value.equals("null");
        if (TEXTS.contains(name)) {
            if (!absent && !CanonicalText.isString(value)) {
                wrong.add(Invalid.of(name, name + " must be a text"));
            }
        } else if (name.equals("metadata")) {
            if (!absent && !CanonicalText.isObject(value)) {
                wrong.add(Invalid.of(name, "metadata must be an object"));
            } else {
                DraftCodec.Numbers.check(name, value, wrong);
            }
        } else {
            wrong.add(Invalid.of(name, "no such field: " + JsonText.quote(name)));
        }
    }

    private static void add(@Nullable Invalid invalid, List<Invalid> wrong) {
        if (invalid != null) {
            wrong.add(invalid);
        }
    }
}
