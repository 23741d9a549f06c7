package io.meshlog.node.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Measures a node beside its ceilings, all in one process and one sitting, and tells the ratios: absolute figures change
 * with the day and the machine. Each round measures everything once, so that what else the machine does hits all alike.
 */
public final class BenchmarkRunner {
    private BenchmarkRunner() {}

    /** See {@link Settings#ofProperties}. */
    public static void main(String[] args) throws IOException, InterruptedException, SQLException {
        System.out.println(run(Settings.ofProperties()).table());
    }

    static Report run(Settings settings) throws IOException, InterruptedException, SQLException {
        Files.createDirectories(settings.directory());
        Report report = new Report(Machine.facts(settings.directory()), settings);
        for (int round = 0; round < settings.rounds(); round++) {
            Path data = Files.createTempDirectory(settings.directory(), "data-");
            try {
                report.load(Machine.load());
                round(settings, round, data, report);
            } finally {
                delete(data);
            }
        }
        report.load(Machine.load());
        String name = "bench-" + Instant.now().toString().replaceAll("[:.]", "-") + ".json";
        report.write(settings.directory().resolve(name));
        return report;
    }

    private static void round(Settings settings, int round, Path data, Report report)
            throws IOException, InterruptedException, SQLException {
        try (RunningNode full = RunningNode.alone(data.resolve("full"))) {
            AppendBenchmark.many(full, settings, round, report);
            CatchUpBenchmark.run(full, data.resolve("empty"), settings, report);
            ceilings(full, data, report);
        }
        try (RunningNode quiet = RunningNode.alone(data.resolve("quiet"))) {
            AppendBenchmark.one(quiet, settings, round, report);
        }
        try (RunningNode filled = RunningNode.alone(data.resolve("filled"))) {
            AppendBenchmark.batches(filled, settings, round, report);
        }
        ClockBenchmark.run(settings.clockLoops(), report);
    }

    private static void ceilings(RunningNode full, Path data, Report report) throws IOException, SQLException {
        LogRows rows = LogRows.read(full.database());
        double cpuMicros = Machine.cpuMicros();
        report.sample(Figure.CEILING_1000, SchemaBenchmark.ours(data.resolve("1000"), rows, 1_000, false));
        report.sample(
                Figure.CEILING_1000_CPU,
                (Machine.cpuMicros() - cpuMicros) / rows.ops().size());
        report.sample(Figure.CEILING_500, SchemaBenchmark.ours(data.resolve("500"), rows, 500, false));
        report.sample(Figure.CEILING_100, SchemaBenchmark.ours(data.resolve("100"), rows, 100, false));
        report.sample(Figure.CEILING_1000_VIEWS, SchemaBenchmark.ours(data.resolve("1000views"), rows, 1_000, true));
        report.sample(Figure.CEILING_100_VIEWS, SchemaBenchmark.ours(data.resolve("100views"), rows, 100, true));
        List<Object[]> texts = SchemaBenchmark.texts(rows);
        cpuMicros = Machine.cpuMicros();
        report.sample(Figure.TEXT_INDEXES, SchemaBenchmark.fiveTextIndexes(data.resolve("texts"), texts, 1_000, true));
        report.sample(
                Figure.TEXT_INDEXES_CPU,
                (Machine.cpuMicros() - cpuMicros) / rows.ops().size());
        report.sample(
                Figure.TEXT_INDEXES_DEFAULT,
                SchemaBenchmark.fiveTextIndexes(data.resolve("default"), texts, 1_000, false));
    }

    static void delete(Path directory) throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
