package io.meshlog.sim.run;

import io.meshlog.sim.check.Met;
import io.meshlog.sim.check.Met.Situation;
import io.meshlog.sim.fault.FaultKind;
import io.meshlog.sim.workload.Profile;
import java.util.ArrayList;
import java.util.List;

/**
 * What a sweep must have met, else it is inconclusive: a green run in which nothing happened proves nothing.
 *
 * <p>Two rules. Each kind of fault that a plan asked for must have bitten at least once, however few the seeds. And from
 * so many seeds on a sweep of a profile must have come through what that profile is for; the numbers of seeds are far
 * beyond what chance needs, so that a sweep that misses one points to a simulator that has gone blind.
 */
public final class Obligations {
    private Obligations() {}

    /**
     * One thing to meet.
     *
     * @param name a kind of fault, or a situation
     * @param reason in words
     * @param asked how many runs asked for it
     * @param attempted how often it was tried; as {@code count} for a situation
     * @param applied how often it was carried out; as {@code count} for a situation
     * @param count how often it was effective, or met
     */
    public record Obligation(String name, String reason, long asked, long attempted, long applied, long count) {
        public boolean isMet() {
            return count > 0;
        }
    }

    /** A situation that every sweep of some profiles comes through. @param seeds from so many on */
    private record Due(Situation situation, long seeds, List<Profile> in) {}

    private static final List<Profile> ANY = List.of(Profile.values());
    private static final List<Profile> SMOKE = List.of(Profile.SMOKE);
    private static final List<Profile> SWARM = List.of(Profile.SWARM);
    private static final List<Profile> CLOCK = List.of(Profile.CLOCK);
    private static final List<Profile> IDENTITY = List.of(Profile.IDENTITY);
    private static final List<Profile> EXCHANGE = List.of(Profile.EXCHANGE);

    /** From so many seeds on chance misses one of them in fewer than one of ten thousand sweeps. */
    private static final List<Due> DUE = List.of(
            // Without a full round nothing was replicated at all.
            new Due(Situation.ROUND, 1, ANY),
            // Clients ask again under their keys in every run, also at another replica.
            new Due(Situation.REPEATED, 20, ANY),
            new Due(Situation.KEY_AT_TWO, 20, ANY),
            // Agents talk in every run.
            new Due(Situation.CLEARED, 20, ANY),
            new Due(Situation.BATCH_REFUSED, 50, ANY),
            new Due(Situation.TOO_EARLY, 20, ANY),
            new Due(Situation.CLAIMS_AT_TWO, 20, ANY),
            new Due(Situation.CLAIM_LOST, 20, ANY),
            // A few kinds of faults a run: each situation in about one run of twenty.
            new Due(Situation.AMNESIA, 250, SMOKE),
            new Due(Situation.FORK, 250, SMOKE),
            new Due(Situation.CONFLICT, 250, SMOKE),
            new Due(Situation.SHARED_ID, 250, SMOKE),
            new Due(Situation.REVISED, 250, SMOKE),
            new Due(Situation.UNREADABLE, 250, SMOKE),
            new Due(Situation.RENEWED, 50, SMOKE),
            new Due(Situation.REFUSED, 50, SMOKE),
            new Due(Situation.PENDING, 1_000, SMOKE),
            // Up to five kinds a run: one run of ten.
            new Due(Situation.AMNESIA, 150, SWARM),
            new Due(Situation.FORK, 150, SWARM),
            new Due(Situation.CONFLICT, 150, SWARM),
            new Due(Situation.SHARED_ID, 150, SWARM),
            new Due(Situation.REVISED, 150, SWARM),
            new Due(Situation.UNREADABLE, 150, SWARM),
            new Due(Situation.RENEWED, 50, SWARM),
            new Due(Situation.REFUSED, 50, SWARM),
            new Due(Situation.PENDING, 400, SWARM),
            new Due(Situation.EQUAL_PHYSICAL, 50, SWARM),
            new Due(Situation.TIE, 150, SWARM),
            new Due(Situation.CONCURRENT, 50, SWARM),
            new Due(Situation.BACKWARD, 150, SWARM),
            new Due(Situation.FAR_FUTURE, 150, SWARM),
            new Due(Situation.LATE_JOINER, 50, SWARM),
            new Due(Situation.THREE_WAY, 1_000, SWARM),
            new Due(Situation.FORK_OF_FORK, 1_000, SWARM),
            // What a profile is for comes about in a third of its runs.
            new Due(Situation.FAR_FUTURE, 50, CLOCK),
            new Due(Situation.BACKWARD, 50, CLOCK),
            new Due(Situation.EQUAL_PHYSICAL, 50, CLOCK),
            new Due(Situation.AMNESIA, 50, IDENTITY),
            new Due(Situation.FORK, 50, IDENTITY),
            new Due(Situation.RENEWED, 50, IDENTITY),
            new Due(Situation.THREE_WAY, 300, IDENTITY),
            new Due(Situation.FORK_OF_FORK, 300, IDENTITY),
            new Due(Situation.CONFLICT, 60, EXCHANGE),
            new Due(Situation.SHARED_ID, 60, EXCHANGE),
            new Due(Situation.REVISED, 60, EXCHANGE),
            new Due(Situation.UNREADABLE, 60, EXCHANGE),
            new Due(Situation.REFUSED, 60, EXCHANGE),
            new Due(Situation.PENDING, 150, EXCHANGE));

    public static List<Obligation> of(Profile profile, Tally tally) {
        List<Obligation> obligations = new ArrayList<>();
        Met met = tally.met();
        for (FaultKind kind : FaultKind.values()) {
            if (tally.asked(kind) > 0) {
                long effects = tally.faults().effects(kind);
                long applied = Math.max(tally.faults().applications(kind), effects);
                long attempted = Math.max(tally.attempts(kind), effects);
                obligations.add(
                        new Obligation(kind.label(), kind.sentence(), tally.asked(kind), attempted, applied, effects));
            }
        }
        for (Due due : DUE) {
            if (due.in().contains(profile) && tally.runs() >= due.seeds()) {
                long count = met.count(due.situation());
                obligations.add(new Obligation(
                        due.situation()
                                .name()
                                .toLowerCase(java.util.Locale.ROOT)
                                .replace('_', '-'),
                        due.situation().sentence(),
                        tally.runs(),
                        count,
                        count,
                        count));
            }
        }
        return obligations;
    }
}
