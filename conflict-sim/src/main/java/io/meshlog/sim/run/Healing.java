package io.meshlog.sim.run;

import io.meshlog.replica.VectorDocument;
import io.meshlog.sim.check.Checker;
import io.meshlog.sim.check.Invariant;
import io.meshlog.sim.check.Met;
import io.meshlog.sim.check.Violation;
import io.meshlog.sim.draw.Stream;
import io.meshlog.sim.fault.FaultKind;
import io.meshlog.sim.workload.Action;
import io.meshlog.sim.workload.Plan;
import io.meshlog.sim.world.EventQueue;
import io.meshlog.sim.world.SimReplica;
import io.meshlog.sim.world.World;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The liveness phase: faults end, everyone of the core pulls from everyone who was ever there, the dead and the lying
 * too, until the core holds the same and says so. Confined to its run.
 */
final class Healing {
    /** How many times everyone may pull from everyone before the core must hold the same. */
    static final int SWEEPS_MAX = 16;

    /** So many pull from everyone, or along a ring or a line; more of them do not. */
    static final int FEW = 20;

    private static final String REST = "rest";

    private static final long SWEEP_MILLIS_MAX = 60_000;

    private final World world;
    private final EventQueue queue;
    private final Checker checker;
    private final Plan plan;
    private final Stream draws;
    private final List<String> core;
    private final @Nullable Watcher watcher;
    private final Shape shape;
    private int pulls;

    /** How the core is linked while it heals. */
    private enum Shape {
        ALL,
        RING,
        LINE
    }

    Healing(World world, EventQueue queue, Checker checker, Plan plan, Stream draws, @Nullable Watcher watcher) {
        this.watcher = watcher;
        this.world = world;
        this.queue = queue;
        this.checker = checker;
        this.plan = plan;
        this.draws = draws;
        this.core = new ArrayList<>(plan.core());
        this.shape = draws.pick(List.of(Shape.ALL, Shape.ALL, Shape.RING, Shape.LINE));
        // Copies that run beside a replica belong to the core too: whoever they meet must get along with them.
        world.replicas().keySet().stream()
                .filter(name -> plan.replicas().stream().noneMatch(r -> r.name().equals(name)))
                .forEach(core::add);
    }

    /** @return who owes what to whom, or nothing */
    List<String> heal() {
        world.heal(core);
        settle();
        // First without a write: whatever a quiet peer said last must be taken, with no news to cover for it.
        if (!converges()) {
            return debts();
        }
        everyoneWrites();
        if (!converges()) {
            return debts();
        }
        atRest();
        return List.of();
    }

    private boolean converges() {
        int sweeps = 0;
        while (sweeps < SWEEPS_MAX + core.size() && !(sweeps > 0 && isSame())) {
            sweeps++;
            sweep(sweeps);
        }
        return isSame();
    }

    /** Whatever happened to it: a replica that nothing is wrong with takes a write (H5, L6). */
    private void everyoneWrites() {
        for (String name : core) {
            String event = "last" + name;
            world.perform(new Action.Append(event, queue.now(), name, event, "still here", null, List.of()));
        }
        for (String hub : plan.hubs()) {
            // One that was set back to where it had been shows it only once it goes further.
            world.perform(new Action.HubWrite("last" + hub, queue.now(), hub, "last" + hub, "still here", 1_000, null));
        }
        settle();
        boolean disks = plan.faults().stream().anyMatch(kind -> kind.group() == FaultKind.Group.DISK);
        core.forEach(name -> checker.tookItsLastWrite(name, disks ? Invariant.L6 : Invariant.H5));
    }

    /**
     * Who pulls from whom: mostly everyone from everyone, sometimes along a ring or a line (O6, O7). Many pull from one
     * each: 1 place further, then 2, 4, 8 … So after log n sweeps all have what one had, in n log n rounds and not n²,
     * and nobody asks several for the same at a time.
     */
    private boolean isLinked(int asker, int peer, int sweep) {
        if (core.size() > FEW) {
            int gaps = Integer.SIZE - Integer.numberOfLeadingZeros(core.size() - 1);
            return Math.floorMod(peer - asker, core.size()) == 1 << (sweep - 1) % gaps;
        }
        return switch (shape) {
            case RING -> peer == (asker + 1) % core.size();
            case LINE -> Math.abs(asker - peer) == 1;
            case ALL -> asker != peer;
        };
    }

    /** Everyone, as long as that is few; of many those that a sweep ever pulls from. */
    private boolean isNear(int asker, int peer) {
        int gap = Math.floorMod(peer - asker, core.size());
        return gap != 0 && (core.size() <= FEW || Integer.bitCount(gap) == 1);
    }

