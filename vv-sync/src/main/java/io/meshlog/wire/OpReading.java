package io.meshlog.wire;

import io.meshlog.hlc.HlcTimestamp;
import io.meshlog.op.ArtifactRef;
import io.meshlog.op.CanonicalText;
import io.meshlog.op.Digest;
import io.meshlog.op.Event;
import io.meshlog.op.Fields;
import io.meshlog.op.Limits;
import io.meshlog.op.Origin;
import io.meshlog.op.Reading;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What this version can read of an op (spec §5.1). Looser than the rules for authoring: whatever has the right
 * shape is shown. A pure function of the fields, so every replica of one version reads alike.
 */
public final class OpReading {
    /** Raised whenever more can be read than before: stored ops that were unreadable are then read again. */
    public static final int LEVEL = 1;

    private final Fields fields;
    private @Nullable String wrongField;
    private String reason = "";

    private OpReading(Fields fields) {
        this.fields = fields;
    }

    public static Reading read(Origin origin, Fields fields) {
        return new OpReading(fields).read();
    }

    private Reading read() {
        String id = id();
        Event.Routing routing = new Event.Routing(
                required("stream"),
                required("room"),
                optional("topic"),
                required("from_agent"),
                optional("to_agent"),
                optional("correlation_id"));
        Event.Content content = new Event.Content(
                required("type"),
                optional("status"),
                optional("branch"),
                optional("base_commit"),
                orEmpty(optional("body")),
                metadata(),
                artifactIds());
        HlcTimestamp hlc = hlc();
        Event.Stamp stamp = new Event.Stamp(
                hlc == null ? NO_STAMP : hlc, orEmpty(optional("created_at")), optional("asserted_by"), artifacts());
        fields.forEach((name, value) -> {
            if (CanonicalText.holdsNonFinite(value)) {
                wrong(name, "holds NaN or an infinity, which JSON does not have");
            }
        });
        return wrongField == null
                ? new Reading.Readable(new Event(id, routing, content, stamp))
                : new Reading.Unreadable(wrongField, reason, id);
    }

    private static final HlcTimestamp NO_STAMP = new HlcTimestamp(0, 0, "none");

    private String id() {
        String id = CanonicalText.stringOrNull(fields.get("id"));
        if (id == null || id.isEmpty() || id.codePointCount(0, id.length()) > Limits.ID_LENGTH_MAX) {
            wrong("id", "is not a text of 1–" + Limits.ID_LENGTH_MAX + " characters");
            return "";
        }
        return id;
    }

    private String required(String field) {
        String value = optional(field);
        if (value == null) {
            wrong(field, "is missing");
            return "";
        }
        return value;
    }

    private @Nullable String optional(String field) {
        String text = fields.get(field);
        if (text == null || text.equals("null")) {
            return null;
        }
        String value = CanonicalText.stringOrNull(text);
        if (value == null) {
            wrong(field, "is not a text");
        }
        return value == null || value.isEmpty() ? null : value;
    }

    private String metadata() {
        String text = fields.get("metadata");
        if (text == null || Fields.isEmpty(text)) {
            return "{}";
        }
        if (!CanonicalText.isObject(text)) {
            wrong("metadata", "is not an object");
            return "{}";
        }
        return text;
    }

    private List<String> artifactIds() {
        LinkedHashSet<String> ids = new LinkedHashSet<>();
        for (String element : array("artifact_ids")) {
            String id = CanonicalText.stringOrNull(element);
            if (id == null || id.isEmpty() || id.codePointCount(0, id.length()) > Limits.ID_LENGTH_MAX) {
                wrong("artifact_ids", "holds something that is not an id");
            } else {
                ids.add(id);
            }
        }
        return List.copyOf(ids);
    }

    private List<ArtifactRef> artifacts() {
        List<ArtifactRef> refs = new ArrayList<>();
        for (String element : array("artifacts")) {
            Fields ref = CanonicalText.isObject(element)
                    ? CanonicalText.object(element)
                    : Fields.of(java.util.Collections.emptyMap());
            String id = CanonicalText.stringOrNull(ref.get("id"));
            String sha = CanonicalText.stringOrNull(ref.get("sha256"));
            Long size = CanonicalText.longOrNull(ref.get("size_bytes"));
            if (id == null || sha == null || !Digest.isHex(sha) || size == null || size < 0) {
                wrong("artifacts", "holds something that is not {id, sha256, size_bytes}");
            } else {
                refs.add(new ArtifactRef(id, Digest.parse(sha), size));
            }
        }
        return List.copyOf(refs);
    }

    private List<String> array(String field) {
        String text = fields.get(field);
        if (text == null || Fields.isEmpty(text)) {
            return List.of();
        }
        if (!CanonicalText.isArray(text)) {
            wrong(field, "is not an array");
            return List.of();
        }
        return CanonicalText.elements(text);
    }

    private @Nullable HlcTimestamp hlc() {
        Optional<HlcTimestamp> hlc = HlcTimestamp.tryParse(CanonicalText.stringOrNull(fields.get("hlc")));
        if (hlc.isEmpty()) {
            wrong("hlc", "is not a stamp <13-digit ms>-<6 hex>-<replica>");
        }
        return hlc.orElse(null);
    }

    /** The first thing that is wrong names the op's quarantine. */
    private void wrong(String field, String what) {
        if (wrongField == null) {
            wrongField = field;
            reason = field + " " + what;
        }
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }
}
