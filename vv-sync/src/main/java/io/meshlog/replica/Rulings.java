package io.meshlog.replica;

import io.meshlog.op.Artifact;
import io.meshlog.op.ArtifactRef;
import io.meshlog.op.CanonicalText;
import io.meshlog.op.Difference;
import io.meshlog.op.Digest;
import io.meshlog.op.Draft;
import io.meshlog.op.Fields;
import io.meshlog.op.Invalid;
import io.meshlog.op.JsonText;
import io.meshlog.op.KeyedId;
import io.meshlog.op.MergeKey;
import io.meshlog.op.Op;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Whether what is asked for here is new, was there before, or cannot be (spec §4). A request with an idempotency key
 * whose payload is that of any op under its event id is a repetition of it. Changes nothing. Confined to one step.
 */
final class Rulings {
    private final Step step;
    /** Artifacts that the batch stores once all of it is judged. */
    private final SortedMap<String, ArtifactRef> artifacts = new TreeMap<>();
    /** Drafts of this step that are new, by the event id that their key gives. */
    private final SortedMap<String, Draft> keyed = new TreeMap<>();

    Rulings(Step step) {
        this.step = step;
    }

    /**
     * One of three.
     *
     * @param refusal why it cannot be, or null
     * @param there the op that says it already, or null
     * @param artifacts what a new one names
     */
    record Ruling(@Nullable Outcome refusal, @Nullable Op there, List<ArtifactRef> artifacts) {
        static Ruling refused(Outcome why) {
            return new Ruling(why, null, List.of());
        }
    }

    /** @param index of the request in its batch, or {@link Outcome#NO_INDEX} */
    Ruling on(Input.Request request, int index) {
        Draft draft = request.draft();
        String id = request.eventId();
        boolean isKeyed = draft.idempotencyKey() != null;
        if (isKeyed) {
            Draft before = keyed.get(id);
            List<Op> carriers = step.facts.eventsWhole().getOrDefault(id, List.of());
            if (before != null) {
                List<String> differing = Difference.of(before, draft, this::contentOf);
                return differing.isEmpty()
                        ? new Ruling(null, null, List.of())
                        : Ruling.refused(new Outcome.Differs(id, differing, index));
            } else if (!carriers.isEmpty()) {
                return repeated(id, carriers, draft, index);
            }
        }
        List<ArtifactRef> named = new ArrayList<>();
        for (String artifact : draft.artifactIds()) {
            ArtifactRef here = here(artifact);
            if (here == null) {
                return Ruling.refused(new Outcome.Refused(
                        Invalid.of("artifact_ids", "no artifact " + JsonText.quote(artifact) + " is here"), index));
            }
            named.add(here);
        }
        if (step.facts.events().containsKey(id) || step.authored(id) != null) {
            return Ruling.refused(
                    new Outcome.Refused(Invalid.of("id", "event id " + id + " is taken; try again"), index));
        }
        if (isKeyed) {
            keyed.put(id, draft);
        }
        return new Ruling(null, null, List.copyOf(named));
    }

    /** The op that readers see is asked first, the others in merge order. */
    private Ruling repeated(String id, List<Op> carriers, Draft draft, int index) {
        List<Op> inOrder = new ArrayList<>(carriers);
        inOrder.sort(Comparator.comparing(op -> Objects.requireNonNull(MergeKey.of(op))));
        List<String> differing = List.of();
        for (Op op : inOrder) {
            List<String> fields = Difference.of(op, draft, this::contentOf);
            if (fields.isEmpty()) {
                return new Ruling(null, op, List.of());
            }
            differing = differing.isEmpty() ? fields : differing;
        }
        return Ruling.refused(new Outcome.Differs(id, differing, index));
    }

    /** @return {@link Outcome.Stored} unless it is refused; one that is new counts as here from now on */
    Outcome on(Artifact artifact) {
        String id = artifact.id();
        ArtifactRef held = step.facts.artifacts().get(id);
        if (held == null) {
            artifacts.put(id, new ArtifactRef(id, artifact.sha256(), artifact.sizeBytes()));
            return new Outcome.Stored(artifact, false);
        }
        Fields there = step.facts.artifactsWhole().get(id);
        if (there == null) {
            return new Outcome.Refused(Invalid.of("id", "artifact id " + id + " is taken"), Outcome.NO_INDEX);
        }
        List<String> differing = Difference.of(there, held.sha256(), artifact);
        return differing.isEmpty()
                ? new Outcome.Stored(asRecorded(artifact, there), true)
                : new Outcome.Differs(id, differing, Outcome.NO_INDEX);
    }

    /** The record that is here; its content is the same. */
    private static Artifact asRecorded(Artifact artifact, Fields there) {
        return new Artifact(
                artifact.id(),
                artifact.kind(),
                artifact.sha256(),
                artifact.sizeBytes(),
                artifact.content(),
                artifact.createdBy(),
                textOf(there, "created_at"),
                textOf(there, "origin_replica"),
                artifact.metadata(),
                there);
    }

    private static String textOf(Fields fields, String name) {
        String text = CanonicalText.stringOrNull(fields.get(name));
        return text == null ? "" : text;
    }

    private @Nullable ArtifactRef here(String id) {
        ArtifactRef fresh = artifacts.get(id);
        return fresh != null ? fresh : step.facts.artifacts().get(id);
    }

    private @Nullable Digest contentOf(String id) {
        ArtifactRef here = here(id);
        return here == null ? null : here.sha256();
    }

    /** What a step has to know to rule on these. */
    static void needs(List<Artifact> artifacts, List<Input.Request> requests, Needs.Builder needs) {
        for (Artifact artifact : artifacts) {
            needs.artifacts(List.of(artifact.id()));
            if (KeyedId.isKeyed(artifact.id())) {
                needs.artifactWhole(artifact.id());
            }
        }
        for (Input.Request request : requests) {
            needs.artifacts(request.draft().artifactIds());
            needs.event(request.eventId());
            if (request.draft().idempotencyKey() != null) {
                needs.eventWhole(request.eventId());
            }
        }
    }
}
