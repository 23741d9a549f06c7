package io.meshlog.node.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Case Q01: an answer reaches a node before the ask that it answers, one round earlier. Whoever follows is told of both,
 * nothing fails, the ask is settled the moment it comes and never shows as owed. In the usual order the end is the same.
 */
@Tag("case-Q01")
final class LateAskIT {
    private static final String ASKER = "rep_bbbbbbbbbbbb";
    private static final String ANSWERER = "rep_cccccccccccc";
    private static final String OPS = "{\"" + ASKER + "\": ["
            + op("ask", ASKER, "1700000000001", "\"from_agent\":\"pi@b\",\"to_agent\":\"codex@c\",\"status\":\"open\"")
            + "], \"" + ANSWERER + "\": ["
            + op(
                    "answer",
                    ANSWERER,
                    "1700000000002",
                    "\"from_agent\":\"codex@c\",\"to_agent\":\"pi@b\",\"status\":\"applied\"")
            + "]}";

    @TempDir
    Path dir;

    private static String op(String id, String origin, String millis, String more) {
        return "{\"id\":\"" + id + "\",\"type\":\"note\",\"stream\":\"s\",\"room\":\"r\",\"correlation_id\":\"c1\","
                + more
                + ",\"created_at\":\"2023-11-14T22:13:20Z\",\"origin_replica\":\"" + origin
                + "\",\"origin_seq\":1,\"hlc\":\"" + millis + "-000000-" + origin + "\"}";
    }

    @Test
    void theOrderOfArrivalDecidesNothingButTheOrderOfDelivery() throws IOException {
        List<List<JsonNode>> ends = new ArrayList<>();
        for (List<String> order : List.of(List.of(ANSWERER, ASKER), List.of(ASKER, ANSWERER))) {
            Path data = dir.resolve(order.get(0));
            try (ReferenceHub hub = new ReferenceHub(OPS, "{}", 1)) {
                try (NodeUnderTest node = new NodeUnderTest(data, hub.url())) {
                    ends.add(arriving(node, hub, order));
                }
            }
            try (NodeUnderTest restarted = new NodeUnderTest(data)) {
                assertThat(views(restarted)).isEqualTo(ends.get(ends.size() - 1));
            }
        }
        assertThat(ends.get(0)).isEqualTo(ends.get(1));
    }

    private static List<JsonNode> arriving(NodeUnderTest node, ReferenceHub hub, List<String> order) {
        String cursor = node.getJson("/logstream/events").path("cursor").asText();
        for (String origin : order) {
            hub.show(origin);
            assertThat(node.sync().at("/0/last_round/succeeded").asBoolean()).isTrue();
            JsonNode told = node.getJson("/logstream/events?cursor=" + NodeUnderTest.percent(cursor));
            assertThat(told.path("events").findValuesAsText("origin_replica")).containsExactly(origin);
            cursor = told.path("cursor").asText();
            boolean isAskAlone = order.get(0).equals(ASKER) && origin.equals(ASKER);
            assertThat(node.getJson("/logstream/mailbox?agent=codex@c").path("owed"))
                    .hasSize(isAskAlone ? 1 : 0);
            assertThat(node.status().path("status").asText()).isEqualTo("ok");
        }
        return views(node);
    }

    /** What does not depend on this replica. */
    private static List<JsonNode> views(NodeUnderTest node) {
        List<JsonNode> views = new ArrayList<>();
        for (String path : List.of("mailbox?agent=codex@c&news=true", "mailbox?agent=pi@b&news=true", "threads/c1")) {
            ObjectNode view = (ObjectNode) node.getJson("/logstream/" + path);
            view.remove("cursor");
            view.path("events").forEach(event -> ((ObjectNode) event).remove(List.of("seq", "local")));
            views.add(view);
        }
        assertThat(views.get(0).path("owed")).isEmpty();
        assertThat(views.get(1).at("/news/items").findValuesAsText("event_id")).containsExactly("answer");
        assertThat(views.get(2).path("state").asText()).isEqualTo("applied");
        assertThat(views.get(2).path("events").findValuesAsText("id")).containsExactly("ask", "answer");
        return views;
    }
}
