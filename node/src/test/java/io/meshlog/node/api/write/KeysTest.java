package io.meshlog.node.api.write;

import static io.meshlog.node.api.write.AppendTest.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.meshlog.node.api.RunningApi;
import io.meshlog.node.api.RunningApi.Reply;
import io.meshlog.node.api.http.Answer;
import io.meshlog.op.KeyedId;
import io.meshlog.op.Limits;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Invariants K1 and K2 over HTTP. */
@DisplayName("§4 retries are safe, acknowledgements and batches")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class KeysTest {
    private static final String EVENTS = "/logstream/events";
    private static final String BATCH = "/logstream/events/batch";

    private RunningApi api;
    private int keys;

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

    private String key() {
        return "key " + ++keys;
    }

    private static void assertReplay(Reply reply, Reply first) {
        assertThat(reply.status()).as(reply.text()).isEqualTo(200);
        assertThat(reply.header("Idempotent-Replayed")).isEqualTo("true");
        assertThat(reply.json().at("/event")).isEqualTo(first.json().at("/event"));
        assertThat(reply.header("Location")).isEqualTo(first.header("Location"));
    }

    @Test
    @Tag("case-O01")
    void theSameRequestAgainIsAnsweredWithTheStoredEvent() {
        String key = key();
        String first = draft().put("body", "b")
                .set("metadata", meta("{\"b\":1.0,\"a\":2}"))
                .toString();
        Reply stored = api.post(EVENTS, first, "Idempotency-Key", key);
        assertThat(stored.status()).as(stored.text()).isEqualTo(201);
        assertThat(stored.header("Idempotent-Replayed")).isNull();
        assertThat(stored.json().at("/event/id").asText()).isEqualTo(KeyedId.event("a@x", key));
        long tip = api.log.tipSeq();
        assertReplay(api.post(EVENTS, first, "Idempotency-Key", key), stored);
        String rewritten = " { \"from_agent\" : \" a@x \", \"metadata\":{\"a\":2,\"b\":1.0}, \"body\":\"b\","
                + "\"status\":null,\"topic\":\"\",\"artifact_ids\":[],\"room\":\"r\",\"stream\":\"s\",\"type\":\"note\","
                + "\"idempotency_key\":\"" + key + "\"}";
        assertReplay(api.post(EVENTS, rewritten), stored);
        assertReplay(api.post(EVENTS, rewritten, "Idempotency-Key", key), stored);
        assertThat(api.log.tipSeq()).isEqualTo(tip);
    }

    private static com.fasterxml.jackson.databind.JsonNode meta(String json) {
        try {
            return RunningApi.JSON.readTree(json);
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Test
    @Tag("case-O01")
    void anotherRequestUnderTheKeyIsAConflictThatNamesWhatDiffers() {
        ObjectNode first = draft().put("body", "b").put("idempotency_key", key());
        assertThat(api.post(EVENTS, first.toString()).status()).isEqualTo(201);
        long tip = api.log.tipSeq();
        Reply reply =
                api.post(EVENTS, first.put("body", "c").put("status", "open").toString());
        assertProblem(reply, 409, "idempotency-conflict");
        assertThat(reply.json().at("/field").asText()).isEqualTo("idempotency_key");
        assertThat(reply.json().at("/differing").toString()).isEqualTo("[\"status\",\"body\"]");
        assertThat(api.log.tipSeq()).isEqualTo(tip);
        // Another author's key is another key.
        assertThat(api.post(EVENTS, first.put("from_agent", "b@x").toString()).status())
                .isEqualTo(201);
    }

    @Test
    @Tag("case-O01")
    void fiftyAtOnceAreOneEvent() throws Exception {
        ObjectNode one = draft().put("body", "one").put("idempotency_key", key());
        ObjectNode other = one.deepCopy().put("body", "other");
        List<CompletableFuture<Reply>> calls = new ArrayList<>();
        ExecutorService callers = Executors.newFixedThreadPool(25);
        try {
            for (int i = 0; i < 50; i++) {
                String asked = (i % 2 == 0 ? one : other).toString();
                calls.add(CompletableFuture.supplyAsync(() -> api.post(EVENTS, asked), callers));
            }
            List<String> bodies = new ArrayList<>();
            int made = 0;
            int conflicts = 0;
            for (CompletableFuture<Reply> call : calls) {
                Reply reply = call.get();
                made += reply.status() == 201 ? 1 : 0;
                conflicts += reply.status() == 409 ? 1 : 0;
                if (reply.status() != 409) {
                    bodies.add(reply.json().at("/event/body").asText());
                }
            }
            assertThat(made).isEqualTo(1);
            assertThat(conflicts).isEqualTo(25);
            assertThat(bodies).hasSize(25).containsOnly(bodies.get(0));
        } finally {
            callers.shutdownNow();
        }
    }

    @Test
    @Tag("case-O01")
    void aKeyHas1To128PrintableAsciiCharacters() {
        for (String bad : List.of("", "k".repeat(129), "k\u0001", "ké")) {
            Reply reply = api.post(EVENTS, draft().put("idempotency_key", bad).toString());
            assertProblem(reply, 400, "invalid");
            assertThat(reply.json().at("/field").asText()).isEqualTo("idempotency_key");
        }
        Reply reply = api.post(EVENTS, draft().toString(), "Idempotency-Key", "k".repeat(129));
        assertProblem(reply, 400, "invalid");
        assertThat(reply.json().at("/limit").asInt()).isEqualTo(Limits.IDEMPOTENCY_KEY_LENGTH_MAX);
        assertThat(reply.json().at("/size").asInt()).isEqualTo(129);
        assertProblem(
                api.post(EVENTS, draft().toString(), "Idempotency-Key", "k".repeat(10_000)), 431, "headers-too-large");
        String longest = "~".repeat(128);
        assertThat(api.post(EVENTS, draft().toString(), "Idempotency-Key", longest)
                        .status())
                .isEqualTo(201);
        // A request that was refused leaves its key free.
        ObjectNode wrong = draft().put("idempotency_key", key()).put("status", "done");
        assertProblem(api.post(EVENTS, wrong.toString()), 400, "invalid");
        assertThat(api.post(EVENTS, wrong.put("status", "open").toString()).status())
                .isEqualTo(201);
    }

    @Test
    void aKeyIsGivenOnceOrTwiceTheSame() {
        ObjectNode draft = draft().put("idempotency_key", "k");
        assertProblem(api.post(EVENTS, draft.toString(), "Idempotency-Key", "other"), 400, "invalid");
        assertProblem(
                api.post(EVENTS, draft().toString(), "Idempotency-Key", "a", "Idempotency-Key", "b"), 400, "invalid");
    }

    /** Spec §5.3: what this replica's client asked for stays found by its key, though readers see another payload. */
    @Test
    void aRetryFindsItsEventThoughAnotherReplicaUsedTheKey() throws Exception {
        ObjectNode draft = draft().put("body", "mine").put("idempotency_key", key());
        Reply stored = api.post(EVENTS, draft.toString());
        String id = stored.json().at("/event/id").asText();
        ObjectNode theirs = draft().put("id", id)
                .put("body", "theirs")
                .put("hlc", "1000000000000-000000-rep_91b72265b1f7")
                .put("created_at", "2001-09-09T01:46:40Z")
                .put("origin_replica", "rep_91b72265b1f7")
                .put("origin_seq", 1);
        api.reference.pulled("rep_91b72265b1f7", List.of(theirs.toString()));
        assertThat(api.get(EVENTS + "/" + id).json().at("/event/body").asText()).isEqualTo("theirs");
        Reply again = api.post(EVENTS, draft.toString());
        assertThat(again.status()).isEqualTo(200);
        assertThat(again.json().at("/event/body").asText()).isEqualTo("mine");
        assertThat(again.json().at("/event/local/conflict").asBoolean()).isTrue();
        assertThat(again.json().at("/warnings").toString()).contains("in conflict");
        assertThat(api.post(EVENTS, draft.put("body", "theirs").toString()).status())
                .isEqualTo(200);
        assertProblem(api.post(EVENTS, draft.put("body", "third").toString()), 409, "idempotency-conflict");
    }

    // ---- acknowledgements

    @Test
    void anAcknowledgementGoesWhereItsTargetIs() {
        ObjectNode ask = draft().put("topic", "t")
                .put("to_agent", "b@y")
                .put("status", "open")
                .put("correlation_id", "c");
        String target = api.post(EVENTS, ask.toString()).json().at("/event/id").asText();
        String ack = "{\"from_agent\":\"b@y\",\"status\":\"applied\",\"body\":\"done\"}";
        Reply reply = api.post(EVENTS + "/" + target + "/ack", ack, "Idempotency-Key", "ack-1");
        assertThat(reply.status()).as(reply.text()).isEqualTo(201);
        var event = reply.json().at("/event");
        assertThat(event.at("/type").asText()).isEqualTo("event.ack");
        assertThat(event.at("/stream").asText()).isEqualTo("s");
        assertThat(event.at("/room").asText()).isEqualTo("r");
        assertThat(event.at("/topic").asText()).isEqualTo("t");
        assertThat(event.at("/to_agent").asText()).isEqualTo("a@x");
        assertThat(event.at("/correlation_id").asText()).isEqualTo("c");
        assertThat(event.at("/metadata").toString()).isEqualTo("{\"ack_of\":\"" + target + "\"}");
        assertThat(event.at("/body").asText()).isEqualTo("done");
        assertReplay(api.post(EVENTS + "/" + target + "/ack", ack, "Idempotency-Key", "ack-1"), reply);
        assertProblem(
                api.post(EVENTS + "/" + target + "/ack", "{\"from_agent\":\"b@y\"}", "Idempotency-Key", "ack-1"),
                409,
                "idempotency-conflict");
    }

    @Test
    void anAcknowledgementOfAnEventWithoutThreadMakesOneOfIt() {
        String target = api.append("");
        Reply reply = api.post(
                EVENTS + "/" + target + "/ack",
                "{\"from_agent\":\"b@y\",\"topic\":\"own\",\"status\":null,\"idempotency_key\":\"x\"}");
        assertThat(reply.json().at("/event/correlation_id").asText()).isEqualTo(target);
        assertThat(reply.json().at("/event/topic").asText()).isEqualTo("own");
        assertThat(reply.json().at("/event/status").isNull()).isTrue();
        assertThat(api.get(EVENTS + "/" + target).json().at("/event/status").isNull())
                .isTrue();
    }

    @Test
    void anAcknowledgementSaysNothingElse() {
        String target = api.append("");
        long tip = api.log.tipSeq();
        String path = EVENTS + "/" + target + "/ack";
        assertProblem(api.post(EVENTS + "/nowhere/ack", "{\"from_agent\":\"b\"}"), 404, "unknown-event");
        for (String[] bad : new String[][] {
            {"{}", "from_agent"},
            {"{\"from_agent\":\"b\",\"stream\":\"s\"}", "stream"},
            {"{\"from_agent\":\"b\",\"metadata\":{}}", "metadata"},
            {"{\"from_agent\":\"b\",\"status\":\"done\"}", "status"},
            {"{\"from_agent\":1}", "from_agent"}
        }) {
            Reply reply = api.post(path, bad[0]);
            assertProblem(reply, 400, "invalid");
            assertThat(reply.json().at("/field").asText()).isEqualTo(bad[1]);
        }
        assertThat(api.log.tipSeq()).isEqualTo(tip);
    }

    // ---- batches

    private static String batch(ObjectNode... events) {
        ArrayNode items = RunningApi.JSON.createArrayNode();
        for (ObjectNode event : events) {
            items.add(event);
        }
        return "{\"events\":" + items + "}";
    }

    @Test
    void aBatchIsOneTransaction() {
        long tip = api.log.tipSeq();
        String key = key();
        Reply reply = api.post(
                BATCH,
                batch(
                        draft().put("body", "one"),
                        draft().put("body", "two").put("idempotency_key", key),
                        draft().put("body", "two").put("idempotency_key", key)));
        assertThat(reply.status()).as(reply.text()).isEqualTo(201);
        assertThat(reply.json().at("/events")).hasSize(3);
        assertThat(reply.json().at("/events/0/seq").asLong()).isEqualTo(tip + 1);
        assertThat(reply.json().at("/events/1")).isEqualTo(reply.json().at("/events/2"));
        assertThat(reply.json().at("/warnings").isArray()).isTrue();
        assertThat(api.log.tipSeq()).isEqualTo(tip + 2);
        Reply again = api.post(BATCH, batch(draft().put("body", "two").put("idempotency_key", key)));
        assertThat(again.status()).isEqualTo(200);
        assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");
        assertThat(api.get(BATCH).status()).isEqualTo(404);
    }

    @Test
    void oneBadItemRefusesTheBatchAndIsNamed() {
        long tip = api.log.tipSeq();
        ObjectNode good = draft();
        for (Object[] bad : new Object[][] {
            {batch(good, draft().put("status", "done")), 400, "status", 1},
            {batch(good, good, draft().put("body", "x".repeat(Limits.BODY_BYTES_MAX + 1))), 413, "body", 2},
            {batch(draft().set("artifact_ids", RunningApi.JSON.createArrayNode().add("art_no"))), 400, "artifact_ids", 0
            },
            {"{\"events\":[" + good + ",{\"type\":\"a\",\"type\":\"b\"}]}", 400, "type", 1},
            {"{\"events\":[" + good + ",[]]}", 400, "events", 1}
        }) {
            Reply reply = api.post(BATCH, (String) bad[0]);
            assertProblem(reply, (int) bad[1], (int) bad[1] == 413 ? "too-large" : "invalid");
            assertThat(reply.json().at("/field").asText()).isEqualTo(bad[2]);
            assertThat(reply.json().at("/index").asInt(-1)).as(reply.text()).isEqualTo(bad[3]);
        }
        String key = key();
        Reply differs = api.post(
                BATCH,
                batch(
                        good,
                        draft().put("idempotency_key", key),
                        draft().put("idempotency_key", key).put("body", "b")));
        assertProblem(differs, 409, "idempotency-conflict");
        assertThat(differs.json().at("/index").asInt()).isEqualTo(2);
        assertThat(api.log.tipSeq()).isEqualTo(tip);
    }

    @Test
    void aBatchHas1To1000Events() {
        ObjectNode[] most = IntStream.range(0, Limits.BATCH_EVENTS_MAX + 1)
                .mapToObj(i -> draft())
                .toArray(ObjectNode[]::new);
        long tip = api.log.tipSeq();
        Reply tooMany = api.post(BATCH, batch(most));
        assertProblem(tooMany, 400, "invalid");
        assertThat(tooMany.json().at("/limit").asInt()).isEqualTo(1_000);
        assertThat(tooMany.json().at("/size").asInt()).isEqualTo(1_001);
        assertThat(tooMany.json().at("/index").isMissingNode()).isTrue();
        assertProblem(api.post(BATCH, "{\"events\":[]}"), 400, "invalid");
        assertThat(api.log.tipSeq()).isEqualTo(tip);
        Reply all = api.post(BATCH, batch(java.util.Arrays.copyOf(most, Limits.BATCH_EVENTS_MAX)));
        assertThat(all.status()).isEqualTo(201);
        assertThat(all.json().at("/events")).hasSize(1_000);
        assertThat(api.log.tipSeq()).isEqualTo(tip + 1_000);
    }

    @Test
    @Tag("case-J03")
    void aBatchIsOneDocumentOfEventsAndNothingElse() {
        for (String bad : List.of(
                "",
                "[]",
                "{}",
                "{\"events\":{}}",
                "{\"events\":null}",
                "{\"events\":[" + draft() + "],\"events\":[" + draft() + "]}",
                "{\"events\":[" + draft() + "],\"x\":1}",
                "{\"events\":[" + draft() + "]} x",
                "{\"events\":[" + draft())) {
            assertProblem(api.post(BATCH, bad), 400, "invalid");
        }
        assertProblem(api.post(BATCH, batch(draft()), "Idempotency-Key", "k"), 400, "invalid");
        byte[] tooLarge = new byte[Limits.REQUEST_BYTES_MAX + 1];
        assertProblem(api.postRaw(BATCH, tooLarge, "Content-Type", Answer.JSON), 413, "too-large");
    }
}
