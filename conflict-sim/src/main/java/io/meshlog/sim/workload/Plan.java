package io.meshlog.sim.workload;

import io.meshlog.sim.fault.FaultKind;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * A run before it begins.
 *
 * @param replicas in the order of their names' numbers
 * @param hubs names of peers of the reference kind
 * @param newer names of native peers of a later version
 * @param faults the kinds that this run asks for
 * @param actions in the order of their times
 * @param faultsEndMillis from here on nothing breaks any more: the liveness phase
 * @param core who has to converge then; others stay as dead, cut off or lying as they were
 */
public record Plan(
        List<Setup> replicas,
        List<String> hubs,
        List<String> newer,
        List<FaultKind> faults,
        List<Action> actions,
        long faultsEndMillis,
        List<String> core) {
    /**
     * One replica's settings.
     *
     * @param pageOps how many ops it asks for at once
     * @param commitMillis how long a commit takes
     * @param signMillis how long a signature takes
     * @param clockMillis how far its wall clock is off from the start
     * @param json whether what it answers goes through the text of the wire
     */
    public record Setup(String name, int pageOps, long commitMillis, long signMillis, long clockMillis, boolean json) {}

    /** Everyone who is there at some time: replicas, copies of them, and peers of other kinds. */
    public SortedSet<String> everyone() {
        SortedSet<String> names = new TreeSet<>(hubs);
        names.addAll(newer);
        replicas.forEach(replica -> names.add(replica.name()));
        for (Action action : actions) {
            if (action instanceof Action.Copy copy) {
                names.add(copy.as());
            }
        }
        return names;
    }

    public Plan with(List<Action> otherActions) {
        return new Plan(replicas, hubs, newer, faults, otherActions, faultsEndMillis, core);
    }
}
