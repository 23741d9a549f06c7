package io.meshlog.view;

import io.meshlog.hlc.DriftBounds;
import io.meshlog.op.Event;
import io.meshlog.op.Op;
import org.jspecify.annotations.Nullable;

/**
 * Which stamps are listed as wrong. Decided from the op alone, so that every replica lists the same: how far a stamp is
 * ahead of the clock <em>here</em> is reported when it arrives, and differs from replica to replica. Stateless.
 */
public final class ClockAnomalies {
    /** The farthest that an honest clock runs ahead; {@code created_at} is in whole seconds, rounded down. */
    static final long AHEAD_MILLIS_MAX = DriftBounds.DEFAULT.maxAheadMillis() + 1_000;

    private ClockAnomalies() {}

    /** What is wrong with a readable op's stamp in one sentence, or null. */
    public static @Nullable String reason(Op op, Event event) {
        String replica = event.stamp().hlc().replica();
        if (!op.origin().owns(replica)) {
            return "its stamp names replica " + replica + " and not " + op.origin();
        }
        Long written = Times.millisOrNull(event.stamp().createdAt());
        if (written == null) {
            return null;
        }
        long aheadMillis = event.stamp().hlc().millis() - written;
        return aheadMillis > AHEAD_MILLIS_MAX
                ? "its stamp is " + aheadMillis + " ms ahead of its author's own clock"
                : null;
    }
}
