package io.meshlog.replica;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.meshlog.op.Op;
import io.meshlog.testkit.SharedFixtures;
import io.meshlog.wire.OpCodec;
import io.meshlog.wire.OpTexts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A reference's history, served in random splits by peers that share it out; the answers are those of its oracle. */
@DisplayName("§5.2 the shared meshes")
final class FixtureMeshTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @ParameterizedTest
    @CsvSource({"mesh-small,1", "mesh-small,2", "mesh-small,3", "mesh-large,4"})
    void anyWayOfDeliveryGivesTheExpectedAnswersAndPassesEveryOpOn(String mesh, long seed) throws IOException {
        Random random = new Random(seed);
        SortedMap<String, List<String>> texts = texts(read(mesh, "ops.json"));
        JsonNode artifacts = JSON.readTree(read(mesh, "artifacts.json"));
        JsonNode expected = JSON.readTree(read(mesh, "expected.json"));
        List<ReferencePeer> hubs = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            ReferencePeer hub = new ReferencePeer("rep_hub" + i).pageOps(() -> 1 + random.nextInt(120));
            artifacts
                    .properties()
                    .forEach(a -> hub.artifact(a.getKey(), a.getValue().toString()));
            hubs.add(hub);
        }
        TestNode node = new TestNode("node").pageOps(150);
        TestNode second = new TestNode("second").pageOps(97);
        // Each hub learns the origins a stretch at a time, each at its own pace; nodes pull in between.
        boolean more = true;
        int[][] upTo = new int[hubs.size()][texts.size()];
        for (int pass = 0; more; pass++) {
            more = learnMore(hubs, texts, upTo, random);
            int hub = random.nextInt(hubs.size());
            node.pull("hub" + hub, hubs.get(hub));
            if (pass % 2 == 0) {
                second.pull(node);
            }
        }
        for (int hub = 0; hub < hubs.size(); hub++) {
            assertThat(node.pull("hub" + hub, hubs.get(hub)).refusals()).isEmpty();
        }
        second.pull(node);
        TestNode third = new TestNode("third").pageOps(33);
        third.pull(second);
        for (TestNode each : List.of(node, second, third)) {
            assertExpected(each, expected);
            assertUnchanged(each, texts);
            assertThat(each.told().frontier()).isEqualTo(node.told().frontier());
        }
    }

    private static boolean learnMore(
            List<ReferencePeer> hubs, SortedMap<String, List<String>> texts, int[][] upTo, Random random) {
        boolean more = false;
        for (int h = 0; h < hubs.size(); h++) {
            int o = 0;
            for (String origin : texts.keySet()) {
                List<String> all = texts.get(origin);
                int to = Math.min(all.size(), upTo[h][o] + random.nextInt(2 + all.size() / 4));
                for (String json : all.subList(upTo[h][o], to)) {
                    hubs.get(h).op(origin, OpTexts.loose(json).seq(), json);
                }
                upTo[h][o++] = to;
                more |= to < all.size();
            }
        }
        return more;
    }

    private static void assertExpected(TestNode node, JsonNode expected) {
        SortedMap<String, Long> vector = new TreeMap<>();
        node.told().frontier().vector().entries().forEach((origin, top) -> vector.put(origin.name(), top));
        SortedMap<String, Long> expectedVector = new TreeMap<>();
        expected.get("version_vector")
                .properties()
                .forEach(e -> expectedVector.put(e.getKey(), e.getValue().asLong()));
        assertThat(vector).isEqualTo(expectedVector);
        assertThat(node.log().ops()).hasSize(expected.get("ops").asInt());
        assertThat(node.log().events()).hasSize(expected.get("events").asInt());
        List<Op> visible = new ArrayList<>();
        List<String> conflicts = new ArrayList<>();
        for (Commit.EventRow row : node.log().events()) {
            visible.add(node.log().op(row.visible()).op());
            if (row.conflict()) {
                conflicts.add(row.eventId());
            }
        }
        visible.sort(Comparator.comparing(io.meshlog.op.MergeKey::of));
        assertThat(visible.stream().map(Op::eventId).toList()).isEqualTo(strings(expected.get("merge_order")));
        assertThat(conflicts).containsExactlyInAnyOrderElementsOf(strings(expected.get("id_conflicts")));
    }

    /** A9: what is passed on says what was sent, to the digit. */
    private static void assertUnchanged(TestNode node, SortedMap<String, List<String>> texts) throws IOException {
        SortedMap<String, String> sent = new TreeMap<>();
        for (List<String> ops : texts.values()) {
            for (String json : ops) {
                sent.put(NaiveView.key(OpTexts.loose(json)), json);
            }
        }
        for (MemoryOpLog.Held held : node.log().ops()) {
            String json = sent.remove(NaiveView.key(held.op()));
            assertThat(literal(OpCodec.toNode(held.op()))).isEqualTo(literal(json));
        }
        assertThat(sent).isEmpty();
    }

    /** The document with every number turned into a text, so that 1.0 and 1 differ. */
    private static JsonNode literal(String json) throws IOException {
        StringBuilder out = new StringBuilder();
        boolean inString = false;
        for (int i = 0; i < json.length(); i++) {
            char c = json.charAt(i);
            if (inString && c == '\\') {
                out.append(c).append(json.charAt(++i));
            } else if (!inString && (c == '-' || Character.isDigit(c))) {
                int end = i;
                while (end < json.length() && "+-.eE0123456789".indexOf(json.charAt(end)) >= 0) {
                    end++;
                }
                out.append("\"number ").append(json, i, end).append('"');
                i = end - 1;
            } else {
                inString ^= c == '"';
                out.append(c);
            }
        }
        return JSON.readTree(out.toString());
    }

    private static List<String> strings(JsonNode array) {
        List<String> strings = new ArrayList<>();
        array.forEach(s -> strings.add(s.isTextual() ? s.asText() : s.toString()));
        return strings;
    }

    /** Every op of the file as the text that stands there. */
    private static SortedMap<String, List<String>> texts(String file) throws IOException {
        SortedMap<String, List<String>> texts = new TreeMap<>();
        try (var parser = JSON.getFactory().createParser(file)) {
            String origin = "";
            while (parser.nextToken() != null) {
                if (parser.currentToken() == com.fasterxml.jackson.core.JsonToken.START_ARRAY) {
                    origin = parser.currentName();
                } else if (parser.currentToken() == com.fasterxml.jackson.core.JsonToken.START_OBJECT
                        && !origin.isEmpty()) {
                    int from = (int) parser.currentTokenLocation().getCharOffset();
                    parser.skipChildren();
                    int to = (int) parser.currentLocation().getCharOffset();
                    texts.computeIfAbsent(origin, o -> new ArrayList<>()).add(file.substring(from, to));
                }
            }
        }
        return texts;
    }

    private static String read(String mesh, String file) throws IOException {
        return Files.readString(SharedFixtures.require("wire/" + mesh + "/" + file), StandardCharsets.UTF_8);
    }
}
