package io.meshlog.sim.run;

import io.meshlog.sim.check.Met;
import io.meshlog.sim.check.Violation;
import io.meshlog.sim.fault.Fate;
import io.meshlog.sim.fault.FaultLedger;
import io.meshlog.sim.workload.Plan;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * What came of one run.
 *
 * @param violation null where everything held
 * @param about what the violation is about, by a name that does not change when other things are left out; with the
 *     invariant's id it is the failure's signature
 * @param debts where the core did not converge: who owes what to whom, a line each
 * @param trace hash of the whole run
 * @param events how many things happened
 * @param steps how many steps the core took
 * @param fates what became of exchanges that were not plain, by name
 * @param skipped names of actions that fitted nothing
 * @param holders replicas that hold what the violation is about
 * @param heads what each replica told of itself in the end, in short names
 */
public record Verdict(
        SimConfig config,
        Plan plan,
        @Nullable Violation violation,
        String about,
        List<String> debts,
        String trace,
        long events,
        long steps,
        long virtualMillis,
        FaultLedger faults,
        Met met,
        SortedMap<String, Fate> fates,
        List<String> skipped,
        List<String> holders,
        SortedMap<String, String> heads) {
    public boolean passed() {
        return violation == null && debts.isEmpty();
    }

    public boolean converged() {
        return debts.isEmpty();
    }
}
