package io.meshlog.node.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.meshlog.node.Node;
import io.meshlog.node.NodeConfig;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** One of the demo's nodes, and a client of it: everything goes over HTTP, as it would from outside. */
final class Site implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final String name;
    private final Node node;
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(PATIENCE)
            .build();

    Site(String name, NodeConfig config) {
        this.name = name;
        this.node = Node.start(config);
    }

    String name() {
        return name;
    }

    int port() {
        return node.started().port();
    }

    String replica() {
        return node.started().replica();
    }

    /** @return the event's id */
    String append(String from, String to, String type, String status, String correlation, String body)
            throws IOException {
        ObjectNode event = JSON.createObjectNode()
                .put("stream", "demo")
                .put("room", "delegation")
                .put("type", type)
                .put("from_agent", from)
                .put("to_agent", to)
                .put("status", status)
                .put("correlation_id", correlation)
                .put("body", body);
        return post("/logstream/events", event.toString(), 201)
                .path("event")
                .path("id")
                .asText();
    }

    /** Runs a round with every peer. @return per peer {@code name: ok} or why not */
    List<String> sync() throws IOException {
        List<String> results = new ArrayList<>();
        for (JsonNode peer : post("/admin/sync", "{}", 200).path("peers")) {
            String failure = peer.path("last_error").asText("");
            results.add(peer.path("name").asText() + ": "
                    + (peer.path("reachable").asBoolean() && failure.isEmpty() ? "ok" : failure));
        }
        return results;
    }

    /** Every event in merge order. */
    List<JsonNode> events() throws IOException {
        List<JsonNode> events = new ArrayList<>();
        get("/logstream/events?order=hlc&limit=500").path("events").forEach(events::add);
        return events;
    }

    /** What this site holds, exactly, as it would tell another node. */
    JsonNode frontier() throws IOException {
        return get("/statusz").path("frontier");
    }

    @Override
    public void close() {
        node.close();
    }

    private JsonNode get(String path) throws IOException {
        return send(HttpRequest.newBuilder(uri(path)).timeout(PATIENCE).build(), 200);
    }

    private JsonNode post(String path, String body, int expected) throws IOException {
        return send(
                HttpRequest.newBuilder(uri(path))
                        .timeout(PATIENCE)
                        .header("content-type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                expected);
    }

    private URI uri(String path) {
        return URI.create("http://127.0.0.1:" + port() + path);
    }

    private JsonNode send(HttpRequest request, int expected) throws IOException {
        try {
            HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());
            if (response.statusCode() != expected) {
                throw new IOException(name + " answered " + response.statusCode() + ": " + response.body());
            }
            return JSON.readTree(response.body());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }
}
