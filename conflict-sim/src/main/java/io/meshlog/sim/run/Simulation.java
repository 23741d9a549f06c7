package io.meshlog.sim.run;

import io.meshlog.sim.check.Checker;
import io.meshlog.sim.check.Invariant;
import io.meshlog.sim.check.Violation;
import io.meshlog.sim.draw.Stream;
import io.meshlog.sim.history.Trace;
import io.meshlog.sim.workload.Plan;
import io.meshlog.sim.workload.PlanMaker;
import io.meshlog.sim.world.EventQueue;
import io.meshlog.sim.world.Fates;
import io.meshlog.sim.world.Names;
import io.meshlog.sim.world.Shelf;
import io.meshlog.sim.world.World;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One run: faults and work first, then healing, until the core has come to rest or the bound is reached. */
public final class Simulation {
    private final SimConfig config;
    private final Plan plan;
    private final EventQueue queue;
    private final Checker checker;
    private final Trace trace;
    private final World world;
    private final @Nullable Working working;

    private Simulation(SimConfig config, Plan plan, Fates fates, Shelf.Maker shelves, @Nullable Workload workload) {
        this.config = config;
        this.plan = plan;
        this.queue = new EventQueue(config.seed());
        Names names = new Names();
        this.checker = new Checker(names);
        this.trace = new Trace(queue::now);
        this.working =
                workload == null ? null : new Working(checker, workload, queue, new Stream(config.seed(), "working"));
        this.world = new World(queue, names, plan, shelves, fates, working == null ? checker : working, trace::tap);
    }

    /** The run of a seed. */
    public static Verdict run(SimConfig config) {
        Plan plan = PlanMaker.make(config.seed(), config.profile(), config.size());
        return run(config, plan, new DrawnFates(config.seed(), plan.faults()));
    }

    /** A run that is given. */
    public static Verdict run(SimConfig config, Plan plan, Fates fates) {
        return run(config, plan, fates, null);
    }

    /**
     * A run that is given, in which replicas also work at something until it is written: then faults end, whatever the
     * plan says, and they end when the plan says so, whatever is written.
     */
    public static Verdict run(SimConfig config, Plan plan, Fates fates, @Nullable Workload workload) {
        try (Shelf.Maker shelves = Shelves.of(config.store())) {
            Simulation simulation = new Simulation(config, plan, fates, shelves, workload);
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
            plan.actions().forEach(world::schedule);
            if (working != null) {
                working.begin(world, plan);
            }
            while (!isWritten() && world.next(plan.faultsEndMillis())) {
                // One thing after another; whoever sees something wrong throws.
            }
            debts = new Healing(world, queue, checker, plan, new Stream(config.seed(), "healing")).heal();
        } catch (Violation broken) {
            violation = broken;
        } catch (RuntimeException thrown) {
            violation = thrown(thrown);
        }
        return new Verdict(
                config,
                plan,
                violation,
                debts,
                trace.hash(),
                world.events(),
                trace.steps(),
                world.now(),
                world.faults(),
                checker.met(),
                world.decided(),
                List.copyOf(world.skipped()));
    }

    private boolean isWritten() {
        return working != null && working.isWritten();
    }

    private static Violation thrown(RuntimeException thrown) {
        StackTraceElement @Nullable [] stack = thrown.getStackTrace();
        String where =
                stack == null || stack.length == 0 ? "" : stack[0].getClassName() + "." + stack[0].getMethodName();
        return new Violation(
                Invariant.G6, where, "", thrown.getClass().getSimpleName() + ": " + thrown.getMessage(), thrown);
    }
}
