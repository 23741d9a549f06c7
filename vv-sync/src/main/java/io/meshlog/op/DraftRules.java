package io.meshlog.op;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes a {@link Draft} out of what a caller sent, or says everything that is wrong with it (spec §3.1).
 * Nothing is truncated or repaired but for trimming White_Space around names.
 */
public final class DraftRules {
    private DraftRules() {}

    /** The caller's values as they came; null where absent or JSON null. */
    public record Input(
            @Nullable String type,
            @Nullable String stream,
            @Nullable String room,
            @Nullable String topic,
            @Nullable String fromAgent,
            @Nullable String toAgent,
            @Nullable String correlationId,
            @Nullable String branch,
            @Nullable String baseCommit,
            @Nullable String status,
            @Nullable String body,
            String metadata,
            List<String> artifactIds,
            @Nullable String idempotencyKey) {}

    /** @param invalid in the order of the fields; {@code draft} is null unless it is empty */
    public record Checked(@Nullable Draft draft, List<Invalid> invalid) {}

    public static Checked check(Input in) {
        List<Invalid> wrong = new ArrayList<>();
        String type = required("type", in.type, wrong);
        add(type == null ? null : FieldRules.type(type), wrong);
        String stream = name("stream", in.stream, wrong);
        String room = name("room", in.room, wrong);
        String topic = optionalName("topic", in.topic, wrong);
        String from = name("from_agent", in.fromAgent, wrong);
        String to = optionalName("to_agent", in.toAgent, wrong);
        String correlation = optionalName("correlation_id", in.correlationId, wrong);
        String branch = optionalName("branch", in.branch, wrong);
        String commit = optionalName("base_commit", in.baseCommit, wrong);
        String status = in.status == null || in.status.isEmpty() ? null : in.status;
        add(status == null ? null : FieldRules.status(status), wrong);
        String body = in.body == null ? "" : in.body;
        add(FieldRules.body(body), wrong);
        add(FieldRules.metadata(in.metadata), wrong);
        List<String> artifacts = artifactIds(in.artifactIds, wrong);
        add(in.idempotencyKey == null ? null : FieldRules.idempotencyKey(in.idempotencyKey), wrong);
        if (!wrong.isEmpty() || type == null || stream == null || room == null || from == null) {
            return new Checked(null, List.copyOf(wrong));
        }
        Event.Routing routing = new Event.Routing(stream, room, topic, from, to, correlation);
        return new Checked(
                new Draft(routing, type, status, branch, commit, body, in.metadata, artifacts, in.idempotencyKey),
                List.of());
    }

    private static List<String> artifactIds(List<String> ids, List<Invalid> wrong) {
        List<String> distinct = List.copyOf(new LinkedHashSet<>(ids));
        if (distinct.size() > Limits.ARTIFACT_IDS_MAX) {
            wrong.add(Invalid.tooLarge("artifact_ids", "ids", Limits.ARTIFACT_IDS_MAX, distinct.size()));
        }
        for (String id : distinct) {
            int points = id.codePointCount(0, id.length());
            if (points == 0 || points > Limits.ID_LENGTH_MAX) {
                wrong.add(Invalid.tooLarge(
                        "artifact_ids", "characters an id, and at least 1", Limits.ID_LENGTH_MAX, points));
            }
            add(FieldRules.wellFormed("artifact_ids", id), wrong);
        }
        return distinct;
    }

    private static @Nullable String required(String field, @Nullable String value, List<Invalid> wrong) {
        if (value == null || value.isEmpty()) {
            wrong.add(Invalid.of(field, field + " is required and may not be empty"));
            return null;
        }
        return value;
    }

    private static @Nullable String name(String field, @Nullable String value, List<Invalid> wrong) {
        String present = required(field, value, wrong);
        if (present == null) {
            return null;
        }
        String trimmed = FieldRules.trim(present);
        add(FieldRules.name(field, trimmed), wrong);
        return trimmed;
    }

    private static @Nullable String optionalName(String field, @Nullable String value, List<Invalid> wrong) {
        String trimmed = value == null ? "" : FieldRules.trim(value);
        return trimmed.isEmpty() ? null : name(field, trimmed, wrong);
    }

    private static void add(@Nullable Invalid invalid, List<Invalid> wrong) {
        if (invalid != null) {
            wrong.add(invalid);
        }
    }
}
