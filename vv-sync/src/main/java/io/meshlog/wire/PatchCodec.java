package io.meshlog.wire;

import io.meshlog.op.Artifact;
import io.meshlog.op.CanonicalText;
import io.meshlog.op.Draft;
import io.meshlog.op.Fields;
import io.meshlog.op.Invalid;
import io.meshlog.op.JsonText;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * A patch that is handed in here (spec §4): an artifact of kind {@code patch}, and the event that says that it is ready.
 * Members are the event's, and {@code content} is the patch, byte for byte.
 */
public final class PatchCodec {
    public static final String TYPE = "patch.ready";
    public static final String ROOM = "patches";

    /** What may be said of a patch besides its content, as members of the document or as parameters. */
    public static final List<String> TEXTS = List.of(
            "from_agent",
            "stream",
            "room",
            "topic",
            "to_agent",
            "correlation_id",
            "branch",
            "base_commit",
            "body",
            "idempotency_key");

    private PatchCodec() {}

    /** @param artifact null exactly if {@code invalid} is not empty, as is {@code draft} */
    public record Decoded(
            @Nullable Artifact artifact, @Nullable Draft draft, List<Invalid> invalid) {
        private static Decoded refused(List<Invalid> wrong) {
            return new Decoded(null, null, List.copyOf(wrong));
        }
    }

    /** @param keyFromHeader the {@code Idempotency-Key} header, or null */
    public static Decoded decode(byte[] json, @Nullable String keyFromHeader, ArtifactDraftCodec.Stamp stamp) {
        List<Invalid> wrong = new ArrayList<>();
        Fields document = DraftCodec.readAuthored(json, wrong);
        if (document == null) {
            return Decoded.refused(wrong);
        }
        document.forEach((name, value) -> {
            if (name.equals("content")) {
                if (!value.equals("null") && !CanonicalText.isString(value)) {
                    wrong.add(Invalid.of(name, "content must be a text"));
                }
            } else if (!TEXTS.contains(name) && !name.equals("metadata")) {
                wrong.add(Invalid.of(name, "no such field: " + JsonText.quote(name)));
            }
        });
        if (!wrong.isEmpty()) {
            return Decoded.refused(wrong);
        }
        return of(document.with("content", null), DraftCodec.textOf(document, "content"), keyFromHeader, stamp);
    }

    /** @param said by name of {@link #TEXTS} @param content as uploaded */
    public static Decoded of(
            SortedMap<String, String> said,
            String content,
            @Nullable String keyFromHeader,
            ArtifactDraftCodec.Stamp stamp) {
        SortedMap<String, String> quoted = new java.util.TreeMap<>();
        said.forEach((name, text) -> quoted.put(name, JsonText.quote(text)));
        return of(Fields.of(quoted), content, keyFromHeader, stamp);
    }

    private static Decoded of(
            Fields said, @Nullable String content, @Nullable String keyFromHeader, ArtifactDraftCodec.Stamp stamp) {
        List<Invalid> wrong = new ArrayList<>();
        ArtifactDraftCodec.Decoded patch = ArtifactDraftCodec.check(
                "patch",
                content,
                DraftCodec.textOf(said, "from_agent"),
                "{}",
                DraftCodec.key(said, keyFromHeader, new ArrayList<>()),
                stamp);
        Artifact artifact = patch.artifact();
        String room = said.get("room");
        Fields event = said.with("type", JsonText.quote(TYPE))
                .with("status", "\"ready\"")
                .with("room", room == null || Fields.isEmpty(room) ? JsonText.quote(ROOM) : room)
                .with("artifact_ids", artifact == null ? "[]" : "[" + JsonText.quote(artifact.id()) + "]");
        DraftCodec.Decoded decoded = DraftCodec.decode(event, keyFromHeader);
        wrong.addAll(decoded.invalid());
        for (Invalid invalid : patch.invalid()) {
            // The author and the key are one for both, and are told once.
            if (invalid.field().equals("content")) {
                wrong.add(invalid);
            }
        }
        return wrong.isEmpty() ? new Decoded(artifact, decoded.draft(), List.of()) : Decoded.refused(wrong);
    }
}
