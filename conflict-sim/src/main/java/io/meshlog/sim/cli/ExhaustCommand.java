package io.meshlog.sim.cli;

import io.meshlog.sim.exhaust.Exhaust;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code exhaust}: no chance at all. */
@Command(
        name = "exhaust",
        description = "Runs every delivery order of a few ops on a few replicas, and prints how many there are.")
final class ExhaustCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Option(names = "--replicas", paramLabel = "N", description = "2 or 3; 3 where nothing is said")
    private int replicas = 3;

    @Option(names = "--ops", paramLabel = "N", description = "1 to 4; 4 where nothing is said")
    private int ops = 4;

    ExhaustCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws CommandFailed {
        RunOptions.within("--replicas", replicas, 2, 3);
        RunOptions.within("--ops", ops, 1, 4);
        int code = Exhaust.run(replicas, ops, terminal.out(), () -> terminal.millis() * 1_000_000);
        terminal.out().flush();
        return code;
    }
}
