package io.meshlog.sim.mutant;

import io.meshlog.sim.check.Invariant;
import io.meshlog.sim.check.Violation;
import io.meshlog.sim.run.SimConfig;
import io.meshlog.sim.run.Simulation;
import io.meshlog.sim.run.Verdict;
import io.meshlog.sim.workload.PlanMaker;
import io.meshlog.sim.workload.Profile;
import java.util.List;
import java.util.Objects;

/**
 * What is called inside an {@link IsolatedLoader}: one run. Nothing but types of the JDK goes in and out, since every
 * class of ours exists once in there and once outside.
 */
public final class OneSeed {
    private OneSeed() {}

    /** @return nothing if the run passed, else the invariant's id and what was seen */
    public static List<String> run(String profile, long seed, int replicas, int ops, String store) {
        SimConfig config = new SimConfig(
                seed, Objects.requireNonNull(Profile.named(profile)), new PlanMaker.Size(replicas, ops), store);
        Verdict verdict;
        try {
            verdict = Simulation.run(config);
        } catch (Violation broken) {
            // While the replicas were set up.
            return List.of(broken.invariant().name(), broken.detail());
        } catch (StackOverflowError endless) {
            return List.of(Invariant.G6.name(), "the stack is full");
        }
        Violation violation = verdict.violation();
        if (violation != null) {
            return List.of(violation.invariant().name(), violation.detail());
        }
        return verdict.passed() ? List.of() : List.of(Invariant.G1.name(), String.join("; ", verdict.debts()));
    }
}