    private void sweep(int number) {
        for (String hub : plan.hubs()) {
            // Whatever it takes from one it passes on to the others.
            for (String name : number <= 2 ? core : List.<String>of()) {
                world.hubPulls(hub, name);
            }
        }
        for (int i = 0; i < core.size(); i++) {
            String asker = core.get(i);
            for (int k = 0; k < core.size(); k++) {
                if (isLinked(i, k, number)) {
                    world.pull("heal" + ++pulls, asker, core.get(k));
                }
            }
            for (String peer : world.replicas().keySet()) {
                if (!core.contains(peer)) {
                    world.pull("heal" + ++pulls, asker, peer);
                }
            }
            for (String peer : plan.hubs()) {
                world.pull("heal" + ++pulls, asker, peer);
            }
            for (String peer : plan.newer()) {
                world.pull("heal" + ++pulls, asker, peer);
            }
        }
        settle();
    }

    /** Lets everything happen that is on its way in the core. */
    private void settle() {
        long until = queue.now() + SWEEP_MILLIS_MAX;
        int calm = 0;
        // A signature, a retry or a start may be due a little later: calm is where nothing happens twice.
        while (queue.now() < until && calm < 2) {
            boolean moved = world.next(Math.min(until, queue.now() + 50));
            calm = moved || !world.isQuiet(core) ? 0 : calm + 1;
        }
    }

    private boolean isSame() {
        VectorDocument first = told(core.get(0));
        return core.stream().allMatch(name -> {
            VectorDocument told = told(name);
            return told != null
                    && first != null
                    && told.frontier() != null
                    && told.frontier().equals(first.frontier());
        });
    }

    private @Nullable VectorDocument told(String name) {
        SimReplica replica = world.replicas().get(name);
        return replica == null ? null : replica.told();
    }

    /** O8, then everything that must hold of a core at rest; O6 with one who joins late. */
    private void atRest() {
        checker.resting(core);
        for (int i = 0; i < core.size(); i++) {
            for (int k = 0; k < core.size(); k++) {
                if (isNear(i, k)) {
                    world.pull(REST + ++pulls, core.get(i), core.get(k));
                }
            }
        }
        settle();
        checker.resting(List.of());
        long asked = world.opQuestions(REST);
        if (asked != 0) {
            // Artifacts that nobody has any more are asked for again and again; ops are not.
            throw new Violation(Invariant.O8, "ops", "", "", "a core at rest asked for ops " + asked + " times");
        }
        if (watcher != null) {
            watcher.rests(core);
        }
        for (String name : core) {
            SimReplica replica = world.replicas().get(name);
            if (replica != null) {
                checker.audit(name, replica.log());
                List<String> differences = replica.differences(() -> checker.shown(name));
                if (!differences.isEmpty()) {
                    throw new Violation(Invariant.A7, "listing", "", name, String.join("; ", differences));
                }
            }
        }
        checker.atRest(core);
        for (String peer : plan.newer()) {
            checker.passOn(core, peer);
        }
        for (String hub : plan.hubs()) {
            checker.holdAll(core, hub, world.hubEvents(hub));
        }
        if (draws.chance(25)) {
            join(draws.pick(core));
        }
    }

    /** Whoever joins late gets everything from any one of the core. */
    private void join(String from) {
        Plan.Setup joiner = new Plan.Setup("late", draws.pick(List.of(1, 3, 500)), 0, 1, 0, draws.chance(50));
        world.join(joiner);
        VectorDocument source = told(from);
        for (int round = 1; round <= 3; round++) {
            world.pull("join" + round, "late", from);
            core.add("late");
            settle();
            core.remove("late");
        }
        VectorDocument got = told("late");
        checker.met().note(Met.Situation.LATE_JOINER);
        if (source == null
                || got == null
                || source.frontier() == null
                || !source.frontier().equals(got.frontier())) {
            List<String> lacking = checker.lacking(from, "late");
            throw new Violation(
                    Invariant.O3,
                    "joiner",
                    lacking.isEmpty() ? "" : lacking.get(0),
                    "late",
                    "one who joined late and pulled from " + from + " lacks "
                            + (lacking.isEmpty() ? "a signature" : lacking));
        }
    }

    private List<String> debts() {
        List<String> debts = new ArrayList<>();
        for (String has : core) {
            for (String lacks : core) {
                List<String> missing = has.equals(lacks) ? List.of() : checker.lacking(has, lacks);
                if (!missing.isEmpty()) {
                    debts.add(has + " holds, and " + lacks + " lacks: "
                            + String.join(" ", missing.subList(0, Math.min(8, missing.size())))
                            + (missing.size() > 8 ? " and " + (missing.size() - 8) + " more" : ""));
                }
            }
        }
        if (debts.isEmpty()) {
            debts.add("all hold the same ops and tell different frontiers");
        }
        return debts;
    }
}
