package io.meshlog.sim.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlog.sim.check.Invariant;
import io.meshlog.sim.check.Violation;
import io.meshlog.sim.fault.FaultKind;
import io.meshlog.sim.fault.FaultLedger;
import io.meshlog.sim.workload.PlanMaker;
import io.meshlog.sim.workload.Profile;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class SweepTest {
    private static final PlanMaker.Size SMALL = new PlanMaker.Size(3, 50);
    private static final Verdict REAL = Simulation.run(new SimConfig(1, Profile.STORM, SMALL, "memory"));

    private static Sweep.Order order(long first, long last, BooleanSupplier enough) {
        return new Sweep.Order(Profile.STORM, SMALL, "memory", first, last, enough);
    }

    private static Sweep.Result sweep(long first, long last, Function<SimConfig, Verdict> runner) {
        return Sweep.run(order(first, last, () -> false), tally -> {}, runner);
    }

    /** A verdict for a seed, without a run. */
    private static Verdict verdict(SimConfig config, String trace, FaultLedger faults) {
        return new Verdict(
                config,
                REAL.plan(),
                null,
                "",
                List.of(),
                trace,
                10,
                5,
                1_000,
                faults,
                REAL.met(),
                REAL.fates(),
                List.of(),
                List.of(),
                REAL.heads());
    }

    private static FaultLedger allBit() {
        FaultLedger faults = new FaultLedger();
        for (FaultKind kind : FaultKind.values()) {
            faults.attempted(kind);
            faults.applied(kind);
            faults.effective(kind);
        }
        return faults;
    }

    @Test
    void addsUpWhatItsRunsMet() {
        Sweep.Result result = Sweep.run(order(1, 8, () -> false), tally -> {});
        assertThat(result.tally().runs()).isEqualTo(8);
        assertThat(result.tally().runTwice()).isEqualTo(1);
        assertThat(result.lastSeed()).isEqualTo(8);
        assertThat(result.failed()).isNull();
        assertThat(result.obligations())
                .extracting(Obligations.Obligation::name)
                .contains("round")
                .hasSizeGreaterThan(2);
        assertThat(result.tally().attempts())
                .isGreaterThanOrEqualTo(result.tally().faults().effects());
    }

    @Test
    void endsWhenThereWasEnough() {
        Sweep.Result result =
                Sweep.run(order(7, Long.MAX_VALUE, () -> true), tally -> {}, c -> verdict(c, "a", allBit()));
        assertThat(result.tally().runs()).isEqualTo(1);
        assertThat(result.lastSeed()).isEqualTo(7);
        assertThat(result.ending()).isEqualTo(Sweep.Ending.PASSED);
    }

    @Test
    void endsAtTheVeryLastSeed() {
        Sweep.Result result = sweep(Long.MAX_VALUE - 1, Long.MAX_VALUE, c -> verdict(c, "a", allBit()));
        assertThat(result.tally().runs()).isEqualTo(2);
    }

    @Test
    void isInconclusiveWhereAFaultNeverBit() {
        Sweep.Result result = sweep(1, 3, c -> verdict(c, "a", new FaultLedger()));
        assertThat(result.ending()).isEqualTo(Sweep.Ending.INCONCLUSIVE);
        assertThat(result.obligations())
                .filteredOn(o -> !o.isMet())
                .extracting(Obligations.Obligation::name)
                .containsAll(REAL.plan().faults().stream().map(FaultKind::label).toList());
    }

    @Test
    void findsARunThatCannotBeRepeated() {
        long[] runs = {0};
        // As if something took the time of day: each run of one seed is another.
        Sweep.Result result = sweep(1, 200, c -> verdict(c, "run " + ++runs[0], allBit()));
        assertThat(result.ending()).isEqualTo(Sweep.Ending.NOT_DETERMINISTIC);
        assertThat(result.differing()).isEqualTo(new Sweep.Differing(1, "run 1", "run 2"));
        runs[0] = 0;
        Function<SimConfig, Verdict> later = c -> verdict(c, c.seed() == 51 ? "run " + ++runs[0] : "a", allBit());
        assertThat(sweep(1, 200, later).differing()).isEqualTo(new Sweep.Differing(51, "run 1", "run 2"));
    }

    @Test
    void findsAFailureThatItsCaseDoesNotShow() {
        Violation broken = new Violation(Invariant.V9, "made-up", "r1#1", "r1", "made up");
        Function<SimConfig, Verdict> runner = c -> {
            Verdict v = verdict(c, "not what the case gives", allBit());
            return new Verdict(
                    c,
                    v.plan(),
                    broken,
                    "evt_x",
                    List.of(),
                    v.trace(),
                    1,
                    1,
                    1,
                    v.faults(),
                    v.met(),
                    v.fates(),
                    List.of(),
                    List.of(),
                    v.heads());
        };
        assertThat(sweep(1, 9, runner).ending()).isEqualTo(Sweep.Ending.NOT_DETERMINISTIC);
    }
}
