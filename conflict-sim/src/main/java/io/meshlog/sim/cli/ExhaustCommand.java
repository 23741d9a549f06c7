package io.meshlog.sim.cli;

import io.meshlog.sim.exhaust.Exhaust;
import io.meshlog.sim.report.Shown;
import io.meshlog.sim.report.SummaryLine;
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
        String scope = "replicas=" + replicas + " ops=" + ops;
        terminal.line(SummaryLine.of("profile=exhaust", scope));
        long began = terminal.millis();
        Exhaust.Came came = Exhaust.run(replicas, ops, terminal.out(), () -> terminal.millis() * 1_000_000);
        terminal.line(SummaryLine.of(
                "profile=exhaust",
                scope,
                "settings=" + came.settings(),
                "orders=" + came.orders(),
                "states=" + came.states(),
                "steps=" + came.steps(),
                "wall=" + Shown.span(terminal.millis() - began)));
        return came.held() ? ExitCode.PASSED : ExitCode.VIOLATED;
    }
}
