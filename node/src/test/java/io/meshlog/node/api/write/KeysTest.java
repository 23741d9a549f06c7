package io.meshlog.node.api.write;

import static io.meshlog.node.api.write.AppendTest.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.meshlog.node.api.RunningApi;
import io.meshlog.node.api.RunningApi.Reply;
import io.meshlog.node.api.http.Answer;
import io.meshlog.node.api.http.PercentText;
import io.meshlog.node.store.file.StoreException;
import io.meshlog.op.KeyedId;
import io.meshlog.op.Limits;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

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

    /** Asks all of this at one moment. */
    private List<Reply> atOnce(String path, List<String> documents) throws Exception {
        List<CompletableFuture<Reply>> calls = new ArrayList<>();
        ExecutorService callers = Executors.newFixedThreadPool(25);
        try {
            for (String document : documents) {
                calls.add(CompletableFuture.supplyAsync(() -> api.post(path, document), callers));
            }
            List<Reply> replies = new ArrayList<>();
            for (CompletableFuture<Reply> call : calls) {
                replies.add(call.get());
            }
            return replies;
        } finally {
            callers.shutdownNow();
        }
    }

    private static long count(List<Reply> replies, int status) {
        return replies.stream().filter(reply -> reply.status() == status).count();
    }

    /** Case O01, part (b): the losing payload is refused each time, and never answered with the other's result. */
    @Test
    @Tag("case-O01")
    void fiftyAtOnceAreOneEvent() throws Exception {
        ObjectNode one = draft().put("body", "one").put("idempotency_key", key());
        ObjectNode other = one.deepCopy().put("body", "other");
        List<String> asked = IntStream.range(0, 50)
                .mapToObj(i -> (i % 2 == 0 ? one : other).toString())
                .toList();
        List<Reply> replies = atOnce(EVENTS, asked);
        assertThat(count(replies, 201)).isEqualTo(1);
        assertThat(count(replies, 200)).isEqualTo(24);
        assertThat(count(replies, 409)).isEqualTo(25);
        String won = api.get(EVENTS + "/"
                        + KeyedId.event("a@x", one.get("idempotency_key").asText()))
                .json()
                .at("/event/body")
                .asText();
        for (int i = 0; i < asked.size(); i++) {
            boolean isWon = asked.get(i).contains("\"body\":\"" + won + "\"");
            assertThat(replies.get(i).status() != 409).isEqualTo(isWon);
            if (isWon) {
                assertThat(replies.get(i).json().at("/event/body").asText()).isEqualTo(won);
            }
        }
    }

    static Stream<Arguments> keyed() {
        String event = draft().put("idempotency_key", "KEY").toString();
        return Stream.of(
                Arguments.of(EVENTS, event, "/event/id"),
                Arguments.of(
                        EVENTS + "/TARGET/ack", "{\"from_agent\":\"a@x\",\"idempotency_key\":\"KEY\"}", "/event/id"),
                Arguments.of(BATCH, "{\"events\":[" + event + "]}", "/events/0/id"),
                Arguments.of(
                        "/logstream/artifacts",
                        "{\"kind\":\"note\",\"content\":\"x\",\"created_by\":\"a@x\",\"idempotency_key\":\"KEY\"}",
                        "/artifact/id"),
                Arguments.of(
                        "/logstream/patches",
                        "{\"from_agent\":\"a@x\",\"stream\":\"s\",\"content\":\"x\\n\",\"idempotency_key\":\"KEY\"}",
                        "/event/id"));
    }

    /** Case O01, part (a), by every route that takes a key. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("keyed")
    @Tag("case-O01")
    void fiftyEqualOnesAtOnceAreOne(String path, String document, String id) throws Exception {
        String asked = document.replace("KEY", key());
        String at = path.replace("TARGET", api.append(""));
        long tip = api.log.tipSeq();
        List<Reply> replies = atOnce(at, Collections.nCopies(50, asked));
        assertThat(count(replies, 201)).isEqualTo(1);
        assertThat(count(replies, 200)).isEqualTo(49);
        assertThat(replies)
                .extracting(reply -> reply.json().at(id).asText())
                .containsOnly(replies.get(0).json().at(id).asText());
        assertThat(api.log.tipSeq()).isEqualTo(path.endsWith("artifacts") ? tip : tip + 1);
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
    }

    /** Case O01, part (d), whatever it was refused for: a corrected call works. */
    @Test
    @Tag("case-O01")
    void aRequestThatWasRefusedLeavesItsKeyFree() {
        ObjectNode right = draft().put("idempotency_key", key());
        String long_ = "x".repeat(Limits.BODY_BYTES_MAX + 1);
        assertProblem(api.post(EVENTS, right.deepCopy().put("status", "done").toString()), 400, "invalid");
        assertProblem(api.post(EVENTS, right.deepCopy().put("body", long_).toString()), 413, "too-large");
        ObjectNode naming = right.deepCopy();
        naming.putArray("artifact_ids").add("art_not_yet");
        assertProblem(api.post(EVENTS, naming.toString()), 400, "invalid");
        assertProblem(api.post(BATCH, batch(right, draft().put("status", "done"))), 400, "invalid");
        api.log.failure = new StoreException(StoreException.Kind.BUSY, "could not commit");
        assertProblem(api.post(EVENTS, right.toString()), 503, "busy");
        api.log.failure = null;
        assertThat(api.post(EVENTS, right.toString()).status()).isEqualTo(201);
        ObjectNode ack =
                RunningApi.JSON.createObjectNode().put("from_agent", "a@x").put("idempotency_key", key());
        assertProblem(api.post(EVENTS + "/evt_nowhere/ack", ack.toString()), 404, "unknown-event");
        assertThat(api.post(EVENTS + "/" + api.append("") + "/ack", ack.toString())
                        .status())
                .isEqualTo(201);
    }

    /** Case O01, part (h), by every route, in the document and in the header. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("keyed")
    @Tag("case-O01")
    void aKeyBeyondItsBoundsIsRefusedByEveryRoute(String path, String document, String id) {
        String at = path.replace("TARGET", api.append(""));
        long tip = api.log.tipSeq();
        for (int length : new int[] {0, 129, 256, 10_000}) {
            String key = "k".repeat(length);
            Reply reply = api.post(at, document.replace("KEY", key));
            assertProblem(reply, 400, "invalid");
            assertThat(reply.json().at("/field").asText()).isEqualTo("idempotency_key");
            assertThat(reply.json().at("/limit").asInt()).isEqualTo(Limits.IDEMPOTENCY_KEY_LENGTH_MAX);
            assertThat(reply.json().at("/size").asInt()).isEqualTo(length);
            if (length < 10_000) {
                String without = document.replace(",\"idempotency_key\":\"KEY\"", "");
                assertProblem(api.post(at, without, "Idempotency-Key", key), 400, "invalid");
            }
        }
        assertThat(api.log.tipSeq()).isEqualTo(tip);
        String longest = path.length() + "~".repeat(126);
        Reply reply = api.post(at, document.replace("KEY", longest));
        assertThat(reply.status()).as(reply.text()).isEqualTo(201);
        assertThat(reply.json().at(id).asText()).contains("_00010101T000000_");
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

    private static ObjectNode foreign(String id, String hub, long millis) {
        return draft().put("id", id)
                .put("hlc", millis + "-000000-" + hub)
                .put("created_at", "2001-09-09T01:46:40Z")
                .put("origin_replica", hub)
                .put("origin_seq", 1);
    }

    /** What it took from its target is not what its caller said: the target may say something else since. */
    @Test
    @Tag("case-O01")
    void anAcknowledgementIsRepeatedThoughItsTargetWasRevised() throws Exception {
        ObjectNode later =
                foreign("revised-ask", "rep_91b72265b1a1", 1_000_000_000_002L).put("topic", "first");
        api.reference.pulled("rep_91b72265b1a1", List.of(later.toString()));
        String path = EVENTS + "/revised-ask/ack";
        String ack = "{\"from_agent\":\"b@y\",\"status\":\"applied\",\"idempotency_key\":\"ack-revised\"}";
        Reply stored = api.post(path, ack);
        assertThat(stored.json().at("/event/topic").asText()).isEqualTo("first");
        ObjectNode earlier = foreign("revised-ask", "rep_91b72265b1a2", 1_000_000_000_001L)
                .put("topic", "second")
                .put("stream", "elsewhere")
                .put("room", "another")
                .put("from_agent", "someone@else")
                .put("correlation_id", "thread");
        api.reference.pulled("rep_91b72265b1a2", List.of(earlier.toString()));
        assertThat(api.get(EVENTS + "/revised-ask").json().at("/event/topic").asText())
                .isEqualTo("second");
        long tip = api.log.tipSeq();
        assertReplay(api.post(path, ack), stored);
        assertThat(api.log.tipSeq()).isEqualTo(tip);
        // What its caller said counts as ever.
        for (String[] other : new String[][] {
            {ack.replace("applied", "failed"), "[\"status\"]"},
            {ack.replace("}", ",\"body\":\"b\"}"), "[\"body\"]"},
            {ack.replace("}", ",\"topic\":\"third\"}"), "[\"topic\"]"}
        }) {
            Reply reply = api.post(path, other[0]);
            assertProblem(reply, 409, "idempotency-conflict");
            assertThat(reply.json().at("/differing").toString()).isEqualTo(other[1]);
        }
        Reply ofAnother = api.post(EVENTS + "/" + api.append("") + "/ack", ack);
        assertProblem(ofAnother, 409, "idempotency-conflict");
        assertThat(ofAnother.json().at("/differing").toString()).isEqualTo("[\"metadata\"]");
    }

    /** It came from where it was made, its target has not come yet. */
    @Test
    @Tag("case-O01")
    void anAcknowledgementIsRepeatedThoughItsTargetIsNotHere() throws Exception {
        ObjectNode there = foreign(KeyedId.event("b@y", "ack-early"), "rep_91b72265b1a3", 1_000_000_000_003L)
                .put("type", "event.ack")
                .put("from_agent", "b@y")
                .put("to_agent", "a@x")
                .put("correlation_id", "not-here")
                .put("status", "applied");
        there.putObject("metadata").put("ack_of", "not-here");
        api.reference.pulled("rep_91b72265b1a3", List.of(there.toString()));
        String ack = "{\"from_agent\":\"b@y\",\"status\":\"applied\",\"idempotency_key\":\"ack-early\"}";
        Reply again = api.post(EVENTS + "/not-here/ack", ack);
        assertThat(again.status()).as(again.text()).isEqualTo(200);
        assertThat(again.json().at("/event/origin_replica").asText()).isEqualTo("rep_91b72265b1a3");
        assertProblem(
                api.post(EVENTS + "/not-here/ack", ack.replace("applied", "failed")), 409, "idempotency-conflict");
        assertProblem(api.post(EVENTS + "/nor-this/ack", ack), 404, "unknown-event");
        assertProblem(api.post(EVENTS + "/not-here/ack", ack.replace("ack-early", "new")), 404, "unknown-event");
    }

    /** Its place is its target's, to the letter, whatever rules that was authored under: else it could not be answered. */
    @Test
    void anAskFromElsewhereIsAnsweredWhereItStands() throws Exception {
        String id = "x\ny".repeat(20);
        ObjectNode ask = foreign(id, "rep_91b72265b1a4", 1_000_000_000_004L)
                .put("stream", " padded ")
                .put("room", "r".repeat(300))
                .put("topic", "a\u0001b")
                .put("from_agent", "f".repeat(300))
                .put("to_agent", "b@y")
                .put("status", "open");
        api.reference.pulled("rep_91b72265b1a4", List.of(ask.toString()));
        Reply reply = api.post(
                EVENTS + "/" + PercentText.encode(id) + "/ack", "{\"from_agent\":\"b@y\",\"status\":\"applied\"}");
        assertThat(reply.status()).as(reply.text()).isEqualTo(201);
        for (String field : List.of("stream", "room", "topic")) {
            assertThat(reply.json().at("/event/" + field)).isEqualTo(ask.get(field));
        }
        assertThat(reply.json().at("/event/to_agent")).isEqualTo(ask.get("from_agent"));
        assertThat(reply.json().at("/event/correlation_id").asText()).isEqualTo(id);
        assertThat(api.get("/logstream/mailbox?agent=b@y").json().at("/owed").toString())
                .doesNotContain("padded");
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
            {"{\"from_agent\":\"b\",\"status\":[]}", "status"},
            {"{\"from_agent\":\"b\",\"topic\":{}}", "topic"},
            {"{\"from_agent\":\"b\",\"idempotency_key\":\"\"}", "idempotency_key"},
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
