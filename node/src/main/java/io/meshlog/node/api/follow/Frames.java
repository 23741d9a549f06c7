package io.meshlog.node.api.follow;

import io.meshlog.node.api.cursor.CursorCodec;
import io.meshlog.node.api.read.Events;
import io.meshlog.node.store.row.StoredEvent;
import io.vertx.core.buffer.Buffer;

/** Server-sent events as text (WHATWG HTML §9.2, spec §6). Stateless. */
final class Frames {
    static final String MEDIA_TYPE = "text/event-stream";

    /** Keeps what stands between, and its reader, from taking quiet for an end. */
    static final Buffer PING = Buffer.buffer(": ping\n\n");

    /** How long a reader that was cut off waits before it comes again. */
    private static final int RETRY_MILLIS = 2_000;

    private Frames() {}

    /** The first: it says where the stream begins, so that who is cut off before an event can go on from there. */
    static Buffer first(String id) {
        return Buffer.buffer("id: " + id + "\nretry: " + RETRY_MILLIS + "\n\n");
    }

    /** @param id as {@link #isId} accepts it */
    static Buffer event(String id, StoredEvent event, boolean preview) {
        // JSON text holds no line break of its own.
        return Buffer.buffer("id: " + id + "\nevent: logstream\ndata: " + Events.json(event, preview) + "\n\n");
    }

    /**
     * Whether a text comes back as it is and for what it is: in one line, with nothing at its ends that is taken off on
     * the way, and not like a cursor.
     */
    static boolean isId(String text) {
        return !text.isEmpty()
                && !CursorCodec.looksLikeOne(text)
                && text.chars().noneMatch(c -> c < ' ' || c == 0x7f)
                && text.strip().equals(text);
    }
}
