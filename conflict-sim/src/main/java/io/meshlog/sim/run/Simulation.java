package io.meshlog.sim.run;

import io.meshlog.drive.Driver;
import io.meshlog.replica.VectorDocument;
import io.meshlog.sim.check.Checker;
import io.meshlog.sim.check.Invariant;
import io.meshlog.sim.check.Violation;
import io.meshlog.sim.draw.Stream;
import io.meshlog.sim.history.Trace;
import io.meshlog.sim.reader.Folds;
import io.meshlog.sim.reader.Wanderer;
import io.meshlog.sim.workload.Plan;
import io.meshlog.sim.workload.PlanMaker;
import io.meshlog.sim.world.EventQueue;
import io.meshlog.sim.world.Fates;
import io.meshlog.sim.world.Names;
import io.meshlog.sim.world.Observer;
import io.meshlog.sim.world.Shelf;
import io.meshlog.sim.world.World;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One run: faults and work first, then healing, until the core has come to rest or the bound is reached. */
public final class Simulation {
    private final SimConfig config;
    private final Plan plan;
    private final EventQueue queue;
    private final Checker checker;
    private final Trace trace;
    private final World world;
    private final @Nullable Watcher watcher;
    private final @Nullable Working working;
    private long seenEvents;
    private long seenMillis;
    private boolean isEnough;

    private Simulation(
            SimConfig config,
            Plan plan,
            Fates fates,
            Shelf.Maker shelves,
            @Nullable Watcher watcher,
            @Nullable Workload workload) {
        this.config = config;
        this.plan = plan;
        this.watcher = watcher;
        this.queue = new EventQueue(config.seed());
        Names names = new Names();
        this.checker = new Checker(names);
        checker.follow(new Wanderer());
        checker.view(new Folds());
        this.trace = new Trace(queue::now);
        Observer observer = checker;
        Function<String, Driver.Tap> taps = trace::tap;
        if (watcher != null) {
            watcher.begins(plan, names, queue::now);
            queue.listen((event, millis, name) -> {
                watcher.happens(event, millis, name);
                seenEvents = event;
                seenMillis = millis;
            });
            observer = watcher.observer(checker);
            taps = replica -> watcher.tap(replica, trace.tap(replica));
        }
        this.working =
                workload == null ? null : new Working(observer, workload, queue, new Stream(config.seed(), "working"));
        this.world = new World(queue, names, plan, shelves, fates, working == null ? observer : working, taps);
    }

    /** The run of a seed. */
    public static Verdict run(SimConfig config) {
        Plan plan = PlanMaker.make(config.seed(), config.profile(), config.size());
        return run(config, plan, new DrawnFates(config.seed(), plan.faults()));
    }

    /** The run of a seed, before somebody's eyes. */
    public static Verdict run(SimConfig config, @Nullable Watcher watcher) {
        Plan plan = PlanMaker.make(config.seed(), config.profile(), config.size());
        return run(config, plan, new DrawnFates(config.seed(), plan.faults()), watcher);
    }

    /** A run that is given. */
    public static Verdict run(SimConfig config, Plan plan, Fates fates) {
        return run(config, plan, fates, null);
    }

    /** A run that is given, before somebody's eyes. */
    public static Verdict run(SimConfig config, Plan plan, Fates fates, @Nullable Watcher watcher) {
        return run(config, plan, fates, watcher, null);
    }

    /**
     * A run that is given, in which replicas also work at something. Faults end once it is written, at the latest when
     * the plan says so.
     */
    public static Verdict work(SimConfig config, Plan plan, Fates fates, Workload workload) {
        return run(config, plan, fates, null, workload);
    }

    private static Verdict run(
            SimConfig config, Plan plan, Fates fates, @Nullable Watcher watcher, @Nullable Workload workload) {
        try (Shelf.Maker shelves = Shelves.of(config.store())) {
            Simulation simulation = new Simulation(config, plan, fates, shelves, watcher, workload);
            try {
                return simulation.verdict();
            } finally {
                simulation.world.close();
            }
        }
    }

    private Verdict verdict() {
        Violation violation = null;
        List<String> debts = List.of();
        try {
            world.begin();
            plan.actions().forEach(world::schedule);
            if (working != null) {
                working.begin(world, plan);
            }
            while (!isWritten() && world.next(plan.faultsEndMillis())) {
                // One thing after another; whoever sees something wrong throws.
            }
            debts = new Healing(world, queue, checker, plan, new Stream(config.seed(), "healing"), watcher).heal();
        } catch (Violation broken) {
            violation = broken;
        } catch (Watcher.Enough enough) {
            // Somebody has seen what there was to see; the event that was about to happen did not.
            isEnough = true;
        } catch (RuntimeException thrown) {
            violation = thrown(thrown);
        }
        return new Verdict(
                config,
                plan,
                violation,
                violation == null ? "" : checker.about(violation),
                debts,
                trace.hash(),
                isEnough ? seenEvents : world.events(),
                trace.steps(),
                isEnough ? seenMillis : world.now(),
                world.faults(),
                checker.met(),
                world.decided(),
                List.copyOf(world.skipped()),
                violation == null ? List.of() : checker.holders(violation.subject()),
                heads());
    }

    /** What each replica tells of itself, as it stands. */
    private SortedMap<String, String> heads() {
        SortedMap<String, String> heads = new TreeMap<>();
        world.replicas().forEach((name, replica) -> {
            VectorDocument told = replica.told();
            heads.put(
                    name,
                    told == null || told.frontier() == null
                            ? "down"
                            : world.names().of(told.frontier()));
        });
        return heads;
    }

    private boolean isWritten() {
        return working != null && working.isWritten();
    }

    private static Violation thrown(RuntimeException thrown) {
        return new Violation(
                Invariant.G6,
                "thrown",
                where(thrown),
                "",
                thrown.getClass().getSimpleName() + ": " + thrown.getMessage(),
                thrown);
    }

    /** The first place of ours that is not a check that others share. */
    private static String where(RuntimeException thrown) {
        StackTraceElement @Nullable [] stack = thrown.getStackTrace();
        for (StackTraceElement at : stack == null ? new StackTraceElement[0] : stack) {
            if (at.getClassName().startsWith("io.meshlog.")
                    && !at.getMethodName().equals("require")) {
                return at.getClassName() + "." + at.getMethodName();
            }
        }
        return "";
    }
}
