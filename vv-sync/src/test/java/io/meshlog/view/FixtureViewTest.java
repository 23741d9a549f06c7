package io.meshlog.view;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.meshlog.op.Op;
import io.meshlog.testkit.SharedFixtures;
import io.meshlog.wire.OpTexts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The shared meshes: what their own brute-force oracle gave, for every agent and thread. */
@DisplayName("§6 views of the shared meshes")
class FixtureViewTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @ParameterizedTest
    @ValueSource(strings = {"mesh-small", "mesh-large"})
    void theAnswersAreTheExpectedOnes(String mesh) throws IOException {
        List<Op> ops = new ArrayList<>();
        JSON.readTree(read(mesh, "ops.json"))
                .forEach(origin -> origin.forEach(op -> ops.add(OpTexts.loose(op.toString()))));
        JsonNode expected = JSON.readTree(read(mesh, "expected.json"));
        EventSet set = EventSet.of(ops);
        ViewTexts views = new ViewTexts(set);
        assertThat(set.events().stream().map(Shown::id))
                .containsExactlyElementsOf(strings(expected.get("merge_order")));
        expected.get("owed")
                .properties()
                .forEach(e -> assertThat(views.owedIds(e.getKey()))
                        .as("owed by %s", e.getKey())
                        .containsExactlyElementsOf(strings(e.getValue())));
        expected.get("news").properties().forEach(e -> {
            List<String> newestFirst = strings(e.getValue());
            Collections.reverse(newestFirst);
            assertThat(views.news(e.getKey())).as("news for %s", e.getKey()).isEqualTo(newestFirst);
        });
        Claims claims = Claims.of(set);
        expected.get("threads").properties().forEach(e -> {
            Conversation thread = Conversation.of(set, claims, e.getKey());
            assertThat(thread.events().stream().map(Shown::id))
                    .as("thread %s", e.getKey())
                    .containsExactlyElementsOf(strings(e.getValue()));
        });
        expected.get("claims_in_merge_order").properties().forEach(e -> {
            Conversation thread = Conversation.of(set, claims, e.getKey());
            assertThat(thread.claims().stream()
                            .map(claim -> claim.said().eventId())
                            .filter(id -> !id.equals(e.getKey())
                                    || set.byId(id).said().correlationId() == null))
                    .as("claims in %s", e.getKey())
                    .containsExactlyElementsOf(strings(e.getValue()));
        });
        assertThat(set.events().stream().filter(Shown::isConflict).map(Shown::id))
                .containsExactlyInAnyOrderElementsOf(strings(expected.get("id_conflicts")));
    }

    private static List<String> strings(JsonNode array) {
        List<String> strings = new ArrayList<>();
        array.forEach(s -> strings.add(s.asText()));
        return strings;
    }

    private static String read(String mesh, String file) throws IOException {
        return Files.readString(SharedFixtures.require("wire/" + mesh + "/" + file), StandardCharsets.UTF_8);
    }
}
