package io.meshlog.node.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Case J03 by way of a peer: JSON that is legal to some readers and not to others. What has two readings is refused in our
 * words and stops nothing else; what is only deeper than we author is shown and passed on.
 */
@Tag("case-J03")
final class HostileJsonIT {
    /** Sorts before the other, so that it is asked for first. */
    private static final String BAD = "rep_aaaaaaaaaaaa";

    private static final String GOOD = "rep_bbbbbbbbbbbb";

    private final Map<String, String> pages = new ConcurrentSkipListMap<>();
    private HttpServer hub;
    private NodeUnderTest node;

    @BeforeEach
    void start(@TempDir Path directory) throws IOException {
        hub = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 4);
        hub.createContext("/sync/version_vector", exchange -> answer(exchange, vector()));
        hub.createContext("/sync/ops", exchange -> answer(exchange, page(exchange)));
        hub.start();
        node = new NodeUnderTest(
                directory, "http://127.0.0.1:" + hub.getAddress().getPort());
        pages.put(GOOD, page(GOOD, op(GOOD, "good", "")));
    }

    @AfterEach
    void stop() {
        node.close();
        hub.stop(0);
    }

    private String vector() {
        StringBuilder vector = new StringBuilder();
        for (String origin : pages.keySet()) {
            vector.append(vector.length() == 0 ? "" : ",").append('"' + origin + "\":1");
        }
        return "{\"replica_id\":\"rep_0123456789ab\",\"version_vector\":{" + vector + "}}";
    }

    private String page(HttpExchange exchange) {
        String query = exchange.getRequestURI().getQuery();
        boolean isBehind = query.contains("after=1");
        String origin = query.replaceFirst(".*origin=([^&]*).*", "$1");
        return isBehind ? page(origin, "") : pages.get(origin);
    }

    private static void answer(HttpExchange exchange, String text) throws IOException {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private static String page(String origin, String op) {
        return "{\"origin\":\"" + origin + "\",\"events\":[" + op + "],\"count\":" + (op.isEmpty() ? 0 : 1) + "}";
    }

    private static String op(String origin, String id, String more) {
        return "{\"id\":\"" + id + "\",\"type\":\"note\",\"stream\":\"s\",\"room\":\"r\",\"from_agent\":\"a\"" + more
                + ",\"created_at\":\"2023-11-14T22:13:20Z\",\"origin_replica\":\"" + origin
                + "\",\"origin_seq\":1,\"hlc\":\"1700000000000-000000-" + origin + "\"}";
    }

    private JsonNode round() {
        return node.sync().path(0).path("last_round");
    }

    private static void assertOurWords(String text) {
        assertThat(text).isNotEmpty().doesNotContain("Exception", "jackson", "Stream", "io.meshlog", "SECRET");
    }

    @Test
    void whatHasTwoReadingsIsRefusedAndOtherOriginsGoOn() {
        List<String> hostile = List.of(
                ",\"from_agent\":\"b\"",
                ",\"from\\u005fagent\":\"b\"",
                ",\"metadata\":{\"k\":1,\"k\":2}",
                ",\"metadata\":{\"k\":1,\"\\u006b\":2}",
                ",\"unknown\":[{\"k\":1,\"k\":1}]",
                ",\"body\":\"\\ud800\"");
        for (int i = 0; i < hostile.size(); i++) {
            String origin = BAD + i;
            pages.put(origin, page(origin, op(origin, "bad" + i, hostile.get(i))));
        }
        JsonNode round = round();
        assertThat(round.path("refusals")).hasSize(hostile.size()).allSatisfy(why -> assertOurWords(why.asText()));
        assertThat(ids("asc")).containsExactly("good");
        assertThat(node.status().at("/incidents/counts/refused").asInt()).isGreaterThanOrEqualTo(hostile.size());
    }

    private List<String> ids(String order) {
        return node.events(order).stream()
                .map(event -> event.path("id").asText())
                .toList();
    }

    /** Deeper than what is authored here, and still taken: sync is looser, never stricter. */
    @Test
    void nestingBeyondWhatWeAuthorIsShownAndPassedOn() {
        String deep = "{\"n\":" + "[".repeat(100) + "{\"k\":1.0}" + "]".repeat(100) + "}";
        pages.put(BAD, page(BAD, op(BAD, "deep", ",\"metadata\":" + deep)));
        assertThat(round().path("succeeded").asBoolean()).isTrue();
        for (String path : new String[] {
            "/logstream/events",
            "/logstream/events?order=hlc",
            "/logstream/events/deep",
            "/logstream/threads/deep",
            "/sync/ops?origin=" + BAD + "&after=0"
        }) {
            assertThat(node.get(path).body()).as(path).contains("\"metadata\":" + deep);
        }
        String ours = "{\"type\":\"t\",\"stream\":\"s\",\"room\":\"r\",\"from_agent\":\"a\",\"metadata\":" + deep + "}";
        assertThat(node.post("/logstream/events", ours).statusCode()).isEqualTo(400);
    }

    @Test
    void nestingWithoutEndIsRefusedInOurWordsAndOtherOriginsGoOn() {
        int count = 0;
        for (int depth : new int[] {1_000, 100_000}) {
            for (String nested :
                    List.of("[".repeat(depth) + "]".repeat(depth), "{\"a\":".repeat(depth) + "1" + "}".repeat(depth))) {
                String origin = BAD + count++;
                pages.put(origin, page(origin, op(origin, "bad", ",\"metadata\":{\"n\":" + nested + "}")));
            }
        }
        JsonNode round = round();
        assertThat(round.path("refusals")).hasSize(count).allSatisfy(why -> {
            assertThat(why.asText()).contains("nesting deeper than 512 levels");
            assertOurWords(why.asText());
        });
        assertThat(ids("asc")).containsExactly("good");
    }

    @Test
    void whatIsNoPageEndsTheRoundWithItsReasonAndIsForgottenWithTheNext() {
        String right = page(BAD, op(BAD, "late", ""));
        for (String text : List.of(
                "",
                "[]",
                "\uFEFFPAGE",
                "PAGE x",
                "PAGE{}",
                "/* why */PAGE",
                "{'origin':'rep_aaaaaaaaaaaa','events':[]}",
                "{\"origin\":\"rep_aaaaaaaaaaaa\",\"events\":[}",
                "{\"origin\":\"rep_aaaaaaaaaaaa\",\"events\":SECRET}")) {
            pages.put(BAD, text.replace("PAGE", right));
            JsonNode round = round();
            assertThat(round.path("succeeded").asBoolean()).as(text).isFalse();
            assertOurWords(round.path("failure").asText());
            assertThat(node.get("/logstream/events/late").statusCode()).isEqualTo(404);
        }
        pages.put(BAD, right);
        assertThat(round().path("succeeded").asBoolean()).isTrue();
        assertThat(ids("hlc")).containsExactly("late", "good");
    }
}
