package io.meshlog.node.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Spec §6 over HTTP: a reader carries its cursor from one node to another. */
final class CursorIT {
    private static final String EVENTS = "/logstream/events";

    private NodeUnderTest a;
    private NodeUnderTest b;

    @BeforeEach
    void start(@TempDir Path directory) {
        a = new NodeUnderTest(directory.resolve("a"));
        b = new NodeUnderTest(directory.resolve("b"), a.url());
    }

    @AfterEach
    void stop() {
        b.close();
        a.close();
    }

    private static String append(NodeUnderTest node, String body) {
        return node.append("{\"type\":\"note\",\"stream\":\"s\",\"room\":\"r\",\"from_agent\":\"p@q\",\"body\":\""
                        + body + "\"}")
                .path("id")
                .asText();
    }

    private static List<String> ids(JsonNode page) {
        return page.path("events").findValuesAsText("id");
    }

    private static String after(JsonNode page) {
        return "?cursor=" + NodeUnderTest.percent(page.path("cursor").asText());
    }

    @Test
    void aReaderGoesOnElsewhereAndBackWithoutLossOrRepeat() {
        append(a, "one");
        append(a, "two");
        String early = append(b, "b wrote early");
        JsonNode page = a.getJson(EVENTS);
        b.sync();
        String late = append(b, "b wrote late");
        JsonNode there = b.getJson(EVENTS + after(page) + "&limit=1");
        assertThat(ids(there)).containsExactly(early);
        JsonNode next = b.getJson(EVENTS + after(there));
        assertThat(ids(next)).containsExactly(late);
        assertThat(next.path("more").asBoolean()).isFalse();
        assertThat(ids(b.getJson(EVENTS + after(next)))).isEmpty();
        // Back where b's events are not: nobody pulls from b.
        HttpResponse<String> unknown = a.get(EVENTS + after(next));
        assertThat(NodeUnderTest.parse(unknown, 404).path("type").asText())
                .isEqualTo("urn:meshlog:problem:unknown-cursor");
        assertThat(unknown.body()).contains(b.replica() + "#2", "on_unknown=wait", "on_unknown=resume");
        String third = append(a, "three");
        assertThat(ids(a.getJson(EVENTS + after(next) + "&on_unknown=resume"))).containsExactly(third);
    }

    /** The files are set back in place, key and all, so that not even the replica's id tells. */
    @Test
    void aPositionOfALogThatWasSetBackIsNotTakenForOneOfTheLogThatIsThere(@TempDir Path directory) throws Exception {
        Path data = directory.resolve("c");
        Path database = data.resolve("meshlog.sqlite3");
        Path copy = directory.resolve("copy");
        String kept;
        try (NodeUnderTest c = new NodeUnderTest(data)) {
            kept = append(c, "kept");
        }
        Files.copy(database, copy);
        JsonNode ofTheLost;
        JsonNode ofTheKept;
        try (NodeUnderTest c = new NodeUnderTest(data)) {
            ofTheKept = c.getJson(EVENTS);
            append(c, "lost");
            ofTheLost = c.getJson(EVENTS);
        }
        Files.copy(copy, database, StandardCopyOption.REPLACE_EXISTING);
        try (NodeUnderTest c = new NodeUnderTest(data)) {
            String instead = append(c, "instead, at the same position");
            NodeUnderTest.parse(c.get(EVENTS + after(ofTheLost)), 404);
            // Nothing is known of a line whose head is not here: it comes again as a whole, and nothing is skipped.
            assertThat(ids(c.getJson(EVENTS + after(ofTheLost) + "&on_unknown=resume")))
                    .containsExactly(kept, instead);
            // What it covers is all there: nothing is lost, and nothing comes twice.
            assertThat(ids(c.getJson(EVENTS + after(ofTheKept)))).containsExactly(instead);
            assertThat(ids(c.getJson(EVENTS))).containsExactly(kept, instead);
        }
    }

    @Test
    void aReaderWhoIsAheadWaitsUntilItHasReplicated() throws Exception {
        append(a, "one");
        JsonNode page = a.getJson(EVENTS);
        long from = System.nanoTime();
        HttpResponse<String> timedOut = b.get(EVENTS + after(page) + "&on_unknown=wait&timeout_ms=300");
        assertThat(timedOut.statusCode()).isEqualTo(404);
        assertThat(Duration.ofNanos(System.nanoTime() - from)).isGreaterThan(Duration.ofMillis(290));
        CompletableFuture<JsonNode> waiting =
                CompletableFuture.supplyAsync(() -> b.getJson(EVENTS + after(page) + "&on_unknown=wait"));
        String own = append(b, "b's own");
        assertThat(waiting.isDone()).isFalse();
        b.sync();
        assertThat(ids(waiting.get(20, TimeUnit.SECONDS))).containsExactly(own);
    }

    @Test
    void aCursorThatIsTooLongForAUrlGoesIntoTheBody() throws Exception {
        String one = append(a, "one");
        String form = "limit=1&stream=s&order=asc&cursor=";
        assertThat(ids(NodeUnderTest.parse(form(a, "stream=s"), 200))).containsExactly(one);
        JsonNode page = a.getJson(EVENTS);
        assertThat(ids(NodeUnderTest.parse(
                        form(a, form + NodeUnderTest.percent(page.path("cursor").asText())), 200)))
                .isEmpty();
        String longOne = "c1." + "A".repeat(5_000);
        JsonNode refused = NodeUnderTest.parse(a.get(EVENTS + "?cursor=" + longOne), 414);
        assertThat(refused.path("field").asText()).isEqualTo("cursor");
        assertThat(refused.path("limit").asInt()).isEqualTo(4_096);
        assertThat(NodeUnderTest.parse(form(a, "cursor=" + longOne), 400)
                        .path("type")
                        .asText())
                .isEqualTo("urn:meshlog:problem:invalid-cursor");
    }

    private static HttpResponse<String> form(NodeUnderTest node, String parameters) throws Exception {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(node.url() + EVENTS))
                                .header("Content-Type", "application/x-www-form-urlencoded")
                                .POST(HttpRequest.BodyPublishers.ofString(parameters))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
    }
}
