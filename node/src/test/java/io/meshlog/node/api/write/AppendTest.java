package io.meshlog.node.api.write;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.meshlog.node.api.RunningApi;
import io.meshlog.node.api.RunningApi.Reply;
import io.meshlog.node.api.http.PercentText;
import io.meshlog.op.Limits;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Spec §3.1 and §4 over HTTP: what is taken, what is refused, and what the refusal says. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public class AppendTest {
    private static final String EVENTS = "/logstream/events";

    private RunningApi api;

    @BeforeAll
    void start(@TempDir Path directory) {
        api = RunningApi.start(directory);
    }

    @AfterAll
    void stop() {
        api.close();
    }

    private static ObjectNode draft() {
        return RunningApi.JSON
                .createObjectNode()
                .put("type", "note")
                .put("stream", "s")
                .put("room", "r")
                .put("from_agent", "a@x");
    }

    private Reply post(JsonNode draft) {
        return api.post(EVENTS, draft.toString());
    }

    public static void assertProblem(Reply reply, int status, String slug) {
        assertThat(reply.status()).as(reply.text()).isEqualTo(status);
        assertThat(reply.header("content-type")).isEqualTo("application/problem+json");
        assertThat(reply.json().at("/type").asText()).isEqualTo("urn:meshlog:problem:" + slug);
        assertThat(reply.json().at("/status").asInt()).isEqualTo(status);
        assertThat(reply.json().at("/title").asText()).isNotEmpty();
        assertThat(reply.json().at("/detail").asText()).isNotEmpty();
    }

    private void refused(JsonNode draft, int status, String field) {
        long tip = api.log.tipSeq();
        Reply reply = post(draft);
        assertProblem(reply, status, status == 413 ? "too-large" : "invalid");
        assertThat(reply.json().at("/field").asText()).isEqualTo(field);
        assertThat(reply.json().at("/errors/0/field").asText()).isEqualTo(field);
        assertThat(api.log.tipSeq()).isEqualTo(tip);
    }

    private void refused(JsonNode draft, int status, String field, long limit, long size) {
        refused(draft, status, field);
        JsonNode problem = post(draft).json();
        assertThat(problem.at("/limit").asLong()).isEqualTo(limit);
        assertThat(problem.at("/size").asLong()).isEqualTo(size);
    }

    private JsonNode taken(JsonNode draft) {
        return taken(draft.toString());
    }

    private JsonNode taken(String draft) {
        Reply reply = api.post(EVENTS, draft);
        assertThat(reply.status()).as(reply.text()).isEqualTo(201);
        String id = reply.json().at("/event/id").asText();
        assertThat(reply.header("location")).isEqualTo(EVENTS + "/" + id);
        assertThat(api.get(EVENTS + "/" + id).json().at("/event/hlc"))
                .isEqualTo(reply.json().at("/event/hlc"));
        return reply.json().at("/event");
    }

    @Test
    void anAppendedEventComesBackWithEveryWireField() {
        JsonNode event = taken(draft().put("body", "hello"));
        assertThat(event.properties().stream().map(e -> e.getKey()).toList())
                .contains("id", "type", "stream", "room", "topic", "from_agent", "to_agent", "correlation_id")
                .contains("branch", "base_commit", "status", "body", "metadata", "artifact_ids", "created_at")
                .contains("origin_replica", "origin_seq", "hlc", "seq");
        assertThat(event.at("/origin_replica").asText()).isEqualTo(api.self());
        assertThat(event.at("/id").asText()).matches("evt_[0-9]{8}T[0-9]{6}_[0-9a-f]{12}");
        assertThat(event.at("/topic").isNull()).isTrue();
        assertThat(event.at("/metadata").isObject()).isTrue();
    }

    @Test
    void anAppendIsAnsweredWithAnEmptyListOfWarnings() {
        assertThat(post(draft()).json().at("/warnings").isArray()).isTrue();
    }

    @Test
    void aBodyMayHaveItsLimitAndNotOneByteMore() {
        taken(draft().put("body", "x".repeat(Limits.BODY_BYTES_MAX)));
        String body = "é" + "x".repeat(Limits.BODY_BYTES_MAX - 1);
        refused(draft().put("body", body), 413, "body", Limits.BODY_BYTES_MAX, Limits.BODY_BYTES_MAX + 1);
    }

    @Test
    void metadataMayHaveItsLimitAsTheReferenceMeasuresAndNotOneByteMore() {
        // {"k": "…"} has nine bytes around the text.
        int room = Limits.METADATA_BYTES_MAX - 9;
        ObjectNode draft = draft();
        draft.putObject("metadata").put("k", "x".repeat(room));
        taken(draft);
        draft.putObject("metadata").put("k", "x".repeat(room + 1));
        refused(draft, 413, "metadata", Limits.METADATA_BYTES_MAX, Limits.METADATA_BYTES_MAX + 1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"stream", "room", "topic", "from_agent", "to_agent", "correlation_id", "branch", "base_commit"})
    void aNameMayHave256CodePointsAndNotOneMore(String field) {
        taken(draft().put(field, "🚀".repeat(Limits.NAME_CODE_POINTS_MAX)));
        refused(draft().put(field, "🚀".repeat(257)), 400, field, Limits.NAME_CODE_POINTS_MAX, 257);
    }

    @Test
    void aTypeMayHave64CharactersAndNotOneMore() {
        taken(draft().put("type", "a".repeat(64)));
        refused(draft().put("type", "a".repeat(65)), 400, "type", Limits.TYPE_LENGTH_MAX, 65);
        refused(draft().put("type", "Note"), 400, "type");
    }

    @Test
    void anEventMayName64ArtifactsAndNotOneMoreAndOnlyOnesThatExist() {
        List<String> ids = IntStream.range(0, 65)
                .mapToObj(i -> api.post(
                                "/logstream/artifacts",
                                "{\"kind\":\"note\",\"content\":\"" + i + "\",\"created_by\":\"a@x\"}")
                        .json()
                        .at("/artifact/id")
                        .asText())
                .toList();
        ObjectNode draft = draft();
        ids.subList(0, 64).forEach(draft.putArray("artifact_ids")::add);
        assertThat(taken(draft).at("/artifact_ids")).hasSize(64);
        ids.forEach(draft.putArray("artifact_ids")::add);
        refused(draft, 400, "artifact_ids", Limits.ARTIFACT_IDS_MAX, 65);
        draft.putArray("artifact_ids").add("art_nowhere");
        refused(draft, 400, "artifact_ids");
    }

    @Test
    void anArtifactIdMayHave256CharactersAndNotOneMore() {
        ObjectNode draft = draft();
        draft.putArray("artifact_ids").add("x".repeat(257));
        refused(draft, 400, "artifact_ids", Limits.ID_LENGTH_MAX, 257);
    }

    @Test
    void aNumberMayHave1000DigitsAndAnExponentOf308() {
        taken(rawMetadata("[" + "9".repeat(1_000) + "]"));
        taken(rawMetadata("[1e308, 1e-308]"));
        Reply digits = api.post(EVENTS, rawMetadata("[" + "9".repeat(1_001) + "]"));
        assertProblem(digits, 400, "invalid");
        assertThat(digits.json().at("/limit").asLong()).isEqualTo(Limits.NUMBER_DIGITS_MAX);
        assertThat(digits.json().at("/size").asLong()).isEqualTo(1_001);
        assertProblem(api.post(EVENTS, rawMetadata("[1e309]")), 400, "invalid");
    }

    @Test
    void aNumberKeepsTheDigitsItWasWrittenIn() {
        String event = api.post(EVENTS, rawMetadata("[1.0, 10000000000000000000001, 1E5]"))
                .text();
        assertThat(event).contains("[1.0,10000000000000000000001,1E5]");
    }

    private static String rawMetadata(String value) {
        return "{\"type\":\"note\",\"stream\":\"s\",\"room\":\"r\",\"from_agent\":\"a@x\",\"metadata\":{\"n\":" + value
                + "}}";
    }

    @ParameterizedTest
    @ValueSource(strings = {"open", "claimed", "ready", "applied", "blocked", "failed", "superseded"})
    void everyStatusOfTheSpecIsTaken(String status) {
        taken(draft().put("status", status));
    }

    @Test
    void anUnknownStatusIsRefused() {
        refused(draft().put("status", "done"), 400, "status");
    }

    @ParameterizedTest
    @ValueSource(strings = {"id", "hlc", "origin_replica", "origin_seq", "created_at", "asserted_by", "colour", "seq"})
    void aFieldThatIsNotTheCallersIsRefusedByName(String field) {
        refused(draft().put(field, "x"), 400, field);
    }

    @Test
    void everythingThatIsWrongIsSaidAtOnce() {
        ObjectNode draft = draft().put("type", "Bad Type").put("status", "done");
        draft.put("stream", "x".repeat(300)).remove("room");
        JsonNode problem = post(draft).json();
        assertThat(problem.at("/errors").findValuesAsText("field")).containsExactly("type", "stream", "room", "status");
        assertThat(problem.at("/errors/1/limit").asLong()).isEqualTo(256);
        assertThat(problem.at("/errors/1/size").asLong()).isEqualTo(300);
        assertThat(problem.at("/field").asText()).isEqualTo("type");
    }

    @ParameterizedTest
    @ValueSource(strings = {"text/plain", "application/octet-stream", "application/json; charset=latin1"})
    void anotherContentTypeIsRefused(String type) {
        Reply reply = api.postRaw(EVENTS, draft().toString().getBytes(StandardCharsets.UTF_8), "Content-Type", type);
        assertProblem(reply, 415, "unsupported-media-type");
        assertThat(reply.json().at("/field").asText()).isEqualTo("Content-Type");
    }

    @Test
    void noContentTypeIsRefused() {
        assertProblem(
                api.postRaw(EVENTS, draft().toString().getBytes(StandardCharsets.UTF_8)),
                415,
                "unsupported-media-type");
    }

    /**
     * Case J02: control characters. A body with NUL is refused and never cut; names with CR, LF or ESC are refused;
     * names with U+2028 or U+0085 inside come back whole, and filters match them whole.
     */
    @Test
    @Tag("case-J02")
    void controlCharactersAreRefusedOrCarriedWhole() {
        refused(draft().put("body", "a\0b"), 400, "body");
        refused(draft().put("type", "x\ndata: {\"forged\":1}\n\n"), 400, "type");
        refused(draft().put("stream", "a\rid: 999"), 400, "stream");
        refused(draft().put("from_agent", "a\u001b[31m"), 400, "from_agent");
        String name = "a\u2028b\u0085c";
        String id = taken(draft().put("from_agent", name)).at("/id").asText();
        assertThat(api.get(EVENTS + "/" + id).json().at("/event/from_agent").asText())
                .isEqualTo(name);
        JsonNode listed =
                api.get(EVENTS + "?from_agent=" + PercentText.encode(name)).json();
        assertThat(listed.at("/events")).hasSize(1);
        assertThat(listed.at("/events/0/id").asText()).isEqualTo(id);
        assertThat(api.get(EVENTS + "?from_agent=a%E2%80%A8b").json().at("/events"))
                .isEmpty();
        assertProblem(api.get(EVENTS + "?from_agent=a%1b"), 400, "invalid");
    }

    /** Case J02, for bodies: every control but NUL is content, comes back whole, and is never raw in an answer. */
    @Test
    @Tag("case-J02")
    void aBodyMayHoldEveryControlButNul() {
        StringBuilder controls = new StringBuilder("\u2028\u2029\u007f\u0085\u009b\uFEFF");
        for (char c = 1; c < 0x20; c++) {
            controls.append(c);
        }
        String body = "\r\n" + controls + "data: {\"forged\":1}\n\n";
        String id = taken(draft().put("body", body).put("topic", "controls"))
                .at("/id")
                .asText();
        Reply listed = api.get(EVENTS + "?topic=controls");
        assertThat(listed.json().at("/events/0/body").asText()).isEqualTo(body);
        assertThat(api.get(EVENTS + "/" + id).json().at("/event/body").asText()).isEqualTo(body);
        assertThat(listed.text()).matches("[^\\x00-\\x1f]*");
    }

    /** Case J03 (a): duplicate keys, at the top, nested, and equal only once their escapes are read. */
    @ParameterizedTest
    @Tag("case-J03")
    @ValueSource(
            strings = {
                "{\"type\":\"t\",\"stream\":\"s\",\"room\":\"r\",\"from_agent\":\"a\",\"from_agent\":\"b\"}",
                "{\"type\":\"t\",\"stream\":\"s\",\"room\":\"r\",\"from_agent\":\"a\",\"metadata\":{\"k\":1,\"k\":2}}",
                "{\"type\":\"t\",\"stream\":\"s\",\"room\":\"r\",\"from_agent\":\"a\",\"from\\u005fagent\":\"b\"}"
            })
    void duplicateKeysAreRefused(String document) {
        assertProblem(api.post(EVENTS, document), 400, "invalid");
    }

    /** Case J03 (b): nesting up to the limit is taken and readable, beyond it refused in our words, however deep. */
    @Test
    @Tag("case-J03")
    void nestingBeyondTheLimitIsRefusedInOurWords() {
        // The document and its metadata are two levels, what stands in it the rest.
        taken(rawMetadata("[".repeat(62) + "]".repeat(62)));
        for (int depth : new int[] {63, 100, 1_000, 100_000}) {
            for (String nested :
                    List.of("[".repeat(depth) + "]".repeat(depth), "{\"a\":".repeat(depth) + "1" + "}".repeat(depth))) {
                Reply reply = api.post(EVENTS, rawMetadata(nested));
                assertProblem(reply, 400, "invalid");
                assertThat(reply.json().at("/detail").asText()).contains("deeper than 64 levels");
                assertThat(reply.text()).doesNotContain("Stream").doesNotContain("Exception");
            }
        }
        taken(draft());
    }

    /** Case J03 (c): what is not exactly one JSON object. */
    @ParameterizedTest
    @Tag("case-J03")
    @ValueSource(
            strings = {
                "\uFEFF{}",
                "",
                "[]",
                "\"text\"",
                "{} {}",
                "{\"type\":\"t\",\"stream\":\"s\",\"room\":\"r\",\"from_agent\":\"a\"} x",
                "{/* why */}",
                "{'type':'t'}",
                "{\"type\":",
                "{\"metadata\":{\"n\":NaN}}",
                "{\"metadata\":{\"n\":Infinity}}",
                "{\"body\":\"\\ud800\"}"
            })
    void whatIsNotOneObjectIsRefused(String document) {
        Reply reply = api.post(EVENTS, document);
        assertProblem(reply, 400, "invalid");
        assertThat(reply.text()).doesNotContain("jackson").doesNotContain("Exception");
    }

    /** Case X02, for bodies: what stands in a document that cannot be read is not repeated in the answer. */
    @Test
    @Tag("case-X02")
    void aDocumentThatCannotBeReadIsNotRepeated() {
        assertThat(api.post(EVENTS, "{\"type\": SECRETMARK}").text()).doesNotContain("SECRETMARK");
        assertThat(api.post(EVENTS, "SECRETMARK").text()).doesNotContain("SECRETMARK");
    }

    @Test
    void anUnknownEventIsNotFound() {
        assertProblem(api.get(EVENTS + "/evt_nowhere"), 404, "unknown-event");
    }

    @Test
    void anIdMayHoldWhateverAPathMayNot() throws Exception {
        api.reference.pulled(
                "rep_aaaaaaaaaaaa",
                List.of("{\"id\":\"a/b?c d%é\",\"type\":\"note\",\"stream\":\"s\",\"room\":\"r\",\"from_agent\":\"a\","
                        + "\"created_at\":\"2026-01-01T00:00:00Z\",\"origin_replica\":\"rep_aaaaaaaaaaaa\",\"origin_seq\":1,"
                        + "\"hlc\":\"1700000000000-000000-rep_aaaaaaaaaaaa\"}"));
        JsonNode event =
                api.get(EVENTS + "/" + PercentText.encode("a/b?c d%é")).json().at("/event");
        assertThat(event.at("/id").asText()).isEqualTo("a/b?c d%é");
        assertThat(event.at("/local/unverified").asBoolean()).isTrue();
    }

    @Test
    void anUnknownParameterIsRefusedByName() {
        Reply reply = api.post(EVENTS + "?dry=1", draft().toString());
        assertProblem(reply, 400, "invalid");
        assertThat(reply.json().at("/field").asText()).isEqualTo("dry");
    }

    @Test
    void anUnknownRouteIsNotFoundAndAnotherMethodSaysWhatIsAllowed() {
        assertProblem(api.get("/nowhere"), 404, "no-such-route");
        Reply reply = api.send("DELETE", EVENTS, java.net.http.HttpRequest.BodyPublishers.noBody());
        assertProblem(reply, 405, "method-not-allowed");
        assertThat(reply.header("allow")).isEqualTo("GET, HEAD, POST");
        assertProblem(api.get("/logstream/artifacts"), 405, "method-not-allowed");
    }

    @Test
    void headIsAnsweredLikeGetWithoutABody() {
        Reply reply = api.send("HEAD", "/healthz", java.net.http.HttpRequest.BodyPublishers.noBody());
        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.body()).isEmpty();
        assertThat(api.get("/healthz").status()).isEqualTo(200);
    }
}
