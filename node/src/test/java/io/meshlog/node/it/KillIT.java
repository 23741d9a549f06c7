package io.meshlog.node.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.meshlog.node.store.file.StoreFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * SIGKILL at random points: nothing acknowledged is lost, nothing is there twice (spec §4, §5.1). This proves atomicity
 * and the order of acknowledgement; the page cache survives the process, so it does not prove the sync itself: that is
 * {@link FailingSyncIT}.
 */
@Tag("every-tier")
class KillIT {
    private static final long START_NANOS = 900_000_000;

    @TempDir
    Path dir;

    /** Case O01, part (e): whoever was not answered asks again under the same key, and everything is there once. */
    @Test
    @Tag("case-O01")
    void nothingAcknowledgedIsLostWhenTheNodeIsKilledDuringAppends() throws Exception {
        Kills kills = Kills.during("appends");
        Path data = dir.resolve("node");
        Writers writers = new Writers("");
        KeptReader reader = new KeptReader();
        while (kills.areLeft()) {
            if (kills.random.nextInt(4) == 0) {
                killDuringStart(data, kills);
            }
            try (ChildNode node = ChildNode.start(data)) {
                writers.assertAllIn(reader.readOn(node));
                writers.askAgain(node);
                writers.start(node, reader);
                writers.awaitMore(20 + kills.random.nextInt(300));
                node.kill();
                kills.count();
                writers.join();
            }
            LeftFiles.assertIntact(data);
        }
        endsWithEverythingOnce(data, writers, reader, kills);
    }

    /** Large bodies make the log long, so that it is copied back often. Only kills count that fell into a copy. */
    @Test
    @Tag("case-D02")
    void nothingAcknowledgedIsLostWhenTheNodeIsKilledWhileTheLogIsCopiedBack() throws Exception {
        Kills kills = Kills.during("checkpoints");
        int all = 0;
        for (int round = 0; kills.areLeft(); round++) {
            // A new one now and then, or most of the time would go into looking through what is there.
            Path data = dir.resolve("node" + round);
            Writers writers = new Writers(" " + "x".repeat(60_000));
            KeptReader reader = new KeptReader();
            for (int kill = 0; kill < 10 && kills.areLeft(); kill++) {
                try (ChildNode node = ChildNode.start(data)) {
                    writers.assertAllIn(reader.readOn(node));
                    writers.askAgain(node);
                    Path file = data.resolve(StoreFiles.NAME);
                    long before = changedAt(file);
                    writers.start(node, reader);
                    await().pollDelay(Duration.ZERO)
                            .pollInterval(Duration.ofNanos(200_000))
                            .atMost(Duration.ofSeconds(60))
                            .until(() -> changedAt(file) != before);
                    kills.pause(3_000_000);
                    node.kill();
                    all++;
                    writers.join();
                }
                if (LeftFiles.wasCopyingBack(data)) {
                    kills.count();
                }
                LeftFiles.assertIntact(data);
            }
            endsWithEverythingOnce(data, writers, reader, kills);
            assertThat(all).as("kills that fell between copies").isLessThan(100 + 10 * kills.done());
        }
        System.out.println(kills + ", of " + all);
    }

    @Test
    @Tag("case-R11")
    void aPullThatIsKilledEndsWithEveryOpOnce() throws Exception {
        Kills kills = Kills.during("pulls");
        Path data = dir.resolve("puller");
        KeptReader reader = new KeptReader();
        try (NodeUnderTest source = new NodeUnderTest(dir.resolve("source"))) {
            String[] options = {"--peer", source.url(), "--sync-interval", "100ms"};
            int written = 0;
            int pulled = 0;
            while (kills.areLeft()) {
                written += fill(source, 500 + kills.random.nextInt(1_000), written);
                int enough = pulled + 1 + kills.random.nextInt(written - pulled);
                try (ChildNode node = ChildNode.start(data, options)) {
                    await().pollInterval(Duration.ofMillis(2))
                            .atMost(Duration.ofSeconds(60))
                            .until(() -> ops(node) >= enough);
                    reader.readOn(node);
                    node.kill();
                    kills.count();
                }
                pulled = LeftFiles.assertIntact(data);
                assertThat(pulled).as(kills.toString()).isBetween(enough, written);
            }
            try (ChildNode node = ChildNode.start(data, options)) {
                await().atMost(Duration.ofSeconds(60))
                        .until(() -> node.frontier().equals(source.vector().path("frontier")));
                assertThat(reader.readOn(node)).as(kills.toString()).hasSize(written);
                assertThat(withoutSeq(node.events())).as(kills.toString()).isEqualTo(withoutSeq(source.events("asc")));
                node.stop();
            }
        }
        LeftFiles.assertIntact(data);
    }

