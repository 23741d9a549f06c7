package io.meshlog.node.it;

import static io.meshlog.node.it.Refusal.assertHeld;
import static io.meshlog.node.it.Refusal.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Spec §4: what could not be synced is not acknowledged, nor is anything after it before a checkpoint has succeeded. */
class FailingSyncIT {
    /** How many syncs of each thread succeed: more than a start needs of its thread. */
    private static final int GOOD = 20;

    @TempDir
    Path dir;

    private final Map<String, String> acknowledged = new TreeMap<>();

    @BeforeEach
    void needTracer() {
        Tools.need("strace");
        Tools.need(Tools.isSuccess("strace", "-D", "-f", "-o", "/dev/null", "true"), "strace may trace nothing here");
    }

    @Test
    @Tag("every-tier")
    void nothingIsAcknowledgedOnceASyncFailedAndWhatWasIsThereAfterARestart() throws Exception {
        Path data = dir.resolve("node");
        try (ChildNode node = startFailing(data, GOOD + 1 + "+")) {
            String unanswered = writeUntilRefused(node);
            // One caller, so one sync an append at least: more of them than syncs would mean that none was waited for.
            assertThat(acknowledged.size()).isBetween(1, GOOD);
            assertHeld(node, "the log's files could not be read or written");
            for (int i = 0; i < 5; i++) {
                assertRefused(node.appendKeyed(unanswered), "store-io");
            }
            assertThat(new KeptReader().readOn(node)).isEqualTo(acknowledged);
            node.kill();
        }
        LeftFiles.assertIntact(data);
        try (ChildNode node = ChildNode.start(data)) {
            assertThat(new KeptReader().readOn(node)).containsAllEntriesOf(acknowledged);
            acknowledge(node.appendKeyed("keyed " + acknowledged.size()));
            assertThat(new KeptReader().readOn(node)).isEqualTo(acknowledged);
            node.stop();
        }
    }

    @Test
    @Tag("ci")
    void aDiskThatSyncsAgainIsWrittenToAgainWithoutARestart() throws Exception {
        Path data = dir.resolve("node");
        try (ChildNode node = startFailing(data, GOOD + 1 + ".." + (GOOD + 3))) {
            String unanswered = writeUntilRefused(node);
            // The syncs of each thread are counted for themselves: one may have proved what another one failed at, and
            // the first has failures left. What is refused then is asked again, as any caller does.
            await().atMost(Duration.ofSeconds(60)).until(() -> {
                HttpResponse<String> again = node.appendKeyed(unanswered);
                if (again.statusCode() == 503) {
                    return false;
                }
                acknowledge(again);
                return true;
            });
            assertThat(node.isReady()).isTrue();
            assertThat(new KeptReader().readOn(node)).isEqualTo(acknowledged);
            node.stop();
        }
        assertThat(LeftFiles.assertIntact(data)).isEqualTo(acknowledged.size());
    }

    /** @param which syncs of each thread fail, as strace(1) counts them */
    private static ChildNode startFailing(Path data, String which) throws IOException {
        return ChildNode.startUnder(
                List.of(
                        "strace",
                        // The node is the process that is started, and may be killed as one.
                        "-D",
                        "-f",
                        "--seccomp-bpf",
                        "-qqq",
                        "-o",
                        "/dev/null",
                        "-e",
                        "trace=fsync,fdatasync",
                        "-e",
                        "inject=fsync,fdatasync:error=EIO:when=" + which),
                data);
    }

    /** @return what was not acknowledged; it is its own key */
    private String writeUntilRefused(ChildNode node) {
        for (int i = 0; i < 1_000; i++) {
            String body = "keyed " + i;
            HttpResponse<String> answer = node.appendKeyed(body);
            if (answer.statusCode() != 201) {
                assertRefused(answer, "store-io");
                return body;
            }
            acknowledge(answer);
        }
        throw new AssertionError("no append was refused, though syncs fail");
    }

    private void acknowledge(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isIn(200, 201);
        JsonNode event = NodeUnderTest.parse(answer, answer.statusCode()).path("event");
        acknowledged.put(event.path("body").asText(), event.path("id").asText());
    }
}
