package io.meshlog.sim.cli;

import io.meshlog.sim.check.Invariant;
import io.meshlog.sim.history.CaseFile;
import io.meshlog.sim.history.Trouble;
import io.meshlog.sim.history.WholeFile;
import io.meshlog.sim.report.JUnitReport;
import io.meshlog.sim.report.JsonReport;
import io.meshlog.sim.report.ObligationTable;
import io.meshlog.sim.report.Shown;
import io.meshlog.sim.report.SummaryLine;
import io.meshlog.sim.run.Cases;
import io.meshlog.sim.run.Obligations;
import io.meshlog.sim.run.SimConfig;
import io.meshlog.sim.run.Simulation;
import io.meshlog.sim.run.Sweep;
import io.meshlog.sim.run.Tally;
import io.meshlog.sim.run.Verdict;
import io.meshlog.sim.workload.PlanMaker;
import io.meshlog.sim.workload.Profile;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code run}: many seeds, up to the first that fails. */
@Command(
        name = "run",
        description = {
            "Runs seeds one after the other, up to the first that fails, and keeps that one as a case.",
            "Every invariant is checked after every event; the first seed and each 50th after it are run twice."
        })
final class RunCommand implements Callable<Integer> {
    private static final long FRESH_SEEDS = 100;
    private static final long FRESH_BELOW = 1_000_000_000;

    private final Terminal terminal;
    private final @Nullable Function<SimConfig, Verdict> runner;
    private String before = "";

    @Option(
            names = "--seeds",
            paramLabel = "A..B",
            converter = SeedRange.Converter.class,
            description =
                    "which seeds, both inclusive, at most 10000000, or one: 17; a fresh block of 100 where nothing is said")
    private @Nullable SeedRange seeds;

    @Option(
            names = "--for",
            paramLabel = "60s",
            converter = Durations.class,
            description = "fresh seeds for so long, 1ms to 720h: 500ms, 60s, 5m, 2h; a run that was begun is ended")
    private @Nullable Duration duration;

    @Mixin
    private final RunOptions options = new RunOptions();

    @Option(
            names = "--out",
            paramLabel = "DIR",
            defaultValue = CaseKeeper.DIRECTORY,
            description = "where the case of a failure goes; " + CaseKeeper.DIRECTORY + " where nothing is said")
    private Path out = Path.of(CaseKeeper.DIRECTORY);

    @Option(names = "--junit", paramLabel = "FILE", description = "writes the result as XML for build servers")
    private @Nullable Path junit;

    @Option(names = "--json", description = "one JSON document on stdout instead of text")
    private boolean json;

    /** @param runner runs one seed; null for the simulator itself */
    RunCommand(Terminal terminal, @Nullable Function<SimConfig, Verdict> runner) {
        this.terminal = terminal;
        this.runner = runner;
    }

    @Override
    public Integer call() throws CommandFailed {
        if (seeds != null && duration != null) {
            throw CommandFailed.usage("--seeds says which seeds to run and --for how long: give one of them");
        }
        mayBeWritten();
        Profile profile = options.profile();
        PlanMaker.Size size = options.size();
        String store = options.store();
        SeedRange range = range();
        if (!json) {
            String shown = duration == null ? range.text() : range.first() + "..";
            terminal.line(SummaryLine.first(shown, profile, size, store));
        }
        long began = terminal.millis();
        Sweep.Order order = new Sweep.Order(
                profile,
                size,
                store,
                range.first(),
                range.last(),
                () -> duration != null && terminal.millis() - began >= duration.toMillis());
        Sweep.Result result =
                Sweep.run(order, tally -> progress(tally, began), runner == null ? this::watched : runner);
        long wall = terminal.millis() - began;
        Told told = told(result);
        String ran = result.firstSeed() + ".." + result.lastSeed();
        if (junit != null) {
            junit(junit, profile, ran, wall, result, told.lines);
        }
        List<String> lines = new ArrayList<>(told.lines);
        if (result.ending() == Sweep.Ending.PASSED || result.ending() == Sweep.Ending.INCONCLUSIVE) {
            lines.addAll(ObligationTable.of(result.obligations()));
        }
        SimConfig config = new SimConfig(result.lastSeed(), profile, size, store);
        return new Closing(result.ending(), config, ran, result.tally(), wall, lines, told.reproduce)
                .tell(terminal, json, report -> more(report, result, told));
    }