    /** The schema has one version so far: what takes a file from nothing to it is its making. */
    @Test
    void aFirstStartThatIsKilledIsTakenUpByTheNext() throws Exception {
        Kills kills = Kills.during("first starts");
        List<String> moments = List.of(
                "lock",
                "replica.key.next",
                "meshlog.sqlite3.new",
                "meshlog.sqlite3.new-wal",
                "meshlog.sqlite3",
                "replica.json",
                "replica.key",
                "meshlog.sqlite3-wal");
        Map<Boolean, Integer> wasMade = new java.util.TreeMap<>();
        while (kills.areLeft()) {
            Path data = dir.resolve("node" + kills.done());
            Path moment = data.resolve(moments.get(kills.random.nextInt(moments.size())));
            Process first = ChildNode.run(data);
            await().pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofNanos(200_000))
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> Files.exists(moment));
            kills.pause(8_000_000);
            first.destroyForcibly().waitFor();
            kills.count();
            LeftFiles.assertIntact(data);
            String shown = Files.exists(data.resolve("replica.json")) ? replicaId(data) : null;
            try (ChildNode node = ChildNode.start(data)) {
                assertThat(node.append("first").statusCode())
                        .as(kills.toString())
                        .isEqualTo(201);
                assertThat(replicaId(data)).isEqualTo(shown == null ? replicaId(data) : shown);
                assertThat(node.getJson("/statusz").path("replica").asText()).isEqualTo(replicaId(data));
                assertThat(node.stop()).as("ms to stop").isLessThan(5_000);
            }
            assertThat(data.toFile().list())
                    .as("what is left after " + moment.getFileName() + ", " + kills)
                    .containsExactlyInAnyOrder("lock", "meshlog.sqlite3", "replica.json", "replica.key");
            wasMade.merge(shown != null, 1, Integer::sum);
        }
        System.out.println(kills + "; whether an id was shown by then: " + wasMade);
    }

    private static void killDuringStart(Path data, Kills kills) throws Exception {
        Process starting = ChildNode.run(data);
        kills.pause(START_NANOS);
        starting.destroyForcibly().waitFor();
    }

    private static void endsWithEverythingOnce(Path data, Writers writers, KeptReader reader, Kills kills)
            throws Exception {
        try (ChildNode node = ChildNode.start(data)) {
            writers.askAgain(node);
            Map<String, String> kept = reader.readOn(node);
            writers.assertAllIn(kept);
            assertThat(new KeptReader().readOn(node)).as(kills.toString()).isEqualTo(kept);
            assertThat(writers.acknowledged()).isPositive();
            assertThat(node.stop()).as("ms to stop").isLessThan(5_000);
        }
        LeftFiles.assertIntact(data);
    }

    private static String replicaId(Path data) throws IOException {
        return NodeUnderTest.JSON
                .readTree(data.resolve("replica.json").toFile())
                .path("replica_id")
                .asText();
    }

    private static int ops(ChildNode node) throws IOException {
        return node.getJson("/statusz").path("ops").asInt();
    }

    private static long changedAt(Path file) throws IOException {
        return Files.getLastModifiedTime(file).to(java.util.concurrent.TimeUnit.NANOSECONDS);
    }

    /** @return count */
    private static int fill(NodeUnderTest node, int count, int from) {
        for (int i = 0; i < count; i += 500) {
            String events = IntStream.range(from + i, from + Math.min(count, i + 500))
                    .mapToObj(n -> ChildNode.event("event " + n, ""))
                    .collect(Collectors.joining(","));
            NodeUnderTest.parse(node.post("/logstream/events/batch", "{\"events\": [" + events + "]}"), 201);
        }
        return count;
    }

    private static List<String> withoutSeq(List<JsonNode> events) {
        List<String> texts = new ArrayList<>();
        for (JsonNode event : events) {
            ((ObjectNode) event).remove("seq");
            texts.add(event.toString());
        }
        return texts;
    }
}
