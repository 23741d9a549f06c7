package io.meshlog.vector;

import io.meshlog.op.Origin;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * {@code {origin: highest origin_seq}} (spec §1). Immutable; entries in name order; a missing entry is 0, and
 * zero entries are left out. For native origins an entry always stands for the whole prefix.
 */
public final class VersionVector {
    public static final VersionVector EMPTY = new VersionVector(new TreeMap<>());

    private final SortedMap<Origin, Long> entries;

    private VersionVector(SortedMap<Origin, Long> entries) {
        this.entries = Collections.unmodifiableSortedMap(entries);
    }

    /** @param entries seqs ≥ 0 */
    public static VersionVector of(Map<Origin, Long> entries) {
        SortedMap<Origin, Long> kept = new TreeMap<>();
        entries.forEach((origin, seq) -> {
            if (seq < 0) {
                throw new IllegalArgumentException("seq of " + origin + " is negative: " + seq);
            }
            if (seq > 0) {
                kept.put(origin, seq);
            }
        });
        return kept.isEmpty() ? EMPTY : new VersionVector(kept);
    }

    public long get(Origin origin) {
        Long seq = entries.get(origin);
        return seq == null ? 0 : seq;
    }

    /** Unmodifiable, in name order, no zeros. */
    public SortedMap<Origin, Long> entries() {
        return entries;
    }

    /** The least upper bound: commutative, associative, idempotent (invariant V1). */
    public VersionVector merge(VersionVector other) {
        SortedMap<Origin, Long> merged = new TreeMap<>(entries);
        other.entries.forEach((origin, seq) -> merged.merge(origin, seq, Math::max));
        return merged.isEmpty() ? EMPTY : new VersionVector(merged);
    }

    public Causality compare(VersionVector other) {
        boolean less = false;
        boolean more = false;
        for (Origin origin : merge(other).entries.keySet()) {
            int c = Long.compare(get(origin), other.get(origin));
            less |= c < 0;
            more |= c > 0;
        }
        if (less && more) {
            return Causality.CONCURRENT;
        }
        return less ? Causality.BEFORE : more ? Causality.AFTER : Causality.EQUAL;
    }

    /** Exactly the ranges that this vector has and {@code other} lacks, in name order (invariant V8). */
    public java.util.List<OpRange> minus(VersionVector other) {
        java.util.List<OpRange> ranges = new java.util.ArrayList<>();
        entries.forEach((origin, seq) -> {
            long have = other.get(origin);
            if (seq > have) {
                ranges.add(new OpRange(origin, have + 1, seq));
            }
        });
        return java.util.List.copyOf(ranges);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof VersionVector that && entries.equals(that.entries);
    }

    @Override
    public int hashCode() {
        return entries.hashCode();
    }

    @Override
    public String toString() {
        return entries.toString();
    }
}
