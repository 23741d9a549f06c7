package io.meshlog.cursor;

import io.meshlog.op.Origin;
import io.meshlog.vector.LooseSummary;

/**
 * Exactly these loose ops of an origin: those up to {@code top} of a replica where they are so many and have this sum.
 *
 * @param mark the first 16 hex digits of {@link LooseSummary#digest}
 */
public record LoosePoint(Origin origin, long top, long count, String mark) {
    static LoosePoint of(Origin origin, LooseSummary summary) {
        return new LoosePoint(
                origin, summary.top(), summary.count(), summary.digest().hex16());
    }

    boolean isOf(LooseSummary summary) {
        return count == summary.count() && mark.equals(summary.digest().hex16());
    }
}
