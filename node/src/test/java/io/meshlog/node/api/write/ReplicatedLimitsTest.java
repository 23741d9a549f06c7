package io.meshlog.node.api.write;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.meshlog.node.api.RunningApi;
import io.meshlog.node.api.RunningApi.Reply;
import io.meshlog.node.api.http.PercentText;
import io.meshlog.node.api.sync.SyncCaller;
import io.meshlog.op.JsonText;
import io.meshlog.op.Limits;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("§3.1 the limits bind what is authored here; what comes from elsewhere loads, lists and passes on")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ReplicatedLimitsTest {
    private static final String HUB = "rep_91b72265b1f5";

    private RunningApi api;
    private long seq;

    @BeforeAll
    void start(@TempDir Path directory) {
        api = RunningApi.start(directory);
    }

    @AfterAll
    void stop() {
        api.close();
    }

    static Stream<Arguments> beyond() {
        String depth = "[".repeat(Limits.JSON_DEPTH_MAX) + "]".repeat(Limits.JSON_DEPTH_MAX);
        ArrayNode ids = RunningApi.JSON.createArrayNode();
        for (int i = 0; i <= Limits.ARTIFACT_IDS_MAX; i++) {
            ids.add("art_" + i);
        }
        return Stream.of(
                Arguments.of("stream", text("x".repeat(Limits.NAME_CODE_POINTS_MAX + 1))),
                Arguments.of("room", text("x\u0001")),
                Arguments.of("from_agent", text("x".repeat(Limits.NAME_CODE_POINTS_MAX + 1))),
                Arguments.of("to_agent", text(" padded ")),
                Arguments.of("topic", text("x".repeat(Limits.NAME_CODE_POINTS_MAX + 1))),
                Arguments.of("to_agent", text("🚀".repeat(Limits.NAME_CODE_POINTS_MAX + 1))),
                Arguments.of("correlation_id", text("x".repeat(Limits.NAME_CODE_POINTS_MAX + 1))),
                Arguments.of("branch", text("x\u007f")),
                Arguments.of("base_commit", text("x".repeat(Limits.NAME_CODE_POINTS_MAX + 1))),
                Arguments.of("type", text("x".repeat(Limits.TYPE_LENGTH_MAX + 1))),
                Arguments.of("type", text("Patch.Ready")),
                Arguments.of("status", text("done")),
                Arguments.of("body", text("x".repeat(Limits.BODY_BYTES_MAX + 1))),
                Arguments.of("body", text("a\0b")),
                Arguments.of("metadata", "{\"m\":\"" + "x".repeat(Limits.METADATA_BYTES_MAX) + "\"}"),
                Arguments.of("metadata", "{\"deep\":" + depth + "}"),
                Arguments.of("metadata", "{\"n\":" + "1".repeat(Limits.NUMBER_DIGITS_MAX + 1) + "}"),
                Arguments.of("metadata", "{\"n\":1e" + (Limits.NUMBER_EXPONENT_MAX + 1) + "}"),
                Arguments.of("artifact_ids", ids.toString()));
    }

    private static String text(String value) {
        return JsonText.quote(value);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("beyond")
    void oneBeyondIsRefusedHereAndTakenFromAPeer(String field, String value) throws Exception {
        ObjectNode plain = RunningApi.JSON
                .createObjectNode()
                .put("type", "note")
                .put("stream", "s")
                .put("room", "r")
                .put("from_agent", "a@hub");
        if (!value.equals(text(" padded "))) {
            Reply refused = api.post("/logstream/events", with(plain, field, value));
            assertThat(refused.status()).as(refused.text()).isIn(400, 413);
            assertThat(refused.json().at("/field").asText()).isEqualTo(field);
        }
        String id = "evt_hub_" + ++seq;
        ObjectNode op = plain.deepCopy()
                .put("id", id)
                .put("hlc", (1_767_225_600_000L + seq) + "-000000-" + HUB)
                .put("created_at", "2026-01-01T00:00:00Z")
                .put("origin_replica", HUB)
                .put("origin_seq", seq);
        api.reference.pulled(HUB, List.of(with(op, field, value)));
        for (String path : List.of(
                "/" + id,
                "?order=desc&limit=1",
                "?order=hlc&limit=500",
                "?from_agent=a@hub&from_agent=a@x&limit=500")) {
            boolean isFiltered = path.contains("from_agent") && field.equals("from_agent");
            String shown = api.get("/logstream/events" + path).text();
            assertThat(shown.contains("\"" + field + "\":" + value)).as(path).isEqualTo(!isFiltered);
        }
        Reply passedOn =
                api.get("/sync/ops?origin=" + HUB + "&after=" + (seq - 1) + "&loose=1", SyncCaller.REPLICA, "rep_x");
        assertThat(passedOn.text()).contains("\"id\":\"" + id + "\"", "\"" + field + "\":" + value);
    }

    /** Ids of elsewhere are any 1–256 characters; what has a longer one cannot be addressed, and is kept and passed on. */
    @Test
    void anIdOf256CharactersIsShownAndALongerOneIsPassedOn() throws Exception {
        String longest = "🚀".repeat(Limits.ID_LENGTH_MAX - 1) + "\u0001";
        for (String id : List.of(longest, longest + "x")) {
            ObjectNode op = RunningApi.JSON
                    .createObjectNode()
                    .put("id", id)
                    .put("type", "note")
                    .put("stream", "ids")
                    .put("room", "r")
                    .put("from_agent", "a@hub")
                    .put("hlc", (1_767_225_600_000L + ++seq) + "-000000-" + HUB)
                    .put("created_at", "2026-01-01T00:00:00Z")
                    .put("origin_replica", HUB)
                    .put("origin_seq", seq);
            api.reference.pulled(HUB, List.of(op.toString()));
            Reply passedOn = api.get(
                    "/sync/ops?origin=" + HUB + "&after=" + (seq - 1) + "&loose=1", SyncCaller.REPLICA, "rep_x");
            assertThat(passedOn.json().at("/events/0/id").asText()).isEqualTo(id);
        }
        String path = PercentText.encode(longest);
        assertThat(api.get("/logstream/events/" + path).json().at("/event/id").asText())
                .isEqualTo(longest);
        assertThat(api.get("/logstream/threads/" + path)
                        .json()
                        .at("/events/0/id")
                        .asText())
                .isEqualTo(longest);
        assertThat(api.get("/logstream/events?since_event_id=" + path).status()).isEqualTo(200);
        assertThat(api.get("/logstream/events?stream=ids").json().at("/count").asInt())
                .isEqualTo(1);
        assertThat(api.get("/logstream/conflicts")
                        .json()
                        .at("/conflicts/0/field")
                        .asText())
                .isEqualTo("id");
    }

    private static String with(ObjectNode event, String field, String value) {
        ObjectNode rest = event.deepCopy();
        rest.remove(field);
        String json = rest.toString();
        return json.substring(0, json.length() - 1) + ",\"" + field + "\":" + value + "}";
    }
}
