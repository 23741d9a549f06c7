package io.meshlog.node.bench;

import io.vertx.core.buffer.Buffer;
import java.util.List;

/** Durable appends over HTTP to a node in this process. Stateless. */
final class AppendBenchmark {
    private AppendBenchmark() {}

    /** Fills a node over many connections. */
    static void many(RunningNode node, Settings settings, long seed, Report report) {
        List<Buffer> appends = new Workload(seed).appends(settings.events());
        double cpuMicros = Machine.cpuMicros();
        LoadClient.Run run = LoadClient.run(node.port(), appends, settings.connections());
        report.sample(Figure.APPENDS_CPU, (Machine.cpuMicros() - cpuMicros) / settings.events());
        report.sample(Figure.APPENDS, run.perSecond());
        report.sample(Figure.APPENDS_P50, run.millisAt(0.5));
        report.sample(Figure.APPENDS_P99, run.millisAt(0.99));
    }

    /** One caller that waits for each answer. */
    static void one(RunningNode node, Settings settings, long seed, Report report) {
        LoadClient.Run run = LoadClient.run(node.port(), new Workload(seed).appends(settings.singles()), 1);
        report.sample(Figure.SINGLE_APPENDS, run.perSecond());
        report.sample(Figure.SINGLE_APPENDS_P99, run.millisAt(0.99));
    }
}
