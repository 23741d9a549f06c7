package io.meshlog.sim.shrink;

import io.meshlog.sim.check.Violation;
import io.meshlog.sim.run.Verdict;

/**
 * What makes two failures the same: the invariant's id, the kind of check, and the event or artifact that
 * it is about.
 *
 * @param invariant an id and a kind, {@code no convergence}, or empty for a run that passed
 */
public record Signature(String invariant, String about) {
    static final Signature PASSED = new Signature("", "");

    public static Signature of(Verdict verdict) {
        Violation violation = verdict.violation();
        if (violation != null) {
            return new Signature(violation.name(), verdict.about());
        }
        return verdict.converged() ? PASSED : new Signature("no convergence", "");
    }

    @Override
    public String toString() {
        return invariant.isEmpty() ? "everything holds" : about.isEmpty() ? invariant : invariant + " of " + about;
    }
}
