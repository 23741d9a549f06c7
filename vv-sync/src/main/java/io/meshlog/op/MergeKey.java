package io.meshlog.op;

import io.meshlog.hlc.HlcTimestamp;
import org.jspecify.annotations.Nullable;

/**
 * Merge order (spec §1): by HLC, then chain (for loose ops the digest of the canonical bytes), then origin and
 * seq. A strict total order over ops, the same everywhere; the only order for display, threads and causality.
 *
 * @param tie the chain, or for a loose op its digest
 */
public record MergeKey(HlcTimestamp hlc, Digest tie, Origin origin, long seq) implements Comparable<MergeKey> {

    /** The key of a readable op; null for one that this version cannot read, which has no place in the order. */
    public static @Nullable MergeKey of(Op op) {
        Event event = op.eventOrNull();
        if (event == null) {
            return null;
        }
        Digest chain = op.chain();
        return new MergeKey(event.stamp().hlc(), chain != null ? chain : op.digest(), op.origin(), op.seq());
    }

    @Override
    public int compareTo(MergeKey other) {
        int c = hlc.compareTo(other.hlc);
        if (c == 0) {
            c = tie.compareTo(other.tie);
        }
        if (c == 0) {
            c = origin.compareTo(other.origin);
        }
        return c != 0 ? c : Long.compare(seq, other.seq);
    }
}
