package io.meshlog.sim.cli;

import io.meshlog.sim.report.Shown;
import io.meshlog.sim.run.Watcher;
import org.jspecify.annotations.Nullable;

/** Shows on a terminal how far one run is. Confined to its run. */
final class Pulse implements Watcher {
    private static final long EVENTS_BETWEEN = 512;

    private final Terminal terminal;
    private final String run;

    private Pulse(Terminal terminal, String run) {
        this.terminal = terminal;
        this.run = run;
    }

    /** @param run what is shown before it @return null where nobody would see it */
    static @Nullable Watcher of(Terminal terminal, String run) {
        return terminal.isTerminal() ? new Pulse(terminal, run) : null;
    }

    @Override
    public void happens(long event, long millis, String name) {
        if (event % EVENTS_BETWEEN == 0) {
            terminal.progress(run + " at event " + event + ", " + Shown.time(millis));
        }
    }
}
