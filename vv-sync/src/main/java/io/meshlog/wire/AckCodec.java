package io.meshlog.wire;

import io.meshlog.op.Draft;
import io.meshlog.op.Event;
import io.meshlog.op.Fields;
import io.meshlog.op.Invalid;
import io.meshlog.op.JsonText;
import io.meshlog.op.KeyedId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * An acknowledgement (spec §4): {@code {"from_agent", "status"?, "body"?, "topic"?, "idempotency_key"?}} about an event
 * that is here. It goes where its target stands, to whoever wrote that, and names it.
 */
public final class AckCodec {
    public static final String TYPE = "event.ack";

    private static final List<String> MEMBERS = List.of("from_agent", "status", "body", "topic", "idempotency_key");

    private AckCodec() {}

    /** The events that are here. */
    @FunctionalInterface
    public interface Events {
        /** What readers see under an id, or null. */
        @Nullable
        Event get(String id);
    }

    /** The placeholder of what the target will say. */
    private static final String TARGETS = "\"t\"";

    /** What an acknowledgement takes from its target; a topic only where it says none. */
    private static final List<String> DERIVED = List.of("stream", "room", "to_agent", "correlation_id");

    /**
     * @param keyFromHeader the {@code Idempotency-Key} header, or null
     * @return null if the target is not here, nor what was acknowledged under this key before
     */
    public static DraftCodec.@Nullable Decoded decode(
            byte[] json, @Nullable String keyFromHeader, String targetId, Events events) {
        List<Invalid> wrong = new ArrayList<>();
        Fields document = DraftCodec.readAuthored(json, wrong);
        if (document == null) {
            return new DraftCodec.Decoded(null, wrong);
        }
        document.forEach((name, value) -> {
            if (!MEMBERS.contains(name)) {
                wrong.add(Invalid.of(
                        name,
                        "no such field: " + JsonText.quote(name) + "; an acknowledgement has "
                                + String.join(" ", MEMBERS)));
            }
        });
        if (!wrong.isEmpty()) {
            return new DraftCodec.Decoded(null, List.copyOf(wrong));
        }
        DraftCodec.Decoded decoded = DraftCodec.decode(about(targetId, document), keyFromHeader);
        Draft said = decoded.draft();
        return said == null ? decoded : standing(said, targetId, events);
    }

    /** The caller's words as an event of their own, whose place is filled in once they are known to be valid. */
    private static Fields about(String targetId, Fields said) {
        return said.with("type", JsonText.quote(TYPE))
                .with("stream", TARGETS)
                .with("room", TARGETS)
                .with("metadata", "{\"ack_of\":" + JsonText.quote(targetId) + "}");
    }

    private static DraftCodec.@Nullable Decoded standing(Draft said, String targetId, Events events) {
        Event target = events.get(targetId);
        Event.Routing where = target == null ? earlier(said, events) : replyTo(target, said);
        if (where == null) {
            return null;
        }
        String topic = said.routing().topic();
        Set<String> derived = new TreeSet<>(DERIVED);
        if (topic == null) {
            derived.add("topic");
        }
        Event.Routing there = new Event.Routing(
                where.stream(),
                where.room(),
                topic == null ? where.topic() : topic,
                said.routing().fromAgent(),
                where.toAgent(),
                where.correlationId());
        return new DraftCodec.Decoded(said.standing(there, Collections.unmodifiableSet(derived)), List.of());
    }

    /** As the target has it, whatever it was authored under: an ask from elsewhere can be answered where it stands. */
    private static Event.Routing replyTo(Event target, Draft said) {
        Event.Routing routing = target.routing();
        String thread = routing.correlationId();
        return new Event.Routing(
                routing.stream(),
                routing.room(),
                routing.topic(),
                said.routing().fromAgent(),
                routing.fromAgent(),
                thread == null ? target.id() : thread);
    }

    /** Where the acknowledgement that this one repeats stands, which may have come from elsewhere before its target. */
    private static Event.@Nullable Routing earlier(Draft said, Events events) {
        String key = said.idempotencyKey();
        Event event =
                key == null ? null : events.get(KeyedId.event(said.routing().fromAgent(), key));
        if (event == null || !event.content().type().equals(TYPE)) {
            return null;
        }
        return event.content().metadata().equals(said.metadata()) ? event.routing() : null;
    }
}
