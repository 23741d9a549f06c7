package io.meshlog.node.it;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** A node in a process of its own, as a user runs it, which can be killed. */
final class ChildNode implements AutoCloseable {
    private final Process process;
    private final String url;
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build();

    private ChildNode(Process process, String ready) {
        this.process = process;
        this.url = "http://" + ready.replaceFirst(".* listen=(\\S+) .*", "$1");
    }

    /** Starts a node and waits until it answers. @param options beside {@code --data} and {@code --listen} */
    static ChildNode start(Path data, String... options) throws IOException {
        return startUnder(List.of(), data, options);
    }

    /** @param tracer a command that runs the one after it in the process that it was started as; may be empty */
    static ChildNode startUnder(List<String> tracer, Path data, String... options) throws IOException {
        Process process = runUnder(tracer, data, options);
        BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        String ready = out.readLine();
        if (ready == null || !ready.startsWith("meshlog ready ")) {
            throw new AssertionError("the node did not start: " + ready + "; " + errors(process));
        }
        return new ChildNode(process, ready);
    }

    /** Starts the program without waiting. */
    static Process run(Path data, String... options) throws IOException {
        return runUnder(List.of(), data, options);
    }

    private static Process runUnder(List<String> tracer, Path data, String... options) throws IOException {
        List<String> command = new ArrayList<>(tracer);
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xmx256m",
                "-cp",
                System.getProperty("java.class.path"),
                "io.meshlog.node.Main",
                "serve",
                "--data",
                data.toString()));
        command.addAll(List.of(options));
        if (!command.contains("--listen")) {
            command.addAll(List.of("--listen", "127.0.0.1:0"));
        }
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().keySet().removeIf(name -> name.startsWith("MESHLOG_"));
        return builder.start();
    }

    static String errors(Process process) throws IOException {
        return new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    ProcessHandle process() {
        return process.toHandle();
    }

    String url() {
        return url;
    }

    /** @return the answer, or null if the node died before it gave one */
    HttpResponse<String> append(String body) {
        return appendWith(body, "");
    }

    /** Under a key that is the body, but for spaces at its end. */
    HttpResponse<String> appendKeyed(String body) {
        return appendWith(body, ", \"idempotency_key\": \"" + body.strip() + "\"");
    }

    /** One transaction. @return as {@link #append} */
    HttpResponse<String> batch(List<String> bodies) {
        String events = bodies.stream().map(body -> event(body, "")).collect(Collectors.joining(","));
        return post("/logstream/events/batch", "{\"events\": [" + events + "]}");
    }

    private HttpResponse<String> appendWith(String body, String more) {
        return post("/logstream/events", event(body, more));
    }

    static String event(String body, String more) {
        return "{\"type\": \"note\", \"stream\": \"s\", \"room\": \"r\", \"from_agent\": \"t@kill\", \"body\": \""
                + body + "\"" + more + "}";
    }

    private HttpResponse<String> post(String path, String json) {
        try {
            return http.send(
                    HttpRequest.newBuilder(URI.create(url + path))
                            .header("content-type", "application/json")
                            .POST(HttpRequest.BodyPublishers.ofString(json))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            return null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        }
    }

    HttpResponse<String> get(String path, String... headers) throws IOException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url + path));
        if (headers.length > 0) {
            request.headers(headers);
        }
        try {
            return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    JsonNode getJson(String path, String... headers) throws IOException {
        return NodeUnderTest.parse(get(path, headers), 200);
    }

    /** Whether it can store (spec §9). */
    boolean isReady() throws IOException {
        return get("/readyz").statusCode() == 200;
    }

    JsonNode frontier() throws IOException {
        return getJson("/sync/version_vector", "meshlog-replica", "rep_00000000000000000000")
                .path("frontier");
    }

    /** Everything in arrival order. */
    List<JsonNode> events() throws IOException {
        List<JsonNode> events = new ArrayList<>();
        String cursor = "";
        JsonNode page;
        do {
            page = getJson("/logstream/events?limit=500"
                    + (cursor.isEmpty() ? "" : "&cursor=" + NodeUnderTest.percent(cursor)));
            page.path("events").forEach(events::add);
            cursor = page.path("cursor").asText();
        } while (page.path("more").asBoolean());
        return events;
    }

    /** SIGKILL. */
    void kill() {
        process.destroyForcibly();
        await();
    }

    /** SIGTERM. @return how long it took, in milliseconds */
    long stop() {
        long from = System.nanoTime();
        process.destroy();
        await();
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - from);
    }

    @Override
    public void close() {
        if (process.isAlive()) {
            kill();
        }
    }

    private void await() {
        try {
            if (!process.waitFor(30, TimeUnit.SECONDS)) {
                throw new AssertionError("the process does not end");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
