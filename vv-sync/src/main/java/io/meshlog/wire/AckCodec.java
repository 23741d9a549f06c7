package io.meshlog.wire;

import io.meshlog.op.CodePoints;
import io.meshlog.op.Event;
import io.meshlog.op.Fields;
import io.meshlog.op.Invalid;
import io.meshlog.op.JsonText;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * An acknowledgement (spec §4): {@code {"from_agent", "status"?, "body"?, "topic"?, "idempotency_key"?}} about an event
 * that is here. It goes where its target stands, to whoever wrote that, and names it.
 */
public final class AckCodec {
    public static final String TYPE = "event.ack";

    private static final List<String> MEMBERS = List.of("from_agent", "status", "body", "topic", "idempotency_key");

    private AckCodec() {}

    /** @param keyFromHeader the {@code Idempotency-Key} header, or null */
    public static DraftCodec.Decoded decode(byte[] json, @Nullable String keyFromHeader, Event target) {
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
        return wrong.isEmpty()
                ? DraftCodec.decode(about(target, document), keyFromHeader)
                : new DraftCodec.Decoded(null, List.copyOf(wrong));
    }

    private static Fields about(Event target, Fields said) {
        Event.Routing routing = target.routing();
        String thread = routing.correlationId();
        SortedMap<String, String> event = new TreeMap<>(CodePoints.ORDER);
        event.put("type", JsonText.quote(TYPE));
        event.put("stream", JsonText.quote(routing.stream()));
        event.put("room", JsonText.quote(routing.room()));
        event.put("to_agent", JsonText.quote(routing.fromAgent()));
        event.put("correlation_id", JsonText.quote(thread == null ? target.id() : thread));
        event.put("metadata", "{\"ack_of\":" + JsonText.quote(target.id()) + "}");
        if (routing.topic() != null) {
            event.put("topic", JsonText.quote(routing.topic()));
        }
        said.forEach((name, value) -> {
            if (!isUnsaid(name, value)) {
                event.put(name, value);
            }
        });
        return Fields.of(event);
    }

    /** An empty topic is the target's. What else is empty is judged as in an event: an empty key is no key. */
    private static boolean isUnsaid(String name, String value) {
        return value.equals("null") || name.equals("topic") && value.equals("\"\"");
    }
}
