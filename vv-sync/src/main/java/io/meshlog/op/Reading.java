package io.meshlog.op;

import org.jspecify.annotations.Nullable;

/** What this version makes of an op's fields (spec §5.1): store everything addressable, interpret what is valid. */
public sealed interface Reading {

    /** Shown to readers. */
    record Readable(Event event) implements Reading {}

    /**
     * Kept and relayed verbatim, hidden, listed in quarantine.
     *
     * @param field the field that could not be read
     * @param reason one sentence
     * @param eventId the event id, where at least that could be read; else {@code ""}
     */
    record Unreadable(String field, String reason, String eventId) implements Reading {}

    /** The id under which the op is addressed beside origin and seq; {@code ""} where it has none. */
    default String eventId() {
        return this instanceof Readable r ? r.event().id() : ((Unreadable) this).eventId();
    }

    /** The event, or null for what this version cannot read. */
    default @Nullable Event eventOrNull() {
        return this instanceof Readable r ? r.event() : null;
    }
}
