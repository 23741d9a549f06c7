package io.meshlog.node.it;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.meshlog.drive.Driver;
import io.meshlog.node.Node;
import io.meshlog.node.NodeConfig;
import io.meshlog.node.TappedNode;
import io.meshlog.node.api.http.ApiConfig;
import io.meshlog.node.sync.PeerConfig;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A whole node in this process, spoken to over HTTP only. Rounds run when a test says so. */
final class NodeUnderTest implements AutoCloseable {
    static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration NEVER = Duration.ofHours(1);

    private final Node node;
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(10))
            .build();

    NodeUnderTest(Path data, String... peerUrls) {
        this(data, 0, peerUrls);
    }

    /** @param port 0 for any */
    NodeUnderTest(Path data, int port, String... peerUrls) {
        this(data, port, Driver.Tap.NONE, peerUrls);
    }

    /** @param tap sees every step of the replica */
    NodeUnderTest(Path data, int port, Driver.Tap tap, String... peerUrls) {
        List<PeerConfig> peers = new ArrayList<>();
        for (String url : peerUrls) {
            peers.add(new PeerConfig("peer-" + peers.size(), URI.create(url), null));
        }
        node = TappedNode.start(new NodeConfig(data, ApiConfig.loopback(port), peers, null, null, NEVER), tap);
    }

    String url() {
        return "http://127.0.0.1:" + node.started().port();
    }

    String replica() {
        return node.started().replica();
    }

    HttpResponse<String> get(String path, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url() + path));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return send(request);
    }

    JsonNode getJson(String path, String... headers) {
        return parse(get(path, headers), 200);
    }

    HttpResponse<String> post(String path, String body) {
        return send(HttpRequest.newBuilder(URI.create(url() + path))
                .header("content-type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body)));
    }

    JsonNode append(String event) {
        return parse(post("/logstream/events", event), 201).path("event");
    }

    /** One whole round with every peer. */
    JsonNode sync() {
        return parse(post("/admin/sync", "{}"), 200).path("peers");
    }

    /** Everything, page by page. @param order {@code asc} or {@code hlc} */
    List<JsonNode> events(String order) {
        List<JsonNode> events = new ArrayList<>();
        String cursor = null;
        JsonNode page;
        do {
            page = getJson("/logstream/events?limit=500&order=" + order
                    + (cursor == null ? "" : "&cursor=" + percent(cursor)));
            page.path("events").forEach(events::add);
            cursor = page.path("cursor").asText();
        } while (page.path("more").asBoolean());
        return events;
    }

    /** As nodes are told it. */
    JsonNode vector() {
        return getJson("/sync/version_vector", "meshlog-replica", "rep_00000000000000000000");
    }

    JsonNode status() {
        return getJson("/statusz");
    }

    @Override
    public void close() {
        node.close();
    }

    static String percent(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    static JsonNode parse(HttpResponse<String> response, int expected) {
        if (response.statusCode() != expected) {
            throw new AssertionError(response.uri() + " answered " + response.statusCode() + ", not " + expected + ": "
                    + response.body());
        }
        try {
            return JSON.readTree(response.body());
        } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
            throw new AssertionError(response.uri() + " is no JSON: " + response.body(), e);
        }
    }

    private HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return http.send(request.timeout(Duration.ofSeconds(60)).build(), HttpResponse.BodyHandlers.ofString());
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }
}
