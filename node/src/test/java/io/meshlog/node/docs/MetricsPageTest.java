package io.meshlog.node.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlog.node.Node;
import io.meshlog.node.NodeConfig;
import io.meshlog.node.api.http.ApiConfig;
import io.meshlog.node.sync.PeerConfig;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code docs/metrics.md} lists exactly what a node with a peer tells, each with its kind. */
class MetricsPageTest {
    private static final Pattern ROW = Pattern.compile("^\\| (`meshlog_[^|]*) \\| (\\w+) \\|", Pattern.MULTILINE);
    private static final Pattern NAME = Pattern.compile("`(meshlog_\\w+)");
    private static final Pattern TYPE = Pattern.compile("^# TYPE (meshlog_\\w+) (\\w+)$", Pattern.MULTILINE);

    @Test
    void thePageListsWhatANodeTells(@TempDir Path data) throws Exception {
        TreeSet<String> told = new TreeSet<>();
        // Nobody listens there: a peer has its metrics whether it is reached or not.
        PeerConfig peer = new PeerConfig("nobody", URI.create("http://127.0.0.1:1"), null);
        try (Node node = Node.start(
                new NodeConfig(data, ApiConfig.loopback(0), List.of(peer), null, null, Duration.ofHours(1)))) {
            TYPE.matcher(metrics(node)).results().forEach(match -> told.add(match.group(2) + " " + match.group(1)));
        }
        // Summaries beside a histogram.
        told.removeIf(name -> name.endsWith("_max"));
        assertThat(listed()).isEqualTo(told);
    }

    private static TreeSet<String> listed() throws IOException {
        TreeSet<String> listed = new TreeSet<>();
        ROW.matcher(Files.readString(Sources.ROOT.resolve("docs/metrics.md")))
                .results()
                .forEach(row -> NAME.matcher(row.group(1))
                        .results()
                        .forEach(name -> listed.add(row.group(2) + " " + name.group(1))));
        return listed;
    }

    private static String metrics(Node node) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + node.started().port() + "/metrics"))
                .build();
        return HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.ofString())
                .body();
    }
}
