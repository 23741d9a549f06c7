package io.meshlog.sim.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlog.sim.workload.PlanMaker;
import io.meshlog.sim.workload.Profile;
import org.junit.jupiter.api.Test;

class HealingTest {
    @Test
    void takesFarLessThanEveryoneFromEveryoneWhereThereAreMany() {
        int many = 2 * Healing.FEW;
        long[] rounds = {0};
        Verdict verdict =
                Simulation.run(new SimConfig(1, Profile.CALM, new PlanMaker.Size(many, 50), "memory"), new Watcher() {
                    @Override
                    public void happens(long event, long millis, String name) {
                        if (name.matches("(heal|rest)\\d+\\.1 arrives")) {
                            rounds[0]++;
                        }
                    }
                });
        assertThat(verdict.passed()).isTrue();
        assertThat(rounds[0]).isBetween((long) many, (long) many * many - 1);
    }
}
