package io.meshlog.view;

import io.meshlog.op.Event;
import io.meshlog.op.Op;
import java.util.List;
import java.util.Objects;

/**
 * An event as readers see it: by the first of its ops in merge order (spec §5.3). Immutable.
 *
 * @param op the visible op
 * @param said what the visible op says
 * @param hidden the other ops that carry it, in merge order
 */
public record Shown(Op op, Said said, List<Op> hidden) {

    public String id() {
        return said.eventId();
    }

    public Event event() {
        return Objects.requireNonNull(op.eventOrNull());
    }

    /** Whether its ops say different things. */
    public boolean isConflict() {
        return hidden.stream().anyMatch(other -> !other.payload().equals(op.payload()));
    }
}
