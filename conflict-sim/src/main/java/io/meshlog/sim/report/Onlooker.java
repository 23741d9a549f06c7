package io.meshlog.sim.report;

import io.meshlog.drive.Driver;
import io.meshlog.replica.Effect;
import io.meshlog.replica.Facts;
import io.meshlog.replica.Input;
import io.meshlog.replica.RecoveredState;
import io.meshlog.sim.run.Watcher;
import io.meshlog.sim.workload.Action;
import io.meshlog.sim.workload.Plan;
import io.meshlog.sim.world.Names;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/** A watcher that hears everything in words. Confined to its run. */
abstract class Onlooker implements Watcher {
    private final SortedMap<String, Action> actions = new TreeMap<>();
    private final boolean each;
    private Names names = new Names();
    private StepText steps;
    private LongSupplier now = () -> 0;

    Onlooker(boolean each) {
        this.each = each;
        this.steps = new StepText(names, each);
    }

    Names names() {
        return names;
    }

    long now() {
        return now.getAsLong();
    }

    /** Something happens. @param words the action's, or the name of what is due */
    abstract void heard(long event, String words);

    /** A replica took or did something. @param lines sentences without their subject */
    abstract void did(String replica, List<String> lines);

    @Override
    public void begins(Plan plan, Names of, LongSupplier clock) {
        names = of;
        steps = new StepText(of, each);
        now = clock;
        plan.actions().forEach(action -> actions.put(action.id(), action));
    }

    @Override
    public void happens(long event, long millis, String name) {
        Action action = actions.get(name);
        heard(event, action == null ? name : name + ": " + ActionText.of(action));
    }

    @Override
    public Driver.Tap tap(String replica, Driver.Tap inner) {
        return new Driver.Tap() {
            @Override
            public void recovered(RecoveredState state) {
                inner.recovered(state);
                did(
                        replica,
                        List.of("starts as " + names.of(state.self()) + ", next delivery position " + state.nextSeq()));
            }

            @Override
            public void step(Input input, Facts facts, List<Effect> effects) {
                inner.step(input, facts, effects);
                did(replica, steps.of(input, effects));
            }
        };
    }
}
