package io.meshlog.node.it;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A browser without a window, told what to do through its debugging protocol. Confined to one thread. */
final class Chromium implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final List<Path> PROGRAMS =
            List.of(Path.of("/usr/bin/chromium"), Path.of("/usr/bin/chromium-browser"));

    private final Process process;
    private final WebSocket socket;
    private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();
    private int asked;

    private Chromium(Process process, URI debugger) {
        this.process = process;
        this.socket = HttpClient.newHttpClient()
                .newWebSocketBuilder()
                .buildAsync(debugger, new Answers())
                .join();
    }

    /** Null where there is none. */
    static @Nullable Path program() {
        return PROGRAMS.stream().filter(Files::isExecutable).findFirst().orElse(null);
    }

    /** @param directory for its profile @param page where it begins */
    static Chromium open(Path program, Path directory, String page) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        program.toString(),
                        "--headless",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--disable-quic",
                        "--disable-dev-shm-usage",
                        "--no-first-run",
                        "--disable-background-networking",
                        "--disable-component-update",
                        "--disable-sync",
                        "--remote-debugging-address=127.0.0.1",
                        "--remote-debugging-port=0",
                        "--user-data-dir=" + directory,
                        page)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            return new Chromium(process, debugger(process, directory, page));
        } catch (IOException | InterruptedException | RuntimeException | AssertionError e) {
            process.destroyForcibly();
            throw e;
        }
    }

    /** It says where it listens in a file of its profile, and there which pages it has. */
    private static URI debugger(Process process, Path directory, String page) throws IOException, InterruptedException {
        Path port = directory.resolve("DevToolsActivePort");
        long until = System.nanoTime() + PATIENCE.toNanos();
        while (System.nanoTime() < until && process.isAlive()) {
            if (Files.exists(port) && !Files.readAllLines(port).isEmpty()) {
                URI list = URI.create(
                        "http://127.0.0.1:" + Files.readAllLines(port).get(0) + "/json");
                String pages = HttpClient.newHttpClient()
                        .send(HttpRequest.newBuilder(list).build(), HttpResponse.BodyHandlers.ofString())
                        .body();
                for (JsonNode one : JSON.readTree(pages)) {
                    if (one.path("url").asText().equals(page)) {
                        return URI.create(one.path("webSocketDebuggerUrl").asText());
                    }
                }
            }
            Thread.sleep(50);
        }
        throw new AssertionError("the browser did not open " + page);
    }

    /** The value of an expression in the page, as JSON. */
    JsonNode evaluate(String expression) throws IOException, InterruptedException {
        ObjectNode command = JSON.createObjectNode().put("id", ++asked).put("method", "Runtime.evaluate");
        command.putObject("params").put("expression", expression).put("returnByValue", true);
        socket.sendText(command.toString(), true).join();
        while (true) {
            String text = answers.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            if (text == null) {
                throw new AssertionError("the browser does not answer");
            }
            JsonNode answer = JSON.readTree(text);
            if (answer.path("id").asInt() == asked) {
                if (answer.at("/result").has("exceptionDetails")) {
                    throw new AssertionError("the page failed: " + answer);
                }
                return answer.at("/result/result/value");
            }
        }
    }

    /** Puts the parts of messages together. */
    private final class Answers implements WebSocket.Listener {
        private final StringBuilder part = new StringBuilder();

        @Override
        public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence data, boolean isLast) {
            part.append(data);
            if (isLast) {
                answers.add(part.toString());
                part.setLength(0);
            }
            from.request(1);
            return null;
        }
    }

    @Override
    public void close() {
        socket.abort();
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        try {
            process.waitFor(10, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
