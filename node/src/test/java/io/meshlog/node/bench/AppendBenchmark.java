package io.meshlog.node.bench;

import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.List;

/** Durable appends over HTTP to a node in this process. Stateless. */
final class AppendBenchmark {
    private static final String APPEND = "/logstream/events";
    private static final int BATCH = 100;
    private static final int BATCHING = 4;

    private AppendBenchmark() {}

    /** Fills a node over many connections. */
    static void many(RunningNode node, Settings settings, long seed, Report report) {
        List<Buffer> appends = new Workload(seed).appends(settings.events());
        double cpuMicros = Machine.cpuMicros();
        LoadClient.Run run = LoadClient.run(node.port(), APPEND, appends, settings.connections());
        report.sample(Figure.APPENDS_CPU, (Machine.cpuMicros() - cpuMicros) / settings.events());
        report.sample(Figure.APPENDS, run.perSecond());
        report.sample(Figure.APPENDS_P50, run.millisAt(0.5));
        report.sample(Figure.APPENDS_P99, run.millisAt(0.99));
    }

    /** Callers that send many at once. */
    static void batches(RunningNode node, Settings settings, long seed, Report report) {
        List<Buffer> appends = new Workload(seed).appends(settings.events());
        List<Buffer> batches = new ArrayList<>();
        for (int from = 0; from < appends.size(); from += BATCH) {
            Buffer batch = Buffer.buffer("{\"events\":[");
            for (int i = from; i < Math.min(appends.size(), from + BATCH); i++) {
                batch.appendString(i == from ? "" : ",").appendBuffer(appends.get(i));
            }
            batches.add(batch.appendString("]}"));
        }
        LoadClient.Run run = LoadClient.run(node.port(), "/logstream/events/batch", batches, BATCHING);
        report.sample(Figure.BATCHES, run.perSecond() / batches.size() * appends.size());
    }

    /** One caller that waits for each answer. */
    static void one(RunningNode node, Settings settings, long seed, Report report) {
        LoadClient.Run run = LoadClient.run(node.port(), APPEND, new Workload(seed).appends(settings.singles()), 1);
        report.sample(Figure.SINGLE_APPENDS, run.perSecond());
        report.sample(Figure.SINGLE_APPENDS_P99, run.millisAt(0.99));
    }
}
