package io.meshlog.sim.cli;

import io.meshlog.sim.history.BadFile;
import io.meshlog.sim.history.CaseFile;
import io.meshlog.sim.history.CaseReader;
import io.meshlog.sim.report.Explanation;
import io.meshlog.sim.report.JsonReport;
import io.meshlog.sim.report.StepPrinter;
import io.meshlog.sim.report.SummaryLine;
import io.meshlog.sim.run.Cases;
import io.meshlog.sim.run.HistoryKeeper;
import io.meshlog.sim.run.SimConfig;
import io.meshlog.sim.run.Simulation;
import io.meshlog.sim.run.Tally;
import io.meshlog.sim.run.Verdict;
import io.meshlog.sim.run.Watcher;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code replay}: one run again, step by step where that is asked for. */
@Command(
        name = "replay",
        description = {
            "Runs a case or a seed again, and tells whether it still fails as it did.",
            "What a case decides and what fits nothing any more is left out and reported."
        })
final class ReplayCommand implements Callable<Integer> {
    private static final int LISTED_MAX = 8;

    private final Terminal terminal;

    @Parameters(paramLabel = "CASE|SEED", description = "a file that run or shrink wrote, or a seed")
    private String what = "";

    @Option(
            names = "--until",
            paramLabel = "EVENT",
            description = "ends after so many events and shows what each replica tells; --step numbers them")
    private @Nullable Long until;

    @Option(
            names = "--step",
            description = "prints each thing that happens, what replicas take, and what they then want done")
    private boolean step;

    @Option(
            names = "--history",
            paramLabel = "FILE",
            description = "writes everything that the checks see as JSON lines, for check")
    private @Nullable Path history;

    @Mixin
    private final RunOptions options = new RunOptions();

    @Option(names = "--json", description = "one JSON document on stdout instead of text")
    private boolean json;

    ReplayCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws CommandFailed {
        if (json && step) {
            throw CommandFailed.usage("--step prints text and --json one document: give one of them");
        } else if (until != null && until < 1) {
            throw CommandFailed.usage("--until must be 1 or more, found " + until);
        }
        Long seed = what.matches("[0-9]+") ? SeedRange.seed(what) : null;
        if (seed != null) {
            return ofSeed(new SimConfig(seed, options.profile(), options.size(), options.store()));
        } else if (options.saysMoreThanStore()) {
            throw CommandFailed.usage("--profile, --replicas and --ops go with a seed; a case says them itself");
        }
        return ofCase(read(Path.of(what)));
    }

    static CaseFile read(Path file) throws CommandFailed {
        try {
            return CaseReader.read(file);
        } catch (BadFile e) {
            throw CommandFailed.usage(e.line());
        }
    }

    /** Runs before whoever was asked to look on. */
    private <T> T watched(Function<@Nullable Watcher, T> run) throws CommandFailed {
        boolean prints = step || until != null;
        Watcher printer = new StepPrinter(terminal::line, step, until == null ? Long.MAX_VALUE : until);
        if (history == null) {
            return run.apply(prints ? printer : null);
        }
        try (PrintWriter out = new PrintWriter(Files.newBufferedWriter(history))) {
            T came = run.apply(new HistoryKeeper(line -> out.append(line).append('\n'), printer));
            if (out.checkError()) {
                throw CommandFailed.internal("--history " + history + " takes no more");
            }
            return came;
        } catch (IOException e) {
            throw CommandFailed.internal("--history " + history + " cannot be written: " + e);
        }
    }

    private int ofSeed(SimConfig config) throws CommandFailed {
        first(config);
        long began = terminal.millis();
        Verdict verdict = watched(watcher -> Simulation.run(config, watcher));
        return told(verdict, List.of(), began);
    }

