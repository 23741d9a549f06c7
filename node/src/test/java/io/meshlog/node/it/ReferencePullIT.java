package io.meshlog.node.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.meshlog.testkit.SharedFixtures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An unmodified hub pulls from a node: every event once, and then nothing more (spec §5.5, §10). */
class ReferencePullIT {
    @TempDir
    Path dir;

    @Test
    void aHubEndsWithEveryEventOnceAndDoesNotPullForEver() throws IOException {
        Path ops = SharedFixtures.require("wire/mesh-large/ops.json");
        try (ReferenceHub source = new ReferenceHub(
                        Files.readString(ops), Files.readString(ops.resolveSibling("artifacts.json")), 11);
                NodeUnderTest node = new NodeUnderTest(dir.resolve("node"), source.url())) {
            ReferencePuller hub = new ReferencePuller(node.url(), 100);
            boolean all;
            do {
                all = source.grow();
                node.sync();
                hub.round();
            } while (!all);
            for (int i = 0; i < 40; i++) {
                append(node, "written here " + i);
            }
            assertEndsWithEverything(hub, node);
            append(node, "one more");
            assertEndsWithEverything(hub, node);
        }
    }

    private static void assertEndsWithEverything(ReferencePuller hub, NodeUnderTest node) {
        awaitSigned(node);
        // The second round asks again for what the first took to its end and dropped as duplicates; the third does not.
        hub.round();
        hub.round();
        assertThat(hub.round()).as("pages asked for though nothing is new").isZero();
        assertThat(ids(hub.events())).isEqualTo(ids(node.events("asc")));
    }

    private static void awaitSigned(NodeUnderTest node) {
        org.awaitility.Awaitility.await().until(() -> {
            long own = node.vector().path("version_vector").path(node.replica()).asLong();
            return own
                    == node.events("asc").stream()
                            .filter(e -> e.path("origin_replica").asText().equals(node.replica()))
                            .count();
        });
    }

    private static void append(NodeUnderTest node, String body) {
        node.append("{\"type\": \"note\", \"stream\": \"s\", \"room\": \"r\", \"from_agent\": \"t@here\", \"body\": \""
                + body + "\"}");
    }

    private static TreeSet<String> ids(List<JsonNode> events) {
        TreeSet<String> ids = new TreeSet<>();
        for (JsonNode event : events) {
            assertThat(ids.add(event.path("id").asText())).as("twice: " + event).isTrue();
        }
        return ids;
    }
}
