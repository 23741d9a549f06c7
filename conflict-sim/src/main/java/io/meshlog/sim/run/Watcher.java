package io.meshlog.sim.run;

import io.meshlog.drive.Driver;
import io.meshlog.sim.workload.Plan;
import io.meshlog.sim.world.EventQueue;
import io.meshlog.sim.world.Names;
import io.meshlog.sim.world.Observer;
import java.util.List;
import java.util.function.LongSupplier;

/** Looks on at one run; what it sees does not depend on whether it looks. Confined to that run. */
public interface Watcher extends EventQueue.Listener {
    /** First of all. @param now virtual milliseconds */
    default void begins(Plan plan, Names names, LongSupplier now) {}

    @Override
    default void happens(long event, long millis, String name) {}

    /** @return what sees a replica's steps in place of {@code inner}, to which it passes them on */
    default Driver.Tap tap(String replica, Driver.Tap inner) {
        return inner;
    }

    /** @return what observes the world in place of {@code inner}, to which it passes everything on */
    default Observer observer(Observer inner) {
        return inner;
    }

    /** These have come to rest: now everything must hold that holds at rest. */
    default void rests(List<String> core) {}

    /** Ends a run that has shown what was wanted of it. */
    final class Enough extends RuntimeException {
        private static final long serialVersionUID = 1;

        public Enough() {
            super("seen enough", null, false, false);
        }
    }
}
