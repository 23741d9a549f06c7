package io.meshlog.sim.cli;

import io.meshlog.sim.history.BadFile;
import io.meshlog.sim.history.CaseFile;
import io.meshlog.sim.history.CaseReader;
import io.meshlog.sim.report.Explanation;
import io.meshlog.sim.report.StepPrinter;
import io.meshlog.sim.report.SummaryLine;
import io.meshlog.sim.run.Cases;
import io.meshlog.sim.run.HistoryKeeper;
import io.meshlog.sim.run.SimConfig;
import io.meshlog.sim.run.Simulation;
import io.meshlog.sim.run.Sweep;
import io.meshlog.sim.run.Tally;
import io.meshlog.sim.run.Verdict;
import io.meshlog.sim.run.Watcher;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
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
    private static final int REMARKS_MAX = 40;

    private final Terminal terminal;
    /** Whether {@code --until} left something out. */
    private boolean isCutShort;

    @Parameters(paramLabel = "CASE|SEED", description = "a file that run or shrink wrote, or a seed")
    private String what = "";

    @Option(
            names = "--until",
            paramLabel = "EVENT",
            description =
                    "the last event that happens, counted from 1 as --step counts; then shows what each replica tells")
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
        Path file = Path.of(what);
        CaseFile read = read(file);
        if (history != null
                && history.toAbsolutePath()
                        .normalize()
                        .equals(file.toAbsolutePath().normalize())) {
            throw CommandFailed.usage("--history " + history + " is the case itself: name another file");
        }
        return ofCase(read);
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
        StepPrinter printer = new StepPrinter(terminal::line, step, until == null ? Long.MAX_VALUE : until);
        Watcher pulse = step || until != null ? printer : Pulse.of(terminal, "replay of " + what);
        if (history == null) {
            T came = run.apply(pulse);
            isCutShort = printer.hasEnded();
            return came;
        }
        try (PrintWriter out = new PrintWriter(opened(history))) {
            T came = run.apply(
                    new HistoryKeeper(line -> out.append(line).append('\n'), pulse == null ? printer : pulse));
            isCutShort = printer.hasEnded();
            if (out.checkError()) {
                throw CommandFailed.internal("--history " + history + " takes no more");
            }
            return came;
        }
    }

    private static Writer opened(Path file) throws CommandFailed {
        try {
            return Files.newBufferedWriter(file);
        } catch (IOException e) {
            throw Writable.cannot("--history", file, e);
        }
    }

    private int ofSeed(SimConfig config) throws CommandFailed {
        String seed = Long.toString(config.seed());
        first(SummaryLine.first(seed, config.profile(), config.size(), config.store()));
        long began = terminal.millis();
        Verdict verdict = watched(watcher -> Simulation.run(config, watcher));
        return told(verdict, Sweep.Ending.of(verdict), List.of(), began);
    }

    private int ofCase(CaseFile read) throws CommandFailed {
        CaseFile recorded = options.saysStore() ? onStore(read) : read;
        first(SummaryLine.first(recorded, what));
        long began = terminal.millis();
        Cases.Replayed replayed = watched(watcher -> Cases.replay(recorded, watcher));
        Verdict verdict = replayed.verdict();
        int actions = recorded.plan().actions().size();
        boolean isEmpty = verdict.passed() && !isCutShort && verdict.skipped().size() >= actions;
        List<String> remarks = new ArrayList<>();
        if (isEmpty) {
            remarks.add("inconclusive: " + (actions == 0 ? "the case has no actions" : "none of its actions fits")
                    + ", so nothing was tried");
        }
        remarks.addAll(remarks(recorded, replayed));
        return told(verdict, isEmpty ? Sweep.Ending.INCONCLUSIVE : Sweep.Ending.of(verdict), remarks, began);
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

    private void first(String line) {
        if (!json) {
            terminal.line(line);
        }
    }

    /** How the run compares with the one that was recorded. */
    private List<String> remarks(CaseFile recorded, Cases.Replayed replayed) {
        List<String> remarks = new ArrayList<>(shortened(recorded.unread()));
        List<String> strangers = new ArrayList<>();
        replayed.strangers()
                .forEach((id, names) -> strangers.add("action " + id + " names " + String.join(" ", names)
                        + ", which the case has nowhere: left out"));
        remarks.addAll(shortened(strangers));
        if (isCutShort) {
            return remarks;
        }
        fitsNothing("fates", replayed.unused(), remarks);
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
        }
        return remarks;
    }

    static List<String> shortened(List<String> remarks) {
        if (remarks.size() <= REMARKS_MAX) {
            return remarks;
        }
        List<String> some = new ArrayList<>(remarks.subList(0, REMARKS_MAX));
        some.add("and " + (remarks.size() - REMARKS_MAX) + " more such remarks");
        return some;
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

    private int told(Verdict verdict, Sweep.Ending ending, List<String> remarks, long began) {
        long wall = terminal.millis() - began;
        SimConfig config = verdict.config();
        List<String> explanation = verdict.passed() ? List.of() : Explanation.of(verdict);
        List<String> lines = new ArrayList<>();
        if (verdict.passed() && !isCutShort) {
            lines.add(Explanation.sentence(verdict));
        }
        lines.addAll(explanation);
        if (until != null) {
            lines.add(
                    isCutShort || verdict.events() == until
                            ? "after event #" + until + ":"
                            : "the run ended with event #" + verdict.events() + ", before #" + until + ":");
            verdict.heads().forEach((name, heads) -> lines.add("  " + name + " tells " + heads));
        }
        lines.addAll(remarks);
        String reproduce = verdict.passed() ? "" : reproduce(config);
        return new Closing(ending, config, Long.toString(config.seed()), Tally.of(verdict), wall, lines, reproduce)
                .tell(
                        terminal,
                        json,
                        report -> report.run(verdict, explanation)
                                .with("case", what.matches("[0-9]+") ? null : what)
                                .with("remarks", remarks));
    }

    private String reproduce(SimConfig config) {
        List<String> words = new ArrayList<>(List.of("replay", what));
        if (what.matches("[0-9]+")) {
            words.addAll(RunOptions.words(config));
        }
        return terminal.command(words.toArray(new String[0]));
    }
}
