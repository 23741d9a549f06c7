package io.meshlog.node.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What one page costs by the size of the log: nodes that hold more and more of the same kind of events, asked in turn for
 * the same pages, so that whatever else the machine does hits all of them alike. A page that stays flat has ratios of 1.
 */
final class PageBenchmark {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int BATCH = 1_000;
    private static final int THREAD = 5;
    private static final int AGENTS = 50;
    /** Of the newest threads nobody has answered: so many an agent owes, however large the log. */
    private static final int OWED_EACH = 20;

    private static final int RARE = 20;

    private final HttpClient client = HttpClient.newHttpClient();
    private final List<Filled> nodes = new ArrayList<>();
    /** µs of each look, by page and size. */
    private final Map<String, Map<Integer, List<Double>>> looks = new LinkedHashMap<>();

    private record Filled(int size, RunningNode node, Map<String, String> pages) {
        String url(String path) {
            return "http://127.0.0.1:" + node.port() + path;
        }
    }

    private PageBenchmark() {}

    /** Of the properties {@code bench.sizes}, as {@code 10000,100000}, {@code bench.looks} and {@code bench.directory}. */
    public static void main(String[] args) throws IOException, InterruptedException {
        List<Integer> sizes = new ArrayList<>();
        for (String size : System.getProperty("bench.sizes", "10000,100000").split(",", -1)) {
            sizes.add(Integer.parseInt(size.trim()));
        }
        Path directory = Path.of(System.getProperty("bench.directory", "target/bench"));
        Files.createDirectories(directory);
        Path data = Files.createTempDirectory(directory, "pages-");
        try {
            System.out.println(run(sizes, Integer.getInteger("bench.looks", 300), data));
        } finally {
            BenchmarkRunner.delete(data);
        }
    }

    /** @param sizes ascending @param looks at each page, after a tenth of them to warm up @return a table for people */
    static String run(List<Integer> sizes, int looks, Path data) throws IOException, InterruptedException {
        PageBenchmark benchmark = new PageBenchmark();
        StringBuilder filled = new StringBuilder();
        try {
            for (int size : sizes) {
                double perSecond = benchmark.fill(size, data.resolve("pages" + size));
                filled.append(
                        String.format(Locale.ROOT, "%,d events by batches of %,d: %,.0f/s%n", size, BATCH, perSecond));
            }
            benchmark.look(Math.max(1, looks / 10));
            benchmark.looks.clear();
            benchmark.look(looks);
        } finally {
            benchmark.nodes.forEach(one -> one.node().close());
        }
        Map<String, String> facts = Machine.facts(data);
        StringBuilder out = new StringBuilder();
        facts.forEach((name, value) -> out.append(String.format(Locale.ROOT, "%-10s %s%n", name, value)));
        out.append(String.format(Locale.ROOT, "%-10s %s%n%n%s%n", "load", Machine.load(), filled));
        return out.append(benchmark.table(sizes)).toString();
    }

    // ---- filling

    private double fill(int size, Path directory) throws IOException, InterruptedException {
        RunningNode node = RunningNode.alone(directory);
        Filled empty = new Filled(size, node, Map.of());
        nodes.add(empty);
        long start = System.nanoTime();
        for (int from = 0; from < size; from += BATCH) {
            StringBuilder batch = new StringBuilder("{\"events\":[");
            for (int i = from; i < Math.min(size, from + BATCH); i++) {
                batch.append(i == from ? "" : ",").append(event(i, size));
            }
            post(empty.url("/logstream/events/batch"), batch.append("]}").toString());
        }
        double perSecond = size / ((System.nanoTime() - start) / 1e9);
        nodes.set(nodes.size() - 1, new Filled(size, node, pages(empty)));
        return perSecond;
    }

    /** Threads of an ask, three remarks and mostly an answer; names vary, as they do in life. */
    private static String event(int i, int size) {
        int thread = i / THREAD;
        int step = i % THREAD;
        String asker = "pi@host-" + (thread * 7 + 3) % AGENTS;
        String asked = "codex@host-" + thread % AGENTS;
        boolean isAnswered = thread < size / THREAD - AGENTS * OWED_EACH;
        String from = step == 0 || step == 2 ? asker : asked;
        String status = step == 0 ? "\"open\"" : step == THREAD - 1 && isAnswered ? "\"applied\"" : "null";
        String to = i % Math.max(1, size / RARE) == 1 ? "rare@host" : step == 0 ? asked : asker;
        return "{\"type\":\"task." + (step == 0 ? "request" : "note") + "\",\"stream\":\"project/" + thread % 20
                + "\",\"room\":\"delegation\",\"topic\":\""
                + (i % Math.max(1, size / RARE) == 2 ? "rare" : "t" + thread % 9)
                + "\",\"from_agent\":\"" + from + "\",\"to_agent\":\"" + to + "\",\"correlation_id\":\"thread-" + thread
                + "\",\"status\":" + status + ",\"body\":\"" + "word ".repeat(60) + i
                + "\",\"metadata\":{\"branch\":\"main\",\"step\":" + step + "}}";
    }

