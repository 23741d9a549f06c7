package io.meshlog.cursor;

import io.meshlog.op.Digest;
import io.meshlog.op.MergeKey;
import java.util.Comparator;
import java.util.List;

/** What an event is to a reader who was shown other ops of it, or none (spec §12). */
public enum Showing {
    /** Nothing of it is covered. */
    NEW,
    /** What the reader was shown of it is what it shows now. */
    KNOWN,
    /** The reader was shown another payload. */
    REVISED;

    /**
     * An op that carries an event and is covered.
     *
     * @param merge its place in merge order
     * @param payload what it says
     */
    public record Covered(MergeKey merge, Digest payload) {}

    /**
     * Of several covered ops the first in merge order is what the reader was shown: the others were hidden behind it, and
     * that they are covered says nothing of their payloads.
     *
     * @param visible payload of the op that shows the event here
     * @param covered of the ops that carry it here
     */
    public static Showing of(Digest visible, List<Covered> covered) {
        return covered.stream()
                .min(Comparator.comparing(Covered::merge))
                .map(shown -> shown.payload().equals(visible) ? KNOWN : REVISED)
                .orElse(NEW);
    }
}
