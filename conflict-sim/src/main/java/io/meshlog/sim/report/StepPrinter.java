package io.meshlog.sim.report;

import java.util.List;
import java.util.function.Consumer;

/**
 * Prints each thing that happens with its number and its time, and below it what replicas take and do. Confined to its
 * run.
 */
public final class StepPrinter extends Onlooker {
    private static final int WIDTH = 200;

    private final Consumer<String> out;
    private final boolean prints;
    private final long until;
    private boolean isEnded;

    /** @param prints whether anything is printed @param until the last event that happens; the run ends before the next */
    public StepPrinter(Consumer<String> out, boolean prints, long until) {
        super(false);
        this.out = out;
        this.prints = prints;
        this.until = until;
    }

    /** Whether it ended the run: there was more to come. */
    public boolean hasEnded() {
        return isEnded;
    }

    @Override
    void heard(long event, String words) {
        if (event > until) {
            isEnded = true;
            throw new Enough();
        }
        print("#" + event + " " + Shown.time(now()) + " " + words);
    }

    @Override
    void did(String replica, List<String> lines) {
        lines.forEach(line -> print("    " + replica + " " + line));
    }

    private void print(String line) {
        if (prints) {
            out.accept(Shown.line(line, WIDTH));
        }
    }
}
