package io.meshlog.sim.run;

import io.meshlog.drive.Driver;
import io.meshlog.sim.history.HistoryWriter;
import io.meshlog.sim.workload.Plan;
import io.meshlog.sim.world.Names;
import io.meshlog.sim.world.Observer;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Writes the history of a run, beside another watcher. Confined to its run. */
public final class HistoryKeeper implements Watcher {
    private final Consumer<String> lines;
    private final Watcher other;
    private LongSupplier now = () -> 0;
    private @Nullable HistoryWriter writer;

    /** @param lines takes each line of the history */
    public HistoryKeeper(Consumer<String> lines, Watcher other) {
        this.lines = lines;
        this.other = other;
    }

    @Override
    public void begins(Plan plan, Names names, LongSupplier clock) {
        now = clock;
        other.begins(plan, names, clock);
    }

    @Override
    public void happens(long event, long millis, String name) {
        other.happens(event, millis, name);
    }

    @Override
    public Driver.Tap tap(String replica, Driver.Tap inner) {
        return other.tap(replica, inner);
    }

    @Override
    public Observer observer(Observer inner) {
        HistoryWriter made = new HistoryWriter(other.observer(inner), lines, now);
        writer = made;
        return made;
    }

    @Override
    public void rests(List<String> core) {
        other.rests(core);
        if (writer != null) {
            writer.rest(core);
        }
    }
}
