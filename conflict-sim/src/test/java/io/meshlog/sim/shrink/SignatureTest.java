package io.meshlog.sim.shrink;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlog.sim.check.Invariant;
import io.meshlog.sim.check.Violation;
import io.meshlog.sim.run.SimConfig;
import io.meshlog.sim.run.Simulation;
import io.meshlog.sim.run.Verdict;
import io.meshlog.sim.workload.PlanMaker;
import io.meshlog.sim.workload.Profile;
import java.util.List;
import org.junit.jupiter.api.Test;

class SignatureTest {
    private static final Verdict REAL =
            Simulation.run(new SimConfig(1, Profile.CALM, new PlanMaker.Size(2, 50), "memory"));

    private static Signature of(String kind, String replica) {
        return Signature.of(new Verdict(
                REAL.config(),
                REAL.plan(),
                new Violation(Invariant.A3, kind, "", replica, "differs from run to run"),
                "",
                List.of(),
                REAL.trace(),
                REAL.events(),
                REAL.steps(),
                REAL.virtualMillis(),
                REAL.faults(),
                REAL.met(),
                REAL.fates(),
                REAL.skipped(),
                List.of(),
                REAL.heads()));
    }

    @Test
    void isTheSameWhereverItShows() {
        assertThat(of("state", "r1")).isEqualTo(of("state", "r2")).hasToString("A3/state");
    }

    @Test
    void isAnotherWhereAnotherCheckOfTheInvariantFails() {
        assertThat(of("state", "r1")).isNotEqualTo(of("rest", "r1"));
    }

    @Test
    void isNoneOfARunThatPassed() {
        assertThat(Signature.of(REAL)).hasToString("everything holds");
    }
}
