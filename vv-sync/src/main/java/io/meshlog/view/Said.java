package io.meshlog.view;

import io.meshlog.hlc.HlcTimestamp;
import io.meshlog.op.CanonicalText;
import io.meshlog.op.Event;
import io.meshlog.op.MergeKey;
import io.meshlog.op.Op;
import org.jspecify.annotations.Nullable;

/**
 * What the views look at in one readable op. Immutable.
 *
 * @param merge its place in merge order; its stamp is {@link #hlc}
 * @param ackOf the event that {@code metadata.ack_of} names: a text that is not empty, else null
 */
public record Said(
        String eventId,
        MergeKey merge,
        String stream,
        String fromAgent,
        @Nullable String toAgent,
        @Nullable String correlationId,
        @Nullable String status,
        @Nullable String ackOf) {

    /** Null for an op that this version cannot read. */
    public static @Nullable Said of(Op op) {
        Event event = op.eventOrNull();
        MergeKey merge = MergeKey.of(op);
        if (event == null || merge == null) {
            return null;
        }
        Event.Routing routing = event.routing();
        return new Said(
                event.id(),
                merge,
                routing.stream(),
                routing.fromAgent(),
                routing.toAgent(),
                routing.correlationId(),
                event.content().status(),
                metadataText(event, "ack_of"));
    }

    public HlcTimestamp hlc() {
        return merge.hlc();
    }

    /** A member of an event's metadata, where it is a text that is not empty; else null. */
    public static @Nullable String metadataText(Event event, String name) {
        String metadata = event.content().metadata();
        // Most metadata says nothing of the kind, and is not taken apart for it. A name may be escaped only if it
        // holds what must be, and ours don't.
        if (!metadata.contains(name)) {
            return null;
        }
        String text = CanonicalText.stringOrNull(CanonicalText.object(metadata).get(name));
        return text == null || text.isEmpty() ? null : text;
    }
}
