package io.meshlog.node.bench;

import io.meshlog.node.Node;
import io.meshlog.node.NodeConfig;
import io.meshlog.node.api.http.ApiConfig;
import io.meshlog.node.sync.PeerConfig;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** A whole node in this process; a round with a peer runs at its start, and then when it is asked for. */
final class RunningNode implements AutoCloseable {
    private static final Duration NEVER = Duration.ofHours(1);

    private final Path data;
    private final Node node;

    private RunningNode(Path data, List<PeerConfig> peers) {
        this.data = data;
        this.node = Node.start(new NodeConfig(data, ApiConfig.loopback(0), peers, null, null, NEVER));
    }

    static RunningNode alone(Path data) {
        return new RunningNode(data, List.of());
    }

    static RunningNode pulling(Path data, RunningNode from) {
        return new RunningNode(
                data, List.of(new PeerConfig("full", URI.create("http://127.0.0.1:" + from.port()), null)));
    }

    int port() {
        return node.started().port();
    }

    Path database() {
        return data.resolve("meshlog.sqlite3");
    }

    /** Waits for the round that runs, then for one more, which finds nothing new. */
    void roundsEnded() throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port() + "/admin/sync"))
                .header("content-type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString("{}"))
                .build();
        HttpResponse<String> answer = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() != 200 || !answer.body().contains("\"reachable\":true")) {
            throw new IllegalStateException("the round failed: " + answer.statusCode() + " " + answer.body());
        }
    }

    @Override
    public void close() {
        node.close();
    }
}
