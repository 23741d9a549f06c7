package io.meshlog.sim.cli;

import io.meshlog.sim.mutant.Mutants;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code mutants}: whether the simulator finds what is wrong on purpose. */
@Command(
        name = "mutants",
        description = {
            "Plants known bugs in the sources, one at a time, and prints how soon each is found.",
            "Needs a source checkout; run it inside of one."
        })
final class MutantsCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Parameters(
            paramLabel = "NAME",
            arity = "0..*",
            description = {"only these, as their files are called; all where nothing is said"})
    private List<String> names = new ArrayList<>();

    MutantsCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        int code = Mutants.run(Path.of("").toAbsolutePath(), names, terminal.out());
        terminal.out().flush();
        return code;
    }
}