    private SeedRange range() {
        if (seeds != null) {
            return seeds;
        }
        long first = 1 + Math.floorMod(terminal.fresh(), FRESH_BELOW);
        return new SeedRange(first, duration == null ? first + FRESH_SEEDS - 1 : Long.MAX_VALUE);
    }

    private void progress(Tally tally, long began) {
        long wall = terminal.millis() - began;
        before = tally.runs() + " seeds, " + tally.events() + " events, " + Shown.rate(tally.runs(), wall)
                + " seeds/s, " + Shown.span(wall);
        terminal.progress(before);
    }

    /** A run of many replicas takes long enough to be asked about. */
    private Verdict watched(SimConfig config) {
        String seed = (before.isEmpty() ? "" : before + "; ") + "seed " + config.seed();
        return Simulation.run(config, Pulse.of(terminal, seed));
    }

    /**
     * What is said about an ending that is not a pass.
     *
     * @param reproduce a command; empty where there is nothing to reproduce
     */
    private record Told(
            List<String> lines, String reproduce, @Nullable Path caseFile) {}

    private Told told(Sweep.Result result) throws CommandFailed {
        Verdict failed = result.failed();
        Sweep.Differing differing = result.differing();
        if (differing != null) {
            return new Told(
                    List.of("G4 not deterministic, seed " + differing.seed() + ": run twice, trace " + differing.first()
                            + " the first time, " + differing.second() + " the second"),
                    again(differing.seed(), failed),
                    null);
        } else if (failed != null) {
            CaseKeeper.Kept kept = CaseKeeper.keep(failed, out, terminal);
            return new Told(kept.explanation(), kept.reproduce(), kept.file());
        }
        List<String> lines = new ArrayList<>();
        for (Obligations.Obligation unmet : result.obligations()) {
            if (!unmet.isMet()) {
                lines.add(
                        "inconclusive: " + unmet.name() + " (" + unmet.reason() + ") was asked for by " + unmet.asked()
                                + " of " + result.tally().runs() + " runs and never came about; more seeds may help");
            }
        }
        return new Told(lines, "", null);
    }

    private String again(long seed, @Nullable Verdict verdict) {
        List<String> words = new ArrayList<>(List.of("run", "--seeds", seed + ".." + seed));
        if (verdict != null) {
            words.addAll(RunOptions.words(verdict.config()));
        }
        return terminal.command(words.toArray(new String[0]));
    }

    /** Before the first run: an hour's result must not be lost to a name that was wrong from the start. */
    private void mayBeWritten() throws CommandFailed {
        if (junit != null) {
            Writable.file("--junit", junit);
        }
        Writable.directory("--out", out);
    }

    private static void junit(
            Path file, Profile profile, String ran, long wall, Sweep.Result result, List<String> lines)
            throws CommandFailed {
        boolean inconclusive = result.ending() == Sweep.Ending.INCONCLUSIVE;
        boolean failed = !inconclusive && result.ending() != Sweep.Ending.PASSED;
        String text = JUnitReport.of(profile.label(), ran, wall, failed ? failure(result) : null, inconclusive, lines);
        try {
            WholeFile.write(file, text);
        } catch (IOException e) {
            throw CommandFailed.internal("--junit " + file + " cannot be written: " + Trouble.with(e));
        }
    }

    /** As build servers group by it: {@code A3/state}. */
    private static String failure(Sweep.Result result) {
        CaseFile.Failure failure = result.failed() == null ? null : Cases.failure(result.failed());
        return result.differing() != null || failure == null ? Invariant.G4.name() : failure.name();
    }

    private static JsonReport more(JsonReport report, Sweep.Result result, Told told) {
        report.obligations(result.obligations());
        Verdict failed = result.failed();
        if (failed != null) {
            report.run(failed, told.lines);
        }
        return report.with("case", told.caseFile == null ? null : told.caseFile.toString());
    }
}
