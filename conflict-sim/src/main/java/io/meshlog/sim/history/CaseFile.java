package io.meshlog.sim.history;

import io.meshlog.sim.fault.Fate;
import io.meshlog.sim.workload.Plan;
import io.meshlog.sim.workload.PlanMaker;
import io.meshlog.sim.workload.Profile;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * One run, as a schedule of named decisions: what a failure is kept as. It is replayed from its actions and fates alone;
 * the seed only orders what happens at one moment. So it outlives changes of the code: what fits nothing any more is
 * left out and reported.
 *
 * <p>On disk it is one JSON document for people and for {@code diff}, with one action and one fate a line:
 *
 * <pre>{@code
 * {
 *   "format": "conflict-sim-case-1",
 *   "build": {"version": "0.1.0", "revision": "1a2b3c"},
 *   "jdk": "17.0.15",
 *   "config": {"seed": 17, "profile": "smoke", "replicas": 2, "ops": 50, "store": "memory"},
 *   "failure": {"invariant": "V9", "kind": "told", "subject": "r1#7", "about": "evt_e7", "replica": "r2", "detail": "…"},
 *   "trace": "90ab12cd34ef5678",
 *   "setup": {
 *     "replicas": [
 *       {"name": "r1", "pageOps": 500, "commitMillis": 1, "signMillis": 5, "clockMillis": 0, "json": false}
 *     ],
 *     "hubs": [], "newer": [], "faults": ["kill"], "faultsEndMillis": 1000, "core": ["r1"]
 *   },
 *   "actions": [
 *     {"do": "append", "id": "e1", "at": 5, "actor": "r1", "event": "e1", "body": "…", "artifacts": []},
 *     {"do": "pull", "id": "p1", "at": 9, "actor": "r2", "peer": "r1", "why": "without it the run passes"}
 *   ],
 *   "fates": {
 *     "p1.2": {"kind": "lose-answer", "toMillis": 3, "backMillis": 4, "extraMillis": 0}
 *   }
 * }
 * }</pre>
 *
 * @param build what wrote it
 * @param jdk the Java that it ran on
 * @param store {@code memory} or {@code sqlite}
 * @param failure what went wrong; null where nothing did
 * @param trace hash of the whole run under that build; empty where nobody ran it
 * @param fates what becomes of exchanges, by name; those not named are plain
 * @param why notes on actions and fates, by name: why this one cannot go
 * @param unread parts of the file that this version could not take, a sentence each; never written
 */
public record CaseFile(
        Build build,
        String jdk,
        long seed,
        Profile profile,
        PlanMaker.Size size,
        String store,
        @Nullable Failure failure,
        String trace,
        Plan plan,
        SortedMap<String, Fate> fates,
        SortedMap<String, String> why,
        List<String> unread) {
    public static final String FORMAT = "conflict-sim-case-1";

    /**
     * What went wrong. The invariant, the kind and what it is about are its signature.
     *
     * @param about the id of the event or artifact behind the subject; empty where there is none
     * @param invariant id; {@code G1} where the core did not converge
     * @param kind which check of the invariant failed; empty where an older version wrote the case, or no check did
     * @param subject the op or event that it is about, by its short name; empty where it is about none
     * @param replica where it showed; empty where it showed nowhere in particular
     */
    public record Failure(String invariant, String kind, String subject, String about, String replica, String detail) {
        /** Invariant and kind: {@code A3/state}. */
        public String name() {
            return kind.isEmpty() ? invariant : invariant + "/" + kind;
        }

        /** Whether another one is the same failure, wherever and whenever it shows. */
        public boolean isLike(@Nullable Failure other) {
            return other != null
                    && invariant.equals(other.invariant)
                    && (kind.isEmpty() || kind.equals(other.kind))
                    && about.equals(other.about);
        }
    }

    /** The same with other actions and fates. */
    public CaseFile with(Plan otherPlan, SortedMap<String, Fate> otherFates) {
        return new CaseFile(build, jdk, seed, profile, size, store, failure, trace, otherPlan, otherFates, why, unread);
    }

    /** The same with notes. */
    public CaseFile because(SortedMap<String, String> notes) {
        return new CaseFile(build, jdk, seed, profile, size, store, failure, trace, plan, fates, notes, unread);
    }
}
