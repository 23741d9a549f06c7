package io.meshlog.node.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.meshlog.node.store.SqliteStore;
import io.meshlog.node.store.file.StoreSettings;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
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

    /** As often as the tier says it: a plain build, CI, and the literal hundred. */
    private static final int FEW = 5;

    private static final int MORE = 25;
    private static final int HUNDRED = 100;

    @TempDir
    Path dir;

    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);

    /** Case O01, part (e): whoever was not answered asks again under the same key, and everything is there once. */
    @Test
    @Tag("case-O01")
    void nothingAcknowledgedIsLostWhenTheNodeIsKilledDuringAppends() throws Exception {
        killedDuringAppends(FEW, "", 320);
    }

    @Test
    @Tag("ci")
    @Tag("case-O01")
    void nothingAcknowledgedIsLostWhenTheNodeIsKilledManyTimes() throws Exception {
        killedDuringAppends(MORE, "", 320);
    }

    @Test
    @Tag("full")
    @Tag("case-O01")
    void nothingAcknowledgedIsLostWhenTheNodeIsKilledAHundredTimes() throws Exception {
        killedDuringAppends(HUNDRED, "", 320);
    }

    /** Bodies so large that the write-ahead log is copied back all the time, and emptied again and again. */
    @Test
    @Tag("ci")
    void nothingAcknowledgedIsLostWhenTheNodeIsKilledDuringCheckpoints() throws Exception {
        killedDuringCheckpoints(FEW);
    }

    @Test
    @Tag("full")
    void nothingAcknowledgedIsLostWhenTheNodeIsKilledDuringAHundredCheckpoints() throws Exception {
        killedDuringCheckpoints(HUNDRED);
    }

    private void killedDuringCheckpoints(int kills) throws Exception {
        killedDuringAppends(kills, " ".repeat(120_000), 400);
        // More than the log may hold: without copying back none of it could be here.
        assertThat(Files.size(dir.resolve("node").resolve("meshlog.sqlite3")))
                .isGreaterThan(2 * StoreSettings.WAL_BYTES_BOUND);
    }

    /** @param more at the end of each body @param most how many events may come between two kills */
    private void killedDuringAppends(int kills, String more, int most) throws Exception {
        Path data = dir.resolve("node");
        Set<String> acknowledged = new ConcurrentSkipListSet<>();
        Set<String> unanswered = new ConcurrentSkipListSet<>();
        AtomicInteger sent = new AtomicInteger();
        for (int kill = 0; kill < kills; kill++) {
            try (ChildNode node = ChildNode.start(data)) {
                unanswered.forEach(body -> askAgain(node, body, acknowledged));
                unanswered.clear();
                int enough = acknowledged.size() + 20 + random.nextInt(most - 20);
                ExecutorService writers = Executors.newFixedThreadPool(WRITERS);
                for (int w = 0; w < WRITERS; w++) {
                    writers.execute(() -> writeUntilDead(node, more, sent, acknowledged, unanswered));
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
        killedDuringPulls(3, 3_000);
    }

    @Test
    @Tag("full")
    @Tag("case-R11")
    void aPullThatIsKilledAHundredTimesEndsWithEveryOpOnce() throws Exception {
        killedDuringPulls(HUNDRED, 30_000);
    }

    private void killedDuringPulls(int kills, int events) throws Exception {
        Path data = dir.resolve("puller");
        try (NodeUnderTest source = new NodeUnderTest(dir.resolve("source"))) {
            fill(source, events);
            String[] options = {"--peer", source.url(), "--sync-interval", "100ms"};
            for (int kill = 1; kill <= kills; kill++) {
                try (ChildNode node = ChildNode.start(data, options)) {
                    // Further each time, and never to the end.
                    int enough = kill * (events - 500) / kills - random.nextInt(events / kills / 2);
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
            ChildNode node, String more, AtomicInteger sent, Set<String> acknowledged, Set<String> unanswered) {
        while (true) {
            String body = "event " + sent.incrementAndGet() + more;
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

    /** Pages, indexes, chains, summaries and views, as the program itself checks them. */
    static void assertIntact(Path data) {
        if (!Files.exists(data.resolve("meshlog.sqlite3"))) {
            return;
        }
        try (SqliteStore store = SqliteStore.open(
                data,
                () -> {
                    throw new AssertionError("it is there");
                },
                StoreSettings.DEFAULT,
                System::currentTimeMillis)) {
            store.check();
        }
    }

    /** Before it answered for the first time, and while it opens what a killed one left. */
    @Test
    void aNodeThatIsKilledWhileItStartsStartsTheNextTime() throws Exception {
        killedDuringStarts(FEW);
    }

    @Test
    @Tag("full")
    void aNodeThatIsKilledWhileItStartsAHundredTimesStartsTheNextTime() throws Exception {
        killedDuringStarts(HUNDRED);
    }

    private void killedDuringStarts(int kills) throws Exception {
        long whole = System.nanoTime();
        ChildNode.start(dir.resolve("whole")).close();
        long millis = (System.nanoTime() - whole) / 1_000_000;
        Path data = dir.resolve("node");
        String id = null;
        for (int kill = 0; kill < kills; kill++) {
            // Mostly at its end, where files are made.
            Process process = ChildNode.run(data);
            process.waitFor(millis / 3 + random.nextLong(millis), TimeUnit.MILLISECONDS);
            process.destroyForcibly().waitFor();
            if (kill % 5 == 4) {
                try (ChildNode node = ChildNode.start(data)) {
                    HttpResponse<String> answer = node.append("event " + kill);
                    String origin = NodeUnderTest.parse(answer, 201)
                            .at("/event/origin_replica")
                            .asText();
                    assertThat(id == null || id.equals(origin))
                            .as("seed " + seed)
                            .isTrue();
                    id = origin;
                    assertThat(node.events()).as("seed " + seed).hasSize(kill / 5 + 1);
                }
                assertIntact(data);
            }
        }
    }
}
