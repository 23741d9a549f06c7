package io.meshlog.sim.fault;

import java.util.EnumMap;
import java.util.Map;

/**
 * Whether each fault bit. A fault is <em>attempted</em> when the plan asks for it, <em>applied</em> when the world
 * carried it out, <em>effective</em> when it overlapped something that it could spoil: a message on its way, a commit
 * being written, an op not yet proved. Confined to its run.
 */
public final class FaultLedger {
    private final Map<FaultKind, long[]> counts = new EnumMap<>(FaultKind.class);

    private long[] of(FaultKind kind) {
        return counts.computeIfAbsent(kind, k -> new long[3]);
    }

    public void attempted(FaultKind kind) {
        of(kind)[0]++;
    }

    public void applied(FaultKind kind) {
        of(kind)[1]++;
    }

    public void effective(FaultKind kind) {
        of(kind)[2]++;
    }

    public long attempts(FaultKind kind) {
        return of(kind)[0];
    }

    public long applications(FaultKind kind) {
        return of(kind)[1];
    }

    public long effects(FaultKind kind) {
        return of(kind)[2];
    }

    public long attempts() {
        return counts.values().stream().mapToLong(c -> c[0]).sum();
    }

    public long effects() {
        return counts.values().stream().mapToLong(c -> c[2]).sum();
    }

    public void add(FaultLedger other) {
        other.counts.forEach((kind, c) -> {
            long[] mine = of(kind);
            for (int i = 0; i < mine.length; i++) {
                mine[i] += c[i];
            }
        });
    }
}
