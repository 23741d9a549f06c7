package io.meshlog.view;

import io.meshlog.op.CodePoints;

/**
 * What a claim or a last word is about, and so what it contends with (spec §6): the event that it names, or without one
 * its thread; an event in no thread is one of its own. Immutable.
 *
 * @param isNamed whether {@code id} is that of an event that is named, not of a thread
 */
public record About(boolean isNamed, String id) implements Comparable<About> {

    public static About of(Said said) {
        String named = said.ackOf();
        String thread = said.correlationId();
        return named != null ? event(named) : thread(thread != null ? thread : said.eventId());
    }

    public static About event(String id) {
        return new About(true, id);
    }

    public static About thread(String id) {
        return new About(false, id);
    }

    @Override
    public int compareTo(About other) {
        int c = Boolean.compare(isNamed, other.isNamed);
        return c != 0 ? c : CodePoints.compare(id, other.id);
    }
}
