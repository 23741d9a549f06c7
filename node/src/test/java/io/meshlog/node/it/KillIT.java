package io.meshlog.node.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * SIGKILL at random points: nothing acknowledged is lost, nothing is there twice (spec §4, §5.1). This proves atomicity
 * and the order of acknowledgement; the page cache survives the process, so it does not prove the sync itself.
 */
class KillIT {
    private static final int WRITERS = 4;
    private static final int KILLS = 5;

    @TempDir
    Path dir;

    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);

    /** Case O01, part (e): whoever was not answered asks again under the same key, and everything is there once. */
    @Test
    @Tag("case-O01")
    void nothingAcknowledgedIsLostWhenTheNodeIsKilledDuringAppends() throws Exception {
        Path data = dir.resolve("node");
        Set<String> acknowledged = new ConcurrentSkipListSet<>();
        Set<String> unanswered = new ConcurrentSkipListSet<>();
        AtomicInteger sent = new AtomicInteger();
        for (int kill = 0; kill < KILLS; kill++) {
            try (ChildNode node = ChildNode.start(data)) {
                unanswered.forEach(body -> askAgain(node, body, acknowledged));
                unanswered.clear();
                int enough = acknowledged.size() + 20 + random.nextInt(300);
                ExecutorService writers = Executors.newFixedThreadPool(WRITERS);
                for (int w = 0; w < WRITERS; w++) {
                    writers.execute(() -> writeUntilDead(node, sent, acknowledged, unanswered));
                }
                await().atMost(Duration.ofSeconds(60)).until(() -> acknowledged.size() >= enough);
                node.kill();
                writers.shutdown();
                assertThat(writers.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
            }
        }
        try (ChildNode node = ChildNode.start(data)) {
            unanswered.forEach(body -> askAgain(node, body, acknowledged));
            List<JsonNode> events = node.events();
            Set<String> ids = new TreeSet<>();
            long seq = 0;
            String hlc = "";
            for (JsonNode event : events) {
                assertThat(ids.add(event.path("id").asText())).as("twice").isTrue();
                // One origin, no gap, and stamps that rise with it, across every restart.
                assertThat(event.path("origin_seq").asLong()).isEqualTo(++seq);
                assertThat(event.path("hlc").asText()).isGreaterThan(hlc);
                hlc = event.path("hlc").asText();
            }
            assertThat(ids).as("seed " + seed).isEqualTo(acknowledged);
            assertThat(events).as("seed " + seed).hasSize(sent.get());
            assertThat(node.stop()).as("ms to stop").isLessThan(5_000);
        }
        assertIntact(data);
    }

    @Test
    @Tag("case-R11")
    void aPullThatIsKilledThreeTimesEndsWithEveryOpOnce() throws Exception {
        Path data = dir.resolve("puller");
        try (NodeUnderTest source = new NodeUnderTest(dir.resolve("source"))) {
            fill(source, 3_000);
            String[] options = {"--peer", source.url(), "--sync-interval", "100ms"};
            for (int kill = 0; kill < 3; kill++) {
                try (ChildNode node = ChildNode.start(data, options)) {
                    int enough = 1 + random.nextInt(2_500);
                    await().pollInterval(Duration.ofMillis(2))
                            .atMost(Duration.ofSeconds(60))
                            .until(() -> node.getJson("/statusz").path("ops").asInt() >= enough);
                    node.kill();
                }
                assertIntact(data);
            }
            try (ChildNode node = ChildNode.start(data, options)) {
                await().atMost(Duration.ofSeconds(60))
                        .until(() -> node.frontier().equals(source.vector().path("frontier")));
                assertThat(withoutSeq(node.events())).as("seed " + seed).isEqualTo(withoutSeq(source.events("asc")));
                node.stop();
            }
        }
        assertIntact(data);
    }

    private static void askAgain(ChildNode node, String body, Set<String> acknowledged) {
        HttpResponse<String> answer = node.appendKeyed(body);
        assertThat(answer).isNotNull();
        assertThat(answer.statusCode()).isIn(200, 201);
        acknowledged.add(NodeUnderTest.parse(answer, answer.statusCode())
                .path("event")
                .path("id")
                .asText());
    }

    private static void writeUntilDead(
            ChildNode node, AtomicInteger sent, Set<String> acknowledged, Set<String> unanswered) {
        while (true) {
            String body = "event " + sent.incrementAndGet();
            HttpResponse<String> answer = node.appendKeyed(body);
            if (answer == null || answer.statusCode() != 201) {
                unanswered.add(body);
                return;
            }
            acknowledged.add(
                    NodeUnderTest.parse(answer, 201).path("event").path("id").asText());
        }
    }

    private static void fill(NodeUnderTest node, int count) throws InterruptedException {
        ExecutorService writers = Executors.newFixedThreadPool(8);
        for (int i = 0; i < count; i++) {
            String body = "event " + i;
            writers.execute(() -> node.append(
                    "{\"type\": \"note\", \"stream\": \"s\", \"room\": \"r\", \"from_agent\": \"t@fill\", \"body\": \""
                            + body + "\"}"));
        }
        writers.shutdown();
        assertThat(writers.awaitTermination(2, TimeUnit.MINUTES)).isTrue();
        assertThat(node.events("asc")).hasSize(count);
    }

    private static List<String> withoutSeq(List<JsonNode> events) {
        List<String> texts = new ArrayList<>();
        for (JsonNode event : events) {
            ((com.fasterxml.jackson.databind.node.ObjectNode) event).remove("seq");
            texts.add(event.toString());
        }
        return texts;
    }

    private static void assertIntact(Path data) throws SQLException {
        if (!java.nio.file.Files.exists(data.resolve("meshlog.sqlite3"))) {
            return;
        }
        try (Connection db = DriverManager.getConnection("jdbc:sqlite:" + data.resolve("meshlog.sqlite3"));
                ResultSet answer = db.createStatement().executeQuery("PRAGMA integrity_check")) {
            assertThat(answer.next()).isTrue();
            assertThat(answer.getString(1)).isEqualTo("ok");
        }
    }
}
