package io.meshlog.replica;

import io.meshlog.hlc.HlcTimestamp;
import io.meshlog.op.ArtifactRef;
import io.meshlog.op.Canonical;
import io.meshlog.op.CodePoints;
import io.meshlog.op.Digest;
import io.meshlog.op.Draft;
import io.meshlog.op.Event;
import io.meshlog.op.Fields;
import io.meshlog.op.Invalid;
import io.meshlog.op.JsonText;
import io.meshlog.op.Op;
import io.meshlog.op.Reading;
import io.meshlog.vector.Chain;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Stamps and chains what is written here (spec §3.3, §3.4, §4): the clock ticks in the step that numbers the
 * op, so within an own origin seq order is HLC order. Confined to one step.
 */
final class Authoring {
    private final State state;
    private final Step step;

    Authoring(State state, Step step) {
        this.state = state;
        this.step = step;
    }

    void append(Input.Request request, long nowMillis) {
        List<ArtifactRef> artifacts = new ArrayList<>();
        for (String id : request.draft().artifactIds()) {
            ArtifactRef here = step.facts.artifacts().get(id);
            if (here == null) {
                refuse(request, Invalid.of("artifact_ids", "no artifact " + JsonText.quote(id) + " is here"));
                return;
            }
            artifacts.add(here);
        }
        if (step.facts.events().containsKey(request.eventId()) || step.isAppended(request.eventId())) {
            refuse(request, Invalid.of("id", "event id " + request.eventId() + " is taken; try again"));
            return;
        }
        Line line = state.ownLine();
        HlcTimestamp hlc = state.clock.tick(nowMillis);
        Event event = event(request, hlc, List.copyOf(artifacts));
        long seq = line.seq() + 1;
        Fields fields = fields(event, line.name().base().name(), seq);
        byte[] canonical = Canonical.bytes(fields);
        Digest chain = Chain.next(line.chain(), canonical);
        Op op = Op.chained(line.name().base(), seq, fields, new Reading.Readable(event), chain, null);
        state.forest.put(line.grown(seq, chain), step.changes);
        state.unsigned.add(new RecoveredState.UnsignedOp(line.name(), op, canonical.length));
        step.arrivals.authored(op, line.name());
        step.appended(request.request(), op);
    }

    private void refuse(Input.Request request, Invalid invalid) {
        step.answer(request.request(), new Outcome.Refused(invalid));
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