    private int ofCase(CaseFile read) throws CommandFailed {
        CaseFile recorded = options.saysStore() ? onStore(read) : read;
        first(new SimConfig(recorded.seed(), recorded.profile(), recorded.size(), recorded.store()));
        long began = terminal.millis();
        Cases.Replayed replayed = watched(watcher -> Cases.replay(recorded, watcher));
        return told(replayed.verdict(), remarks(recorded, replayed), began);
    }

    private CaseFile onStore(CaseFile read) throws CommandFailed {
        return new CaseFile(
                read.build(),
                read.jdk(),
                read.seed(),
                read.profile(),
                read.size(),
                options.store(),
                read.failure(),
                read.trace(),
                read.plan(),
                read.fates(),
                read.why(),
                read.unread());
    }

    private void first(SimConfig config) {
        if (!json) {
            String seed = Long.toString(config.seed());
            terminal.line(SummaryLine.first(seed, config.profile(), config.size(), config.store()));
        }
    }

    /** How the run compares with the one that was recorded. */
    private List<String> remarks(CaseFile recorded, Cases.Replayed replayed) {
        List<String> remarks = new ArrayList<>(recorded.unread());
        if (until != null) {
            return remarks;
        }
        CaseFile.Failure before = recorded.failure();
        CaseFile.Failure now = Cases.failure(replayed.verdict());
        if (before != null && now == null) {
            remarks.add("recorded as " + signature(before) + "; it passes now");
        } else if (before != null) {
            remarks.add("recorded as " + signature(before) + "; it fails "
                    + (before.isLike(now) ? "in the same way" : "in another way"));
        }
        boolean isExact = replayed.isExact(recorded);
        if (!isExact) {
            remarks.add("the run is another one than that of build "
                    + recorded.build().text() + ", step by step");
            fitsNothing("actions", replayed.verdict().skipped(), remarks);
            fitsNothing("fates", replayed.unused(), remarks);
        }
        return remarks;
    }

    private static String signature(CaseFile.Failure failure) {
        return failure.name() + (failure.subject().isEmpty() ? "" : " " + failure.subject());
    }

    private static void fitsNothing(String what, List<String> names, List<String> remarks) {
        if (!names.isEmpty()) {
            remarks.add(names.size() + " " + what + " fitted nothing and were left out: "
                    + String.join(" ", names.subList(0, Math.min(LISTED_MAX, names.size())))
                    + (names.size() > LISTED_MAX ? " …" : ""));
        }
    }

    private int told(Verdict verdict, List<String> remarks, long began) {
        long wall = terminal.millis() - began;
        Tally tally = Tally.of(verdict);
        int code = ExitCode.of(verdict);
        SimConfig config = verdict.config();
        String seed = Long.toString(config.seed());
        List<String> explanation = verdict.passed() ? List.of() : Explanation.of(verdict);
        if (json) {
            String ending = verdict.violation() != null ? "violated" : verdict.converged() ? "passed" : "not-converged";
            terminal.document(new JsonReport(ending, code, seed, config)
                    .sums(tally, wall)
                    .run(verdict, explanation)
                    .with("remarks", remarks)
                    .text());
            return code;
        }
        if (verdict.passed() && until == null) {
            terminal.line(Explanation.sentence(verdict));
        }
        explanation.forEach(terminal::line);
        if (until != null) {
            terminal.line("after event #" + Math.min(until, verdict.events()) + ":");
            verdict.heads().forEach((name, heads) -> terminal.line("  " + name + " tells " + heads));
        }
        remarks.forEach(terminal::line);
        terminal.line(SummaryLine.last(seed, config.profile(), tally, wall));
        if (!verdict.passed()) {
            terminal.line(reproduce(config));
        }
        return code;
    }

    private String reproduce(SimConfig config) {
        if (!what.matches("[0-9]+")) {
            return terminal.command("replay", what);
        }
        return terminal.command(
                "replay",
                what,
                "--profile",
                config.profile().label(),
                "--replicas",
                Integer.toString(config.size().replicas()),
                "--ops",
                Integer.toString(config.size().ops()),
                "--store",
                config.store());
    }
}
