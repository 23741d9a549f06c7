package io.meshlog.sim.workload;

import io.meshlog.sim.draw.Stream;
import io.meshlog.sim.fault.FaultKind;
import java.util.List;

/**
 * Who takes part in a run, how long it goes on, and what breaks: drawn first, and what all else is drawn upon. Immutable.
 *
 * @param names of the replicas
 * @param hubs unmodified hubs among the peers
 * @param newer peers of a later version
 * @param spanMillis people write in it
 * @param endMillis how long things go on breaking, after the last write too: what is lost then is not written over by
 *     news
 */
record Scene(
        long seed,
        List<String> names,
        List<String> hubs,
        List<String> newer,
        List<FaultKind> faults,
        long spanMillis,
        long endMillis) {

    /** The draws of one subject. */
    Stream stream(String subject) {
        return stream(seed, subject);
    }

    static Stream stream(long seed, String subject) {
        return new Stream(seed, "plan/" + subject);
    }

    boolean has(FaultKind kind) {
        return faults.contains(kind);
    }

    String replica(Stream draws) {
        return names.get(draws.below(names.size()));
    }

    String other(Stream draws, String than) {
        String drawn = than;
        while (drawn.equals(than)) {
            drawn = replica(draws);
        }
        return drawn;
    }

    long time(Stream draws) {
        return draws.between(0, endMillis);
    }
}
