package io.meshlog.sim.check;

import io.meshlog.op.Origin;
import io.meshlog.sim.world.Names;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** I1: whether there is a reason for a new id. Confined to its run. */
final class IdentityChecks {
    /** What is not for the core to find out: reasons that the process around it gives. */
    private static final List<String> GIVEN = List.of(
            "by hand",
            "restored from a backup",
            "the database is gone",
            "the key is gone",
            "the clock's mark is more than a day ahead");

    private final Ledger ledger;
    private final Names names;
    private final SortedMap<Origin, SortedSet<String>> writers = new TreeMap<>();

    IdentityChecks(Ledger ledger, Names names) {
        this.ledger = ledger;
        this.names = names;
    }

    /** A replica goes under that id from now on. */
    void writesAs(String replica, Origin self) {
        writers.computeIfAbsent(self, s -> new TreeSet<>()).add(replica);
    }

    /** Before the commit that says that a new id is due is taken over. */
    void mayRenew(Mirror mirror, String reason) {
        boolean shared = writers.getOrDefault(mirror.self, new TreeSet<>()).size() > 1;
        if (GIVEN.contains(reason) || shared || lacksOwn(mirror)) {
            return;
        }
        throw new Violation(
                Invariant.I1,
                "groundless",
                "",
                mirror.replica,
                mirror.replica + " gives up its id because " + names.in(reason)
                        + "; it holds every op that was ever written under that id, and nobody else writes under it");
    }

    private boolean lacksOwn(Mirror mirror) {
        return ledger.all().stream()
                .anyMatch(op -> op.isChained() && op.base().equals(mirror.self) && !mirror.held.get(op.id));
    }

    /** V7: whoever wrote under one id with another process, and all who met it, go under ids of their own at rest. */
    static void ownIdEach(List<Mirror> core) {
        SortedMap<Origin, String> owners = new TreeMap<>();
        for (Mirror mirror : core) {
            String other = owners.put(mirror.self, mirror.replica);
            if (other != null) {
                throw new Violation(
                        Invariant.V7,
                        "one-id",
                        "",
                        mirror.replica,
                        mirror.replica + " and " + other + " both wrote, are at rest, and still go under one id");
            }
        }
    }
}
