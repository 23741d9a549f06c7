package io.meshlog.node.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.meshlog.testkit.SharedFixtures;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * An unmodified hub is pulled from, in any split and interleaving, and what it said is passed on to a third replica
 * unchanged (spec §5.1, §5.5; the fixtures' answers come from an independent oracle).
 */
class ReferenceFixtureIT {
    @TempDir
    Path dir;

    @ParameterizedTest(name = "{0}, seed {1}")
    @CsvSource({"mesh-small, 1", "mesh-small, 2", "mesh-small, 3", "mesh-large, 4", "mesh-large, 5"})
    void aHubsHistoryArrivesWholeInAnySplitAndIsPassedOnUnchanged(String mesh, long seed) throws IOException {
        Path fixture = SharedFixtures.require("wire/" + mesh + "/ops.json").getParent();
        String ops = Files.readString(fixture.resolve("ops.json"));
        JsonNode expected = NodeUnderTest.JSON.readTree(Files.readString(fixture.resolve("expected.json")));
        try (ReferenceHub hub = new ReferenceHub(ops, Files.readString(fixture.resolve("artifacts.json")), seed);
                NodeUnderTest second = new NodeUnderTest(dir.resolve("second"), hub.url());
                NodeUnderTest third = new NodeUnderTest(dir.resolve("third"), second.url())) {
            boolean all;
            do {
                all = hub.grow();
                assertSynced(second.sync());
                assertSynced(third.sync());
            } while (!all);
            assertThat(second.status().path("ops").asLong())
                    .isEqualTo(expected.path("ops").asLong());
            for (NodeUnderTest node : List.of(second, third)) {
                assertAnswers(node, expected);
                assertUnchanged(node, ops);
            }
            assertThat(third.vector().path("frontier"))
                    .isEqualTo(second.vector().path("frontier"));
            assertAsksNothingMore(hub, second);
        }
    }

    private static void assertSynced(JsonNode peers) {
        for (JsonNode peer : peers) {
            assertThat(peer.path("last_round").path("succeeded").asBoolean())
                    .as(peer.toString())
                    .isTrue();
        }
    }

    private static void assertAnswers(NodeUnderTest node, JsonNode expected) {
        assertThat(node.vector().path("version_vector")).isEqualTo(expected.path("version_vector"));
        List<String> inMergeOrder = new ArrayList<>();
        node.events("hlc").forEach(event -> inMergeOrder.add(event.path("id").asText()));
        List<String> oracle = new ArrayList<>();
        expected.path("merge_order").forEach(id -> oracle.add(id.asText()));
        assertThat(inMergeOrder).isEqualTo(oracle);
        assertThat(node.events("asc")).hasSize(expected.path("events").asInt());
        assertThat(node.status().path("pending").path("count").asInt()).isZero();
        assertViews(node, expected);
    }

    /** §6: the oracle's lists are in merge order; news come newest first, twenty of them. */
    private static void assertViews(NodeUnderTest node, JsonNode expected) {
        expected.path("owed").properties().forEach(e -> {
            JsonNode mailbox = view(node, "mailbox?news=true&agent=" + encoded(e.getKey()));
            List<String> owed = new ArrayList<>();
            mailbox.path("owed").forEach(item -> owed.add(item.at("/event/id").asText()));
            assertThat(owed).as("owed by %s", e.getKey()).isEqualTo(texts(e.getValue()));
            List<String> news = texts(expected.path("news").path(e.getKey()));
            Collections.reverse(news);
            assertThat(mailbox.at("/news/count").asInt()).isEqualTo(news.size());
            assertThat(mailbox.at("/news/items").findValuesAsText("event_id"))
                    .as("news for %s", e.getKey())
                    .isEqualTo(news.subList(0, Math.min(20, news.size())));
        });
        expected.path("threads").properties().stream().limit(100).forEach(e -> {
            JsonNode thread = view(node, "threads/" + encoded(e.getKey()));
            List<String> events = new ArrayList<>();
            thread.path("events").forEach(event -> events.add(event.path("id").asText()));
            assertThat(events).as("thread %s", e.getKey()).isEqualTo(texts(e.getValue()));
        });
        assertThat(view(node, "conflicts").path("conflicts").findValuesAsText("kind"))
                .doesNotContain("id_conflict", "fork", "quarantine");
    }

    private static JsonNode view(NodeUnderTest node, String path) {
        try {
            return NodeUnderTest.JSON.readTree(node.get("/logstream/" + path).body());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private static List<String> texts(JsonNode array) {
        List<String> texts = new ArrayList<>();
        array.forEach(text -> texts.add(text.asText()));
        return texts;
    }

    /** Every op as another node gets it says what the file says: digits and unknown fields included. */
    private static void assertUnchanged(NodeUnderTest node, String ops) {
        RawJson.members(ops).forEach((origin, list) -> {
            Map<String, Map<String, String>> sent = byAddress(RawJson.elements(list));
            Map<String, Map<String, String>> served = byAddress(served(node, origin));
            assertThat(served.keySet()).isEqualTo(sent.keySet());
            sent.forEach((address, fields) -> fields.forEach(
                    (name, text) -> assertThat(compact(served.get(address).get(name)))
                            .as(address + " " + name)
                            .isEqualTo(compact(text))));
        });
    }

    private static List<String> served(NodeUnderTest node, String origin) {
        List<String> served = new ArrayList<>();
        long after = 0;
        List<String> page;
        do {
            String body = node.get(
                            "/sync/ops?origin=" + origin + "&after=" + after + "&limit=100&loose=1",
                            "meshlog-replica",
                            "rep_00000000000000000000")
                    .body();
            page = RawJson.elements(RawJson.members(body).get("events"));
            served.addAll(page);
            after = page.isEmpty() ? after : RawJson.seq(page.get(page.size() - 1));
        } while (!page.isEmpty());
        return served;
    }

    private static Map<String, Map<String, String>> byAddress(List<String> ops) {
        Map<String, Map<String, String>> byAddress = new TreeMap<>();
        for (String op : ops) {
            Map<String, String> fields = RawJson.members(op);
            byAddress.put(fields.get("origin_seq") + " " + fields.get("id"), fields);
        }
        return byAddress;
    }

    /** White space, the order of keys and the way characters are escaped mean nothing; the digits of numbers do. */
    private static String compact(String json) {
        if (json == null) {
            return "absent";
        }
        String text = json.strip();
        if (text.startsWith("{")) {
            Map<String, String> members = new TreeMap<>();
            RawJson.members(text).forEach((name, value) -> members.put(name, compact(value)));
            return members.toString();
        } else if (text.startsWith("[")) {
            return RawJson.elements(text).stream()
                    .map(ReferenceFixtureIT::compact)
                    .toList()
                    .toString();
        } else if (text.startsWith("\"")) {
            try {
                return '"' + NodeUnderTest.JSON.readValue(text, String.class) + '"';
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }
        return text;
    }

    private static void assertAsksNothingMore(ReferenceHub hub, NodeUnderTest node) {
        int before = hub.asked().size();
        assertSynced(node.sync());
        assertThat(hub.asked().subList(before, hub.asked().size())).containsExactly("/sync/version_vector");
    }
}
