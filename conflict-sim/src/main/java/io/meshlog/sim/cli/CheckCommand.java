package io.meshlog.sim.cli;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code check}: the same checks over what happened elsewhere. */
@Command(name = "check", description = "Checks a history, of a simulated or a live run, against every invariant.")
final class CheckCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Parameters(paramLabel = "HISTORY", description = "a file of JSON lines")
    private Path file = Path.of("");

    CheckCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws CommandFailed {
        terminal.note("check is not part of this build");
        throw CommandFailed.usage(file + " is not read");
    }
}
