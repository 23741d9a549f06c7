package io.meshlog.sim.cli;

import io.meshlog.sim.mutant.Mutants;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code mutants}: whether the simulator finds what is wrong on purpose. */
@Command(
        name = "mutants",
        description = {
            "Plants known bugs in the sources, one at a time, and prints how soon each is found.",
            "Needs a source checkout; run it inside of one."
        })
final class MutantsCommand implements Callable<Integer> {
    private final Terminal terminal;

    MutantsCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        int code = Mutants.run(Path.of("").toAbsolutePath(), terminal.out());
        terminal.out().flush();
        return code;
    }
}
