package io.meshlog.sim.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlog.sim.workload.PlanMaker;
import io.meshlog.sim.workload.Profile;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * One run on two kinds of logs: in memory, and in the program's store. What a log is kept on must not show in anything
 * that a replica does; at rest, readers of the store are held against the ledger (see {@link Healing}).
 */
class StoreParityTest {
    private static final int SEEDS = Integer.getInteger("sim.parity.seeds", 4);

    @ParameterizedTest
    @Tag("ci")
    @EnumSource(Profile.class)
    void aRunIsTheSameInMemoryAndOnSqlite(Profile profile) {
        for (long seed = 1; seed <= SEEDS; seed++) {
            compare(profile, seed);
        }
    }

    /** In every build: one seed of what touches the store most. */
    @Test
    void aRunThatForksIsTheSameInMemoryAndOnSqlite() {
        compare(Profile.IDENTITY, 1);
    }

    private static void compare(Profile profile, long seed) {
        PlanMaker.Size size = new PlanMaker.Size(4, 80);
        Verdict memory = Simulation.run(new SimConfig(seed, profile, size, "memory"));
        Verdict sqlite = Simulation.run(new SimConfig(seed, profile, size, "sqlite"));
        assertThat(said(sqlite)).as("%s seed %d", profile.label(), seed).isEqualTo(said(memory));
    }

    private static List<String> said(Verdict verdict) {
        List<String> said = new ArrayList<>();
        said.add("violation " + verdict.violation());
        said.add("debts " + verdict.debts());
        said.add("trace " + verdict.trace());
        said.add("events " + verdict.events());
        said.add("steps " + verdict.steps());
        said.add("virtual " + verdict.virtualMillis());
        said.add("skipped " + verdict.skipped());
        return said;
    }
}
