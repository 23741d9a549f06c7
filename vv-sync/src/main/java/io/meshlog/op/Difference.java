package io.meshlog.op;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * In what two requests under one idempotency key differ (spec §4): by the values after normalising, artifacts by their
 * content where both digests are known, else by id. When, where and by which device it was said does not count, nor does
 * what an acknowledgement takes from its target: that may stand elsewhere since.
 */
public final class Difference {
    private static final List<String> KNOWN = List.of(
            "id",
            "type",
            "stream",
            "room",
            "topic",
            "from_agent",
            "to_agent",
            "correlation_id",
            "branch",
            "base_commit",
            "status",
            "body",
            "metadata",
            "artifact_ids",
            "created_at",
            "asserted_by",
            "artifacts",
            "origin_replica",
            "origin_seq",
            "hlc");

    private static final List<String> ARTIFACT_COMPARED = List.of("kind", "created_by", "metadata");
    private static final List<String> ARTIFACT_OTHERS =
            List.of("id", "sha256", "size_bytes", "created_at", "origin_replica");

    private final List<String> fields = new ArrayList<>();

    private Difference() {}

    /**
     * @param contentOf the digest of an artifact that is here, by its id, or null
     * @return names of the fields that differ; empty where the op says just what the draft does
     * @throws IllegalArgumentException if the op cannot be read
     */
    public static List<String> of(Op stored, Draft draft, Function<String, @Nullable Digest> contentOf) {
        Event event = stored.eventOrNull();
        if (event == null) {
            throw new IllegalArgumentException(stored + " carries no event");
        }
        Difference difference = new Difference();
        difference.compare(event.routing(), draft.routing());
        difference.compare(event.content(), content(draft));
        difference.artifacts(
                event.content().artifactIds(), id -> signed(event, id, contentOf), draft.artifactIds(), contentOf);
        // What a later version added to it and a draft cannot say.
        stored.fields().forEach((name, value) -> difference.field(name, KNOWN.contains(name) || Fields.isEmpty(value)));
        return difference.without(draft.derived());
    }

    /** As the other {@code of}, where the first of two drafts is not written yet. */
    public static List<String> of(Draft first, Draft second, Function<String, @Nullable Digest> contentOf) {
        Difference difference = new Difference();
        difference.compare(first.routing(), second.routing());
        difference.compare(content(first), content(second));
        difference.artifacts(first.artifactIds(), contentOf, second.artifactIds(), contentOf);
        return difference.without(second.derived());
    }

    /**
     * As the other {@code of}, for artifacts.
     *
     * @param stored the wire fields of the one that is here
     * @param sha256 of its content
     */
    public static List<String> of(Fields stored, Digest sha256, Artifact artifact) {
        Difference difference = new Difference();
        for (String name : ARTIFACT_COMPARED) {
            difference.field(
                    name,
                    saysNothing(stored.get(name))
                            ? saysNothing(artifact.fields().get(name))
                            : Objects.equals(stored.get(name), artifact.fields().get(name)));
        }
        difference.field("content", sha256.equals(artifact.sha256()));
        stored.forEach((name, value) -> difference.field(
                name, ARTIFACT_COMPARED.contains(name) || ARTIFACT_OTHERS.contains(name) || Fields.isEmpty(value)));
        return List.copyOf(difference.fields);
    }

    private static boolean saysNothing(@Nullable String value) {
        return value == null || Fields.isEmpty(value);
    }

    private static Event.Content content(Draft draft) {
        return new Event.Content(
                draft.type(),
                draft.status(),
                draft.branch(),
                draft.baseCommit(),
                draft.body(),
                draft.metadata(),
                draft.artifactIds());
    }

    private static @Nullable Digest signed(Event event, String id, Function<String, @Nullable Digest> contentOf) {
        for (ArtifactRef ref : event.stamp().artifacts()) {
            if (ref.id().equals(id)) {
                return ref.sha256();
            }
        }
        return contentOf.apply(id);
    }

    private void compare(Event.Routing a, Event.Routing b) {
        field("stream", a.stream().equals(b.stream()));
        field("room", a.room().equals(b.room()));
        field("topic", Objects.equals(a.topic(), b.topic()));
        field("from_agent", a.fromAgent().equals(b.fromAgent()));
        field("to_agent", Objects.equals(a.toAgent(), b.toAgent()));
        field("correlation_id", Objects.equals(a.correlationId(), b.correlationId()));
    }

    private void compare(Event.Content a, Event.Content b) {
        field("type", a.type().equals(b.type()));
        field("status", Objects.equals(a.status(), b.status()));
        field("branch", Objects.equals(a.branch(), b.branch()));
        field("base_commit", Objects.equals(a.baseCommit(), b.baseCommit()));
        field("body", a.body().equals(b.body()));
        field("metadata", a.metadata().equals(b.metadata()));
    }

    private void artifacts(
            List<String> a,
            Function<String, @Nullable Digest> contentOfA,
            List<String> b,
            Function<String, @Nullable Digest> contentOfB) {
        boolean same = a.size() == b.size();
        for (int i = 0; same && i < a.size(); i++) {
            Digest one = contentOfA.apply(a.get(i));
            Digest other = contentOfB.apply(b.get(i));
            same = one != null && other != null ? one.equals(other) : a.get(i).equals(b.get(i));
        }
        field("artifact_ids", same);
    }

    private List<String> without(Set<String> derived) {
        return fields.stream().filter(name -> !derived.contains(name)).toList();
    }

    private void field(String name, boolean same) {
        if (!same) {
            fields.add(name);
        }
    }
}
