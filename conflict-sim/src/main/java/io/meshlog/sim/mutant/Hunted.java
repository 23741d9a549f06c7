package io.meshlog.sim.mutant;

import org.jspecify.annotations.Nullable;

/**
 * What came of the hunt for one planted bug.
 *
 * @param found null if it survived
 * @param seeds how many runs it took
 * @param isHung whether its last run did not end in time
 */
public record Hunted(Mutant mutant, @Nullable Found found, int seeds, long millis, boolean isHung) {
    /** The run that failed. @param invariant the id of what it broke */
    public record Found(String invariant, String profile, long seed, String detail) {}

    public boolean isExpected() {
        return found != null && mutant.expects().stream().anyMatch(i -> i.name().equals(found.invariant()));
    }
}
