package io.meshlog.node.it;

import static io.meshlog.node.it.Refusal.assertHeld;
import static io.meshlog.node.it.Refusal.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.meshlog.node.store.file.StoreFiles;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Spec §4, case D01: another process holds the write lock, which appends wait for, and after ten seconds say so. */
@Tag("case-D01")
class ForeignWriterIT {
    private static final int CLIENTS = 50;

    @TempDir
    Path dir;

    @Test
    void appendsWaitForALockThatIsHeldForAMoment() throws Exception {
        appendWhileHeld(2, 1_000);
    }

    @Test
    @Tag("ci")
    void appendsWaitForALockThatIsHeldAgainAndAgain() throws Exception {
        appendWhileHeld(5, 2_000);
    }

    /** Half of the clients have keys, so that they read first; a peer pulls along. */
    private void appendWhileHeld(int times, int millis) throws Exception {
        Path data = dir.resolve("node");
        Map<String, String> acknowledged = new ConcurrentSkipListMap<>();
        AtomicInteger others = new AtomicInteger();
        AtomicBoolean isOver = new AtomicBoolean();
        ExecutorService clients = Executors.newFixedThreadPool(CLIENTS + 1);
        try (ChildNode node = ChildNode.start(data);
                NodeUnderTest peer = new NodeUnderTest(dir.resolve("peer"), node.url())) {
            for (int c = 0; c < CLIENTS; c++) {
                int client = c;
                clients.execute(() -> {
                    for (int i = 0; !isOver.get(); i++) {
                        String body = client + "-" + i;
                        HttpResponse<String> answer = client % 2 == 0 ? node.append(body) : node.appendKeyed(body);
                        if (answer != null && answer.statusCode() == 201) {
                            acknowledge(answer, acknowledged);
                        } else {
                            others.incrementAndGet();
                        }
                    }
                });
            }
            clients.execute(() -> {
                while (!isOver.get()) {
                    peer.sync();
                }
            });
            for (int hold = 0; hold < times; hold++) {
                int before = acknowledged.size();
                await().atMost(Duration.ofSeconds(30)).until(() -> acknowledged.size() > before + CLIENTS);
                try (Connection other = open(data)) {
                    hold(other, millis);
                }
            }
            isOver.set(true);
            clients.shutdown();
            assertThat(clients.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
            assertThat(others).as("refused or failed").hasValue(0);
            assertThat(new KeptReader().readOn(node)).isEqualTo(acknowledged);
            peer.sync();
            assertThat(peer.events("asc")).hasSize(acknowledged.size());
            node.stop();
        } finally {
            isOver.set(true);
            clients.shutdownNow();
        }
        assertThat(LeftFiles.assertIntact(data)).isEqualTo(acknowledged.size());
    }

    @Test
    @Tag("ci")
    void beyondTenSecondsItIsSaidAndTheSameKeyAgainIsOneEvent() throws Exception {
        Map<String, String> acknowledged = new ConcurrentSkipListMap<>();
        try (ChildNode node = ChildNode.start(dir.resolve("node"))) {
            try (Connection other = open(dir.resolve("node"));
                    Statement statement = other.createStatement()) {
                statement.execute("BEGIN IMMEDIATE");
                assertRefused(node.appendKeyed("kept"), "busy");
                assertHeld(node, "another process holds the log");
                assertThat(new KeptReader().readOn(node)).isEmpty();
                statement.execute("ROLLBACK");
            }
            await().atMost(Duration.ofSeconds(30)).until(node::isReady);
            acknowledge(node.appendKeyed("kept"), acknowledged);
            assertThat(node.appendKeyed("kept").statusCode()).isEqualTo(200);
            assertThat(new KeptReader().readOn(node)).isEqualTo(acknowledged);
            node.stop();
        }
    }

    private static Connection open(Path data) throws java.sql.SQLException {
        return DriverManager.getConnection("jdbc:sqlite:" + data.resolve(StoreFiles.NAME));
    }

    private static void hold(Connection other, int millis) throws Exception {
        try (Statement statement = other.createStatement()) {
            statement.execute("PRAGMA busy_timeout = 5000");
            statement.execute("BEGIN IMMEDIATE");
            TimeUnit.MILLISECONDS.sleep(millis);
            statement.execute("ROLLBACK");
        }
    }

    private static void acknowledge(HttpResponse<String> answer, Map<String, String> acknowledged) {
        JsonNode event = NodeUnderTest.parse(answer, 201).path("event");
        acknowledged.put(event.path("body").asText(), event.path("id").asText());
    }
}
