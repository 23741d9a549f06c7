package io.meshlog.sim.shrink;

import io.meshlog.sim.fault.Fate;
import io.meshlog.sim.run.SimConfig;
import io.meshlog.sim.run.Simulation;
import io.meshlog.sim.run.Verdict;
import io.meshlog.sim.workload.Plan;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A run that is given action by action, and everything that is not plain about its messages. Immutable.
 *
 * @param fates by the names of exchanges; all others arrive plainly
 */
public record Failing(SimConfig config, Plan plan, SortedMap<String, Fate> fates) {
    public Verdict run() {
        return Simulation.run(config, plan, exchange -> fates.getOrDefault(exchange, Fate.PLAIN));
    }

    /** The run that a verdict is of, as it was decided then. */
    public static Failing of(Verdict verdict) {
        return new Failing(verdict.config(), verdict.plan(), new TreeMap<>(verdict.fates()));
    }

    Failing with(Plan other) {
        return new Failing(config, other, fates);
    }

    Failing with(SortedMap<String, Fate> others) {
        return new Failing(config, plan, others);
    }

    /** How large it is: what shrinking makes smaller. */
    int size() {
        return plan.actions().size() + fates.size();
    }
}