    // ---- looking

    private Map<String, String> pages(Filled node) throws IOException, InterruptedException {
        String middle = get(node.url("/logstream/events?order=desc&limit=1"))
                .at("/events/0/seq")
                .asText();
        long half = Long.parseLong(middle) / 2;
        JsonNode merged = get(node.url("/logstream/events?order=hlc&limit=500"));
        JsonNode followed = get(node.url("/logstream/events?limit=500"));
        for (long seen = 500; seen < half; seen += 500) {
            merged = get(node.url("/logstream/events?order=hlc&limit=500&preview=true&cursor="
                    + merged.at("/cursor").asText()));
            followed = get(node.url("/logstream/events?limit=500&preview=true&cursor="
                    + followed.at("/cursor").asText()));
        }
        String thread = "thread-" + node.size() / THREAD / 2;
        String event = followed.at("/events/0/id").asText();
        Map<String, String> pages = new LinkedHashMap<>();
        pages.put("owed: " + OWED_EACH + " of one agent", "/logstream/mailbox?agent=codex@host-7");
        pages.put("owed and news", "/logstream/mailbox?news=true&agent=pi@host-9");
        pages.put("list, " + RARE + " match by an index", "/logstream/events?to_agent=rare@host");
        pages.put("list, " + RARE + " match without one", "/logstream/events?topic=rare&order=desc");
        pages.put("list, a twentieth matches", "/logstream/events?stream=project/3&order=desc");
        pages.put("list, most match", "/logstream/events?type=task.note&order=desc");
        pages.put("list, newest 50", "/logstream/events?order=desc");
        pages.put(
                "list, merge order, in the middle",
                "/logstream/events?order=hlc&cursor=" + merged.at("/cursor").asText());
        pages.put(
                "list, following, in the middle",
                "/logstream/events?cursor=" + followed.at("/cursor").asText());
        pages.put("thread of " + THREAD, "/logstream/threads/" + thread);
        pages.put("one event", "/logstream/events/" + event);
        pages.put("agents", "/logstream/agents");
        pages.put("conflicts", "/logstream/conflicts");
        pages.put("version vector", "/sync/version_vector");
        return pages;
    }

    private void look(int times) throws IOException, InterruptedException {
        for (int i = 0; i < times; i++) {
            for (Filled node : nodes) {
                for (Map.Entry<String, String> page : node.pages().entrySet()) {
                    long start = System.nanoTime();
                    get(node.url(page.getValue()));
                    sample(page.getKey(), node.size(), start);
                }
                long start = System.nanoTime();
                post(node.url("/logstream/events"), event(i * THREAD, node.size()));
                sample("append, one", node.size(), start);
            }
        }
    }

    private void sample(String page, int size, long startNanos) {
        double micros = (System.nanoTime() - startNanos) / 1e3;
        looks.computeIfAbsent(page, p -> new LinkedHashMap<>())
                .computeIfAbsent(size, s -> new ArrayList<>())
                .add(micros);
    }

    private JsonNode get(String url) throws IOException, InterruptedException {
        return answer(HttpRequest.newBuilder(URI.create(url)).build(), 200);
    }

    private void post(String url, String json) throws IOException, InterruptedException {
        answer(
                HttpRequest.newBuilder(URI.create(url))
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(json))
                        .build(),
                201);
    }

    private JsonNode answer(HttpRequest request, int expected) throws IOException, InterruptedException {
        HttpResponse<byte[]> response = client.send(request, BodyHandlers.ofByteArray());
        if (response.statusCode() != expected) {
            throw new IllegalStateException(request.uri() + " answered " + response.statusCode() + " "
                    + new String(response.body(), java.nio.charset.StandardCharsets.UTF_8));
        }
        return expected == 200 ? JSON.readTree(response.body()) : JSON.nullNode();
    }

    // ---- telling

    private String table(List<Integer> sizes) {
        StringBuilder out = new StringBuilder(String.format(Locale.ROOT, "%-36s", "µs a page, median, HTTP included"));
        sizes.forEach(size -> out.append(String.format(Locale.ROOT, "%12s", String.format(Locale.ROOT, "%,d", size))));
        out.append("   each size over the one before\n");
        looks.forEach((page, bySize) -> {
            out.append(String.format(Locale.ROOT, "%-36s", page));
            List<Double> medians =
                    sizes.stream().map(size -> median(bySize.get(size))).toList();
            medians.forEach(median -> out.append(String.format(Locale.ROOT, "%,12.0f", median)));
            for (int i = 1; i < medians.size(); i++) {
                out.append(String.format(Locale.ROOT, "%9.2f", medians.get(i) / medians.get(i - 1)));
            }
            out.append('\n');
        });
        return out.toString();
    }

    private static double median(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        return sorted.get(sorted.size() / 2);
    }
}
