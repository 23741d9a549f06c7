package io.meshlog.vector;

import io.meshlog.op.Origin;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a replica holds, exactly (spec §1): every head of its native origins, and a summary per loose origin.
 * Equal frontiers, not equal vectors, mean equal sets of ops. Immutable; in name order.
 */
public final class Frontier {
    public static final Frontier EMPTY = new Frontier(new TreeMap<>(), new TreeMap<>());

    private final SortedMap<Origin, Head> heads;
    private final SortedMap<Origin, LooseSummary> loose;

    public Frontier(SortedMap<Origin, Head> heads, SortedMap<Origin, LooseSummary> loose) {
        this.heads = Collections.unmodifiableSortedMap(new TreeMap<>(heads));
        this.loose = Collections.unmodifiableSortedMap(new TreeMap<>(loose));
    }

    public SortedMap<Origin, Head> heads() {
        return heads;
    }

    public SortedMap<Origin, LooseSummary> loose() {
        return loose;
    }

    /** The vector that nodes are told: heads, and loose tops of origins that are not native. */
    public VersionVector vector() {
        SortedMap<Origin, Long> vector = new TreeMap<>();
        heads.forEach((origin, head) -> vector.put(origin, head.seq()));
        loose.forEach((origin, summary) -> {
            if (!origin.isNative()) {
                vector.put(origin, summary.top());
            }
        });
        return VersionVector.of(vector);
    }

    /** Equal points and summaries; signatures prove heads and do not count. */
    @Override
    public boolean equals(@Nullable Object other) {
        if (!(other instanceof Frontier that)
                || !loose.equals(that.loose)
                || !heads.keySet().equals(that.heads.keySet())) {
            return false;
        }
        for (Head head : heads.values()) {
            Head theirs = that.heads.get(head.origin());
            if (theirs == null || !head.samePoint(theirs)) {
                return false;
            }
        }
        return true;
    }

    @Override
    public int hashCode() {
        return 31 * heads.keySet().hashCode() + loose.hashCode();
    }

    @Override
    public String toString() {
        StringBuilder out = new StringBuilder("frontier");
        heads.values()
                .forEach(h -> out.append(' ')
                        .append(h.origin())
                        .append('#')
                        .append(h.seq())
                        .append('/')
                        .append(h.chain().hex16()));
        loose.forEach((o, s) -> out.append(" (")
                .append(o)
                .append(" ×")
                .append(s.count())
                .append(" ≤")
                .append(s.top())
                .append(')'));
        return out.toString();
    }
}
