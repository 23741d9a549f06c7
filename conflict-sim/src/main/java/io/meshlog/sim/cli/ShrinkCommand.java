package io.meshlog.sim.cli;

import io.meshlog.sim.history.Build;
import io.meshlog.sim.history.CaseFile;
import io.meshlog.sim.history.CaseWriter;
import io.meshlog.sim.history.Trouble;
import io.meshlog.sim.run.Cases;
import io.meshlog.sim.run.SimConfig;
import io.meshlog.sim.shrink.Failing;
import io.meshlog.sim.shrink.Shrinker;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code shrink}: the same failure, with less that leads to it. */
@Command(
        name = "shrink",
        description = {
            "Leaves out of a failing case what its failure does not need, and notes why the rest cannot go.",
            "The failure stays the same: the invariant, and the op that it names."
        })
final class ShrinkCommand implements Callable<Integer> {
    private static final int RUNS_MAX = 1_000_000;

    private final Terminal terminal;

    @Parameters(paramLabel = "CASE", description = "a file that run wrote")
    private Path file = Path.of("");

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "where the smaller case goes; CASE-small.json beside CASE.json where nothing is said")
    private @Nullable Path output;

    @Option(
            names = "--runs",
            paramLabel = "N",
            description = "how many runs it may take, 1 to 1000000; 10000 where nothing is said")
    private int runs = 10_000;

    ShrinkCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws CommandFailed {
        CaseFile failing = ReplayCommand.read(file);
        Path to = output == null ? beside(file) : output;
        RunOptions.within("--runs", runs, 1, RUNS_MAX);
        Writable.file("--output", to);
        ReplayCommand.shortened(failing.unread()).forEach(terminal::line);
        CaseFile.Failure now = Cases.failure(Cases.replay(failing).verdict());
        if (now == null) {
            throw CommandFailed.usage(
                    file + " passes with build " + Build.here().text() + ": there is no failure to keep");
        }
        SimConfig config = new SimConfig(failing.seed(), failing.profile(), failing.size(), failing.store());
        Shrinker.Shrunk shrunk =
                Shrinker.shrink(new Failing(config, failing.plan(), failing.fates()), runs, terminal::progress);
        CaseFile small = Cases.of(shrunk.failing().run()).because(shrunk.why());
        try {
            CaseWriter.write(small, to);
        } catch (IOException e) {
            throw CommandFailed.internal(to + " cannot be written: " + Trouble.with(e));
        }
        terminal.line(shrunk.signature() + " still fails after " + shrunk.runs() + " runs with " + sizes(small) + " of "
                + sizes(failing) + ": " + to);
        terminal.line(terminal.command("replay", to.toString()));
        return ExitCode.PASSED;
    }

    private static String sizes(CaseFile of) {
        return of.plan().actions().size() + " actions and " + of.fates().size() + " fates";
    }

    private static Path beside(Path file) {
        String name = String.valueOf(file.getFileName()).replaceFirst("\\.json$", "");
        return file.resolveSibling(name + "-small.json");
    }
}
