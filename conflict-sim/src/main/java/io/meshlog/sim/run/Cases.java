package io.meshlog.sim.run;

import io.meshlog.sim.check.Invariant;
import io.meshlog.sim.check.Violation;
import io.meshlog.sim.fault.Fate;
import io.meshlog.sim.history.Build;
import io.meshlog.sim.history.CaseFile;
import io.meshlog.sim.workload.Action;
import io.meshlog.sim.workload.Plan;
import io.meshlog.sim.world.Fates;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Runs as cases, and cases as runs. */
public final class Cases {
    private Cases() {}

    /** What a run was made of: replayed, it is the same run. */
    public static CaseFile of(Verdict verdict) {
        SimConfig config = verdict.config();
        return new CaseFile(
                Build.here(),
                System.getProperty("java.version", ""),
                config.seed(),
                config.profile(),
                config.size(),
                config.store(),
                failure(verdict),
                verdict.trace(),
                verdict.plan(),
                new TreeMap<>(verdict.fates()),
                new TreeMap<>(),
                List.of());
    }

    /** What went wrong in a run; null where nothing did. */
    public static CaseFile.@Nullable Failure failure(Verdict verdict) {
        Violation violation = verdict.violation();
        if (violation != null) {
            return new CaseFile.Failure(
                    violation.invariant().name(),
                    violation.kind(),
                    violation.subject(),
                    verdict.about(),
                    violation.replica(),
                    violation.detail());
        } else if (!verdict.converged()) {
            return new CaseFile.Failure(Invariant.G1.name(), "", "", "", "", String.join("; ", verdict.debts()));
        }
        return null;
    }

    /**
     * A case, run again.
     *
     * @param unused exchanges that the case decides on and that never took place
     * @param strangers actions that name somebody who is never there, by name: left out
     */
    public record Replayed(Verdict verdict, List<String> unused, SortedMap<String, SortedSet<String>> strangers) {
        /** Whether the run is the one that was recorded, step by step; false where the case does not say. */
        public boolean isExact(CaseFile of) {
            return verdict.trace().equals(of.trace());
        }
    }

    public static Replayed replay(CaseFile recorded) {
        return replay(recorded, null);
    }

    public static Replayed replay(CaseFile recorded, @Nullable Watcher watcher) {
        SimConfig config = new SimConfig(recorded.seed(), recorded.profile(), recorded.size(), recorded.store());
        Recorded fates = new Recorded(recorded.fates());
        Verdict verdict = Simulation.run(config, recorded.plan(), fates, watcher);
        return new Replayed(verdict, List.copyOf(fates.unused), strangers(recorded.plan()));
    }

    private static SortedMap<String, SortedSet<String>> strangers(Plan plan) {
        SortedSet<String> everyone = plan.everyone();
        SortedMap<String, SortedSet<String>> strangers = new TreeMap<>();
        for (Action action : plan.actions()) {
            SortedSet<String> unknown = action.names();
            unknown.removeAll(everyone);
            if (!unknown.isEmpty()) {
                strangers.put(action.id(), unknown);
            }
        }
        return strangers;
    }

    /** Decides as it is written; who is not named there is plain. */
    private static final class Recorded implements Fates {
        private final SortedMap<String, Fate> fates;
        private final SortedSet<String> unused;

        Recorded(SortedMap<String, Fate> fates) {
            this.fates = fates;
            this.unused = new TreeSet<>(fates.keySet());
        }

        @Override
        public Fate of(String exchange) {
            unused.remove(exchange);
            return fates.getOrDefault(exchange, Fate.PLAIN);
        }
    }
}
