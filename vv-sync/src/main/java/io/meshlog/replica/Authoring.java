package io.meshlog.replica;

import io.meshlog.hlc.HlcTimestamp;
import io.meshlog.op.Artifact;
import io.meshlog.op.ArtifactRef;
import io.meshlog.op.Canonical;
import io.meshlog.op.CodePoints;
import io.meshlog.op.Digest;
import io.meshlog.op.Draft;
import io.meshlog.op.Event;
import io.meshlog.op.Fields;
import io.meshlog.op.JsonText;
import io.meshlog.op.Op;
import io.meshlog.op.Reading;
import io.meshlog.vector.Chain;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Stamps and chains what is written here (spec §3.3, §3.4, §4): the clock ticks in the step that numbers the
 * op, so within an own origin seq order is HLC order. Confined to one step.
 */
final class Authoring {
    private final State state;
    private final Step step;
    private final Rulings rulings;

    Authoring(State state, Step step) {
        this.state = state;
        this.step = step;
        this.rulings = new Rulings(step);
    }

    void append(Input.Request request, long nowMillis) {
        Rulings.Ruling ruling = rulings.on(request, Outcome.NO_INDEX);
        Outcome refusal = ruling.refusal();
        if (refusal != null) {
            step.answer(request.request(), refusal);
        } else {
            Supplier<Outcome.Appended> appended = written(request, ruling, nowMillis);
            step.answerSettled(request.request(), appended::get);
        }
    }

    /** All of it or, where anything is refused, nothing: no clock ticks before all is judged. */
    void batch(Input.Batch batch) {
        List<Outcome.Stored> stored = new ArrayList<>();
        for (Artifact artifact : batch.artifacts()) {
            Outcome outcome = rulings.on(artifact);
            if (!(outcome instanceof Outcome.Stored)) {
                step.answer(batch.request(), outcome);
                return;
            }
            stored.add((Outcome.Stored) outcome);
        }
        List<Rulings.Ruling> ruled = new ArrayList<>();
        for (Input.Request request : batch.events()) {
            Rulings.Ruling ruling = rulings.on(request, ruled.size());
            Outcome refusal = ruling.refusal();
            if (refusal != null) {
                step.answer(batch.request(), refusal);
                return;
            }
            ruled.add(ruling);
        }
        for (Outcome.Stored artifact : stored) {
            if (!artifact.replayed()) {
                step.storeArtifact(artifact.artifact());
            }
        }
        List<Supplier<Outcome.Appended>> appended = new ArrayList<>();
        for (int i = 0; i < ruled.size(); i++) {
            appended.add(written(batch.events().get(i), ruled.get(i), batch.nowMillis()));
        }
        step.answerSettled(
                batch.request(),
                () -> new Outcome.Written(
                        List.copyOf(stored),
                        appended.stream().map(Supplier::get).toList()));
    }

    /** An artifact by itself. */
    void put(Input.PutArtifact put) {
        Outcome outcome = rulings.on(put.artifact());
        if (outcome instanceof Outcome.Stored stored && !stored.replayed()) {
            step.changes.artifact(put.artifact());
        }
        step.answer(put.request(), outcome);
    }

    /** What is there already, or what is written now. */
    private Supplier<Outcome.Appended> written(Input.Request request, Rulings.Ruling ruling, long nowMillis) {
        String id = request.eventId();
        Op there = ruling.there();
        Op before = there != null ? there : step.authored(id);
        Op op = before != null ? before : author(request, ruling.artifacts(), nowMillis);
        return () -> new Outcome.Appended(op, seq(id), before != null);
    }

    private long seq(String id) {
        Facts.EventFacts known = step.facts.events().get(id);
        return known != null ? known.seq() : step.changes.seqOf(id);
    }

    private Op author(Input.Request request, List<ArtifactRef> artifacts, long nowMillis) {
        Line line = state.ownLine();
        HlcTimestamp hlc = state.clock.tick(nowMillis);
        Event event = event(request, hlc, artifacts);
        long seq = line.seq() + 1;
        Fields fields = fields(event, line.name().base().name(), seq);
        byte[] canonical = Canonical.bytes(fields);
        Digest chain = Chain.next(line.chain(), canonical);
        Op op = Op.chained(line.name().base(), seq, fields, new Reading.Readable(event), chain, null);
        state.forest.put(line.grown(seq, chain), step.changes);
        state.unsigned.add(new RecoveredState.UnsignedOp(line.name(), op, canonical.length));
        step.arrivals.authored(op, line.name());
        step.authored(op);
        return op;
    }

    private static Event event(Input.Request request, HlcTimestamp hlc, List<ArtifactRef> artifacts) {
        Draft draft = request.draft();
        return new Event(
                request.eventId(),
                draft.routing(),
                new Event.Content(
                        draft.type(),
                        draft.status(),
                        draft.branch(),
                        draft.baseCommit(),
                        draft.body(),
                        draft.metadata(),
                        draft.artifactIds()),
                new Event.Stamp(hlc, request.createdAt(), request.assertedBy(), artifacts));
    }

    private static Fields fields(Event event, String origin, long seq) {
        SortedMap<String, String> fields = new TreeMap<>(CodePoints.ORDER);
        Event.Routing routing = event.routing();
        Event.Content content = event.content();
        Event.Stamp stamp = event.stamp();
        text(fields, "id", event.id());
        text(fields, "type", content.type());
        text(fields, "stream", routing.stream());
        text(fields, "room", routing.room());
        text(fields, "topic", routing.topic());
        text(fields, "from_agent", routing.fromAgent());
        text(fields, "to_agent", routing.toAgent());
        text(fields, "correlation_id", routing.correlationId());
        text(fields, "branch", content.branch());
        text(fields, "base_commit", content.baseCommit());
        text(fields, "status", content.status());
        text(fields, "body", content.body().isEmpty() ? null : content.body());
        text(fields, "created_at", stamp.createdAt());
        text(fields, "asserted_by", stamp.assertedBy());
        text(fields, "origin_replica", origin);
        text(fields, "hlc", stamp.hlc().text());
        fields.put("origin_seq", Long.toString(seq));
        if (!Fields.isEmpty(content.metadata())) {
            fields.put("metadata", content.metadata());
        }
        array(fields, "artifact_ids", content.artifactIds(), JsonText::quote);
        array(
                fields,
                "artifacts",
                stamp.artifacts(),
                ref -> "{\"id\":" + JsonText.quote(ref.id()) + ",\"sha256\":\""
                        + ref.sha256().hex() + "\",\"size_bytes\":" + ref.sizeBytes() + "}");
        return Fields.of(fields);
    }

    private static void text(SortedMap<String, String> fields, String name, @Nullable String value) {
        if (value != null) {
            fields.put(name, JsonText.quote(value));
        }
    }

    private static <T> void array(
            SortedMap<String, String> fields, String name, List<T> values, Function<T, String> text) {
        if (!values.isEmpty()) {
            fields.put(name, values.stream().map(text).collect(java.util.stream.Collectors.joining(",", "[", "]")));
        }
    }
}
