package io.meshlog.node.it;

import static io.meshlog.node.it.Refusal.assertHeld;
import static io.meshlog.node.it.Refusal.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Spec §9 on a disk that is really full: refusals say so, reads go on, nothing acknowledged is lost, and it is over by
 * itself once there is room.
 */
class FullDiskIT {
    private static final int MEGABYTES = 40;
    private static final String FULL = "the disk is full";
    private static final Duration SOON = Duration.ofSeconds(20);

    @TempDir
    Path dir;

    private final Map<String, String> acknowledged = new TreeMap<>();

    @Test
    @Tag("ci")
    @Tag("full")
    void whatIsAppendedUntilItIsFullStaysAndTheRestIsRefusedUntilThereIsRoom() throws Exception {
        try (SmallDisk disk = SmallDisk.ofMemory(dir.resolve("disk"), MEGABYTES);
                ChildNode node = ChildNode.start(disk.data())) {
            assertThat(node.isReady()).isTrue();
            disk.fillUpTo(3 << 20);
            assertHeld(node, FULL);
            String padding = " " + "x".repeat(90_000);
            String refused = null;
            for (int i = 0; refused == null; i++) {
                HttpResponse<String> answer = node.append(i + padding);
                if (answer.statusCode() == 201) {
                    acknowledge(answer);
                } else {
                    assertRefused(answer, "disk-full");
                    refused = i + padding;
                }
            }
            assertThat(acknowledged).hasSizeGreaterThan(5);
            disk.fill();
            assertRefused(node.appendKeyed("small"), "disk-full");
            assertHeld(node, FULL);
            KeptReader reader = new KeptReader();
            assertThat(reader.readOn(node)).isEqualTo(acknowledged);

            disk.free();
            await().atMost(SOON).until(node::isReady);
            acknowledge(node.append(refused));
            acknowledge(node.appendKeyed("small"));
            assertThat(reader.readOn(node)).isEqualTo(acknowledged);
            // The background copies the log back again, too.
            await().atMost(SOON)
                    .until(() -> node.getJson("/statusz").path("wal_bytes").asLong() == 0);
            node.stop();
            assertThat(LeftFiles.assertIntact(disk.data())).isEqualTo(acknowledged.size());
        }
    }

    @Test
    @Tag("ci")
    void aPullStopsWhereItIsFullAndGoesOnWhenThereIsRoom() throws Exception {
        try (NodeUnderTest source = new NodeUnderTest(dir.resolve("source"));
                SmallDisk disk = SmallDisk.ofMemory(dir.resolve("disk"), MEGABYTES);
                ChildNode node = ChildNode.start(disk.data(), "--peer", source.url(), "--sync-interval", "200ms")) {
            disk.fillUpTo(3 << 20);
            for (int i = 0; i < 80; i++) {
                source.append(ChildNode.event(i + " " + "x".repeat(90_000), ""));
            }
            await().atMost(SOON).until(() -> isStalled(node));
            // It is not for a moment that it seems to be over, whatever rounds begin.
            await().during(Duration.ofSeconds(2)).atMost(SOON).until(() -> isStalled(node));
            assertHeld(node, FULL);
            await().atMost(SOON)
                    .until(() -> node.getJson("/statusz")
                            .path("peers")
                            .path(0)
                            .path("last_error")
                            .asText()
                            .contains("full"));
            KeptReader reader = new KeptReader();
            int shown = reader.readOn(node).size();
            assertThat(shown).isLessThan(80);

            disk.free();
            await().atMost(SOON)
                    .until(() -> node.frontier().equals(source.vector().path("frontier")));
            assertThat(reader.readOn(node)).hasSize(80);
            assertThat(node.isReady()).isTrue();
            node.stop();
            assertThat(LeftFiles.assertIntact(disk.data())).isEqualTo(80);
        }
    }

    /** After a kill there is a log with its side file, after a clean stop there is neither, and no room for them. */
    @Test
    @Tag("ci")
    @Tag("full")
    void aNodeThatStartsOnAFullDiskReadsAndTakesAppendsOnceThereIsRoom() throws Exception {
        try (SmallDisk disk = SmallDisk.ofMemory(dir.resolve("disk"), MEGABYTES)) {
            disk.fill();
            Process refused = ChildNode.run(disk.data());
            assertThat(refused.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(refused.exitValue()).isEqualTo(1);
            assertThat(ChildNode.errors(refused)).contains("No space left").hasLineCount(1);

            disk.free();
            try (ChildNode node = ChildNode.start(disk.data())) {
                // In the log alone: the database would have to grow to take it.
                acknowledge(node.append("before the kill " + "x".repeat(200_000)));
                // Only what is signed is told, and nothing can be signed where nothing can be kept.
                await().atMost(SOON).until(() -> node.frontier().path("heads").size() == 1);
                node.kill();
            }
            startsHeldAndRecovers(disk);
            startsHeldAndRecovers(disk);
            assertThat(LeftFiles.assertIntact(disk.data())).isEqualTo(3);
        }
    }

    private void startsHeldAndRecovers(SmallDisk disk) throws Exception {
        disk.fill();
        try (ChildNode node = ChildNode.start(disk.data())) {
            assertHeld(node, FULL);
            assertRefused(node.append("refused"), "disk-full");
            KeptReader reader = new KeptReader();
            assertThat(reader.readOn(node)).isEqualTo(acknowledged);
            assertThat(node.frontier().path("heads")).hasSize(1);
            disk.free();
            await().atMost(SOON).until(node::isReady);
            acknowledge(node.append("after " + acknowledged.size()));
            assertThat(reader.readOn(node)).isEqualTo(acknowledged);
            node.stop();
        }
    }

    private static boolean isStalled(ChildNode node) throws IOException {
        return node.getJson("/statusz").path("stalled").asText().contains("full");
    }

    private void acknowledge(HttpResponse<String> answer) {
        var event = NodeUnderTest.parse(answer, 201).path("event");
        acknowledged.put(event.path("body").asText(), event.path("id").asText());
    }
}
