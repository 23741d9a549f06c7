package io.meshlog.sim.check;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** L3: which requests stand or fall together. Confined to its run. */
final class Groups {
    /** All ids that were asked for together at a replica, by each of them. */
    private final Map<String, List<String>> groups = new LinkedHashMap<>();

    private static String key(String replica, String id) {
        return replica + '\0' + id;
    }

    void together(String replica, List<String> ids) {
        ids.forEach(id -> groups.put(key(replica, id), List.copyOf(ids)));
    }

    boolean contains(String replica, String id) {
        return groups.containsKey(key(replica, id));
    }

    private static boolean isHere(Mirror mirror, String id) {
        return mirror.rows.containsKey(id) || mirror.artifacts.containsKey(id);
    }

    /** One of them was written by the transaction that ended just now. */
    void written(Mirror mirror, String id) {
        for (String other : groups.getOrDefault(key(mirror.replica, id), List.of())) {
            if (!isHere(mirror, other)) {
                throw new Violation(
                        Invariant.L3,
                        "part",
                        other,
                        mirror.replica,
                        mirror.replica + " wrote " + id + " without " + other
                                + ", which was asked for together with it");
            }
        }
    }

    /** One of them was refused. */
    void refused(Mirror mirror, String id) {
        for (String other : groups.getOrDefault(key(mirror.replica, id), List.of())) {
            if (isHere(mirror, other)) {
                throw new Violation(
                        Invariant.L3,
                        "refused-part",
                        other,
                        mirror.replica,
                        mirror.replica + " refused " + id + " and has " + other
                                + ", which was asked for together with it");
            }
        }
    }
}
