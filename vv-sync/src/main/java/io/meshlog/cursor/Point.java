package io.meshlog.cursor;

import io.meshlog.op.Digest;
import io.meshlog.op.Op;
import io.meshlog.op.Origin;
import java.util.Objects;

/**
 * One op, by what names it on every replica. Of a chained op the name may be the one of its line when the cursor was
 * made: a fork renames lines, and the point is found by its chain on whatever line of that base it stands now.
 *
 * @param origin the line or its base; of a loose op its origin
 * @param seq ≥ 1
 * @param mark the first 16 hex digits of its chain; of a loose op, of the digest of its canonical bytes
 */
public record Point(Origin origin, long seq, String mark) implements Comparable<Point> {
    public static Point of(Op op) {
        return new Point(
                op.origin(),
                op.seq(),
                Objects.requireNonNullElseGet(op.chain(), op::digest).hex16());
    }

    static Point of(Origin line, long seq, Digest chain) {
        return new Point(line, seq, chain.hex16());
    }

    @Override
    public int compareTo(Point other) {
        int c = origin.compareTo(other.origin);
        if (c == 0) {
            c = Long.compare(seq, other.seq);
        }
        return c != 0 ? c : mark.compareTo(other.mark);
    }
}
