package io.meshlog.sim.run;

import io.meshlog.sim.check.Met;
import io.meshlog.sim.draw.Mix;
import io.meshlog.sim.fault.FaultKind;
import io.meshlog.sim.fault.FaultLedger;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.Map;

/** What many runs add up to. Confined to their sweep. */
public final class Tally {
    private final FaultLedger faults = new FaultLedger();
    private final Met met = new Met();
    private final Map<FaultKind, Long> asked = new EnumMap<>(FaultKind.class);
    private String trace = "";
    private long runs;
    private long runTwice;
    private long events;
    private long steps;
    private long virtualMillis;

    void add(Verdict verdict) {
        runs++;
        trace = runs == 1 ? verdict.trace() : HexFormat.of().toHexDigits(Mix.of(Mix.of(0, trace), verdict.trace()));
        events += verdict.events();
        steps += verdict.steps();
        virtualMillis += verdict.virtualMillis();
        faults.add(verdict.faults());
        met.add(verdict.met());
        verdict.plan().faults().forEach(kind -> asked.merge(kind, 1L, Long::sum));
    }

    void ranTwice() {
        runTwice++;
    }

    /** The sum of one run. */
    public static Tally of(Verdict verdict) {
        Tally tally = new Tally();
        tally.add(verdict);
        return tally;
    }

    /** The hash of one run, or one over the hashes of all, in order. */
    public String trace() {
        return trace;
    }

    public long runs() {
        return runs;
    }

    /** How many of them were run a second time, with the same hash. */
    public long runTwice() {
        return runTwice;
    }

    public long events() {
        return events;
    }

    public long steps() {
        return steps;
    }

    public long virtualMillis() {
        return virtualMillis;
    }

    public FaultLedger faults() {
        return faults;
    }

    public Met met() {
        return met;
    }

    /** How many runs asked for faults of a kind. */
    public long asked(FaultKind kind) {
        return asked.getOrDefault(kind, 0L);
    }

    /** How often faults of a kind were tried; what single messages suffer is tried where it happens. */
    public long attempts(FaultKind kind) {
        return Math.max(faults.attempts(kind), Math.max(faults.applications(kind), faults.effects(kind)));
    }

    /** How often faults were tried, of whatever kind. */
    public long attempts() {
        long sum = 0;
        for (FaultKind kind : FaultKind.values()) {
            sum += attempts(kind);
        }
        return sum;
    }
}
