package io.meshlog.sim.world;

import io.meshlog.op.Draft;
import io.meshlog.op.Event;
import io.meshlog.op.JsonText;
import io.meshlog.sim.workload.Action;
import io.meshlog.wire.AckCodec;
import io.meshlog.wire.ArtifactDraftCodec;
import io.meshlog.wire.DraftCodec;
import io.meshlog.wire.PatchCodec;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What clients ask a node to append. Stateless. */
final class Drafts {
    private static final String EXPIRES = "{\"expires_at\":\"2026-08-25T23:25:00Z\"}";

    private Drafts() {}

    static Draft of(Action.Append action) {
        return draft(
                agent(action),
                action.to(),
                null,
                "note",
                action.to() == null ? null : "open",
                action.body(),
                "{}",
                action.artifacts(),
                action.key());
    }

    /** An id that several replicas write under belongs to one agent (spec §4): what they say may then be the same. */
    private static String agent(Action.Append action) {
        return action.key() != null
                        || action.event().startsWith("shared")
                        || action.event().startsWith("tie")
                ? "agent@everywhere"
                : "agent@" + action.actor();
    }

    static Draft of(Action.Ask ask) {
        String thread = ask.thread() == null ? null : Stage.eventId(ask.thread());
        String metadata = ask.expires() ? EXPIRES : "{}";
        return draft(ask.agent(), ask.to(), thread, "task", "open", ask.id(), metadata, List.of(), null);
    }

    /** A reply that names nothing. */
    static Draft inThread(Action.Reply reply) {
        String thread = Stage.eventId(reply.about());
        return draft(reply.agent(), null, thread, "reply", reply.status(), "", "{}", List.of(), null);
    }

    /** As the node makes one of a client's words. */
    static Draft ack(Action.Reply reply, Event target) {
        String json = "{\"from_agent\":" + JsonText.quote(reply.agent()) + ",\"status\":"
                + JsonText.quote(reply.status()) + "}";
        DraftCodec.Decoded decoded =
                AckCodec.decode(json.getBytes(StandardCharsets.UTF_8), null, target.id(), id -> target);
        return Objects.requireNonNull(Objects.requireNonNull(decoded).draft());
    }

    /** The events of a batch, in its order. */
    static List<Draft> of(Action.Batch batch) {
        List<Draft> drafts = new ArrayList<>();
        for (String event : batch.events()) {
            boolean isLast = drafts.size() == batch.events().size() - 1;
            String lacks = isLast ? batch.lacks() : null;
            List<String> artifacts = lacks == null ? List.of() : List.of(Stage.artifactId(lacks));
            String status = batch.to() == null ? null : "open";
            drafts.add(draft("agent@" + batch.actor(), batch.to(), null, "note", status, event, "{}", artifacts, null));
        }
        return drafts;
    }

    /** As the node makes them of what a client hands in. */
    static PatchCodec.Decoded of(Action.Patch patch, ArtifactDraftCodec.Stamp stamp) {
        SortedMap<String, String> said = new TreeMap<>();
        said.put("from_agent", "agent@" + patch.actor());
        said.put("stream", "s");
        return PatchCodec.of(said, patch.content(), null, stamp);
    }

    private static Draft draft(
            String from,
            @Nullable String to,
            @Nullable String thread,
            String type,
            @Nullable String status,
            String body,
            String metadata,
            List<String> artifacts,
            @Nullable String key) {
        return new Draft(
                new Event.Routing("s", "r", null, from, to, thread),
                type,
                status,
                null,
                null,
                body,
                metadata,
                artifacts,
                key);
    }
}
