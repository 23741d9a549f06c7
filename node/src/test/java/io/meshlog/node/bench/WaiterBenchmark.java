package io.meshlog.node.bench;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * What callers that wait cost those who write, and how soon they are woken: a node in a process of its own, appends over
 * many connections without and with them, in turn. Nothing that the appends say is for them.
 */
final class WaiterBenchmark {
    private static final long PATIENCE_NANOS = 120_000_000_000L;

    private WaiterBenchmark() {}

    /** Of {@code bench.waiters}, {@code bench.streams}, {@code bench.events}, {@code bench.rounds} and {@code bench.directory}. */
    public static void main(String[] args) throws IOException, InterruptedException {
        Path directory = Path.of(System.getProperty("bench.directory", "target/bench"));
        Files.createDirectories(directory);
        Path data = Files.createTempDirectory(directory, "waiters-");
        try {
            System.out.println(run(
                    data,
                    Integer.getInteger("bench.waiters", 10_000),
                    Integer.getInteger("bench.streams", 1_000),
                    Integer.getInteger("bench.events", 20_000),
                    Integer.getInteger("bench.rounds", 3)));
        } finally {
            BenchmarkRunner.delete(data);
        }
    }

    /** @return for people */
    static String run(Path data, int polls, int streams, int events, int rounds)
            throws IOException, InterruptedException {
        StringBuilder out = new StringBuilder();
        Machine.facts(data).forEach((name, value) -> out.append(String.format(Locale.ROOT, "%-10s %s%n", name, value)));
        out.append(String.format(
                Locale.ROOT,
                "%-10s polls=%d streams=%d events=%d rounds=%d%n%n",
                "parameters",
                polls,
                streams,
                events,
                rounds));
        try (NodeProcess node = NodeProcess.start(data.resolve("node"))) {
            // Once to warm up.
            appends(node, events, 99);
            double[] ratios = new double[rounds];
            for (int round = 0; round < rounds; round++) {
                double before = appends(node, events, round);
                long idle = node.residentMebibytes();
                double with;
                try (Crowd crowd = new Crowd(node.port(), polls, streams)) {
                    crowd.gather();
                    await(node, polls, streams);
                    with = appends(node, events, round + 100);
                    out.append(String.format(
                            Locale.ROOT,
                            "round %d: memory %d MiB, with all that wait %d MiB%n",
                            round,
                            idle,
                            node.residentMebibytes()));
                    wakeUps(crowd, polls, streams, out);
                }
                await(node, 0, 0);
                double after = appends(node, events, round + 200);
                ratios[round] = with / ((before + after) / 2);
                out.append(String.format(
                        Locale.ROOT,
                        "         appends/s without %,.0f, with %,.0f, without again %,.0f: ratio %.2f, load %s%n",
                        before,
                        with,
                        after,
                        ratios[round],
                        Machine.load()));
            }
            Arrays.sort(ratios);
            out.append(String.format(
                    Locale.ROOT, "%nappends with / without, median %.2f (goal ≥ 0.9)%n", ratios[rounds / 2]));
        }
        return out.toString();
    }

    private static double appends(NodeProcess node, int events, long seed) {
        return LoadClient.run(node.port(), "/logstream/events", new Workload(seed).appends(events), 64)
                .perSecond();
    }

    private static void wakeUps(Crowd crowd, int polls, int streams, StringBuilder out) {
        SplittableRandom random = new SplittableRandom(1);
        out.append("         woken after append, ms:");
        if (polls > 0) {
            out.append(quantiles(" polls", 500, () -> crowd.probe(random.nextInt(polls))));
        }
        if (streams > 0) {
            out.append(quantiles(", streams", 500, () -> crowd.probe(polls + random.nextInt(streams))));
        }
        out.append(System.lineSeparator());
    }

    private static String quantiles(String who, int count, java.util.function.LongSupplier probe) {
        long[] nanos = new long[count];
        for (int i = 0; i < count; i++) {
            nanos[i] = probe.getAsLong();
        }
        Arrays.sort(nanos);
        return String.format(
                Locale.ROOT, "%s p50 %.1f p99 %.1f", who, nanos[count / 2] / 1e6, nanos[count * 99 / 100] / 1e6);
    }

    /** Until the node has so many that wait. */
    private static void await(NodeProcess node, int polls, int streams) throws IOException, InterruptedException {
        HttpClient http = HttpClient.newHttpClient();
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + node.port() + "/metrics"))
                .build();
        long until = System.nanoTime() + PATIENCE_NANOS;
        while (true) {
            String told =
                    http.send(request, HttpResponse.BodyHandlers.ofString()).body();
            if (told.contains("\nmeshlog_waiters " + (double) polls + "\n")
                    && told.contains("\nmeshlog_streams " + (double) streams + "\n")) {
                return;
            }
            if (System.nanoTime() - until > 0) {
                throw new IllegalStateException("not all of them wait: "
                        + told.lines()
                                .filter(line -> line.matches("meshlog_(waiters|streams) .*"))
                                .toList());
            }
            Thread.sleep(50);
        }
    }
}
