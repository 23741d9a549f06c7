package io.meshlog.node.api.write;

import static io.meshlog.node.api.write.AppendTest.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.meshlog.node.api.RunningApi;
import io.meshlog.node.api.RunningApi.Reply;
import io.meshlog.op.Limits;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What {@link AppendTest} leaves: each limit where bytes, code points and characters differ, at its edge and one beyond,
 * and by the other routes that it holds for.
 */
@DisplayName("§3.1 and §3.2 limits at their edges")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LimitsTest {
    private static final String EVENTS = "/logstream/events";
    private static final String ARTIFACTS = "/logstream/artifacts";
    private static final List<String> NAMES =
            List.of("stream", "room", "topic", "from_agent", "to_agent", "correlation_id", "branch", "base_commit");

    /** The property White_Space of Unicode. */
    private static final String WHITE_SPACE =
            "\t\n\u000b\f\r \u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
                    + "\u2028\u2029\u202f\u205f\u3000";

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

    private static ObjectNode artifact(String kind, String content) {
        return RunningApi.JSON
                .createObjectNode()
                .put("kind", kind)
                .put("created_by", "a@x")
                .put("content", content);
    }

    private Reply taken(String path, ObjectNode document) {
        Reply reply = api.post(path, document.toString());
        assertThat(reply.status()).as(reply.text()).isEqualTo(201);
        return reply;
    }

    private Reply refused(String path, ObjectNode document, int status, String field) {
        long tip = api.log.tipSeq();
        Reply reply = api.post(path, document.toString());
        assertProblem(reply, status, status == 413 ? "too-large" : "invalid");
        assertThat(reply.json().at("/field").asText()).isEqualTo(field);
        assertThat(api.log.tipSeq()).isEqualTo(tip);
        return reply;
    }

    private void refused(String path, ObjectNode document, int status, String field, long limit) {
        Reply reply = refused(path, document, status, field);
        assertThat(reply.json().at("/limit").asLong()).isEqualTo(limit);
        assertThat(reply.json().at("/size").asLong()).isEqualTo(limit + 1);
    }

    // ---- names

    @Test
    @Tag("case-J02")
    void noNameHoldsAnyControl() {
        for (String field : NAMES) {
            for (char c = 0; c < 0x20; c++) {
                refused(EVENTS, draft().put(field, "a" + c + "b"), 400, field);
            }
            refused(EVENTS, draft().put(field, "a\u007fb"), 400, field);
            refused(EVENTS, draft().put(field, "\u0000"), 400, field);
        }
        refused(ARTIFACTS, artifact("note", "x").put("created_by", "a\u0001b"), 400, "created_by");
    }

    @Test
    void namesAreTrimmedOfAllWhiteSpaceAndOfNothingElse() {
        ObjectNode padded = draft();
        NAMES.forEach(field -> padded.put(field, WHITE_SPACE + "a b" + WHITE_SPACE));
        Reply reply = taken(EVENTS, padded);
        for (String field : NAMES) {
            assertThat(reply.json().at("/event/" + field).asText()).isEqualTo("a b");
        }
        String kept = "\u200ba\u2060\uFEFF\u180e";
        assertThat(taken(EVENTS, draft().put("topic", kept))
                        .json()
                        .at("/event/topic")
                        .asText())
                .isEqualTo(kept);
        // Trimmed first, then measured.
        taken(EVENTS, draft().put("stream", " " + "🚀".repeat(Limits.NAME_CODE_POINTS_MAX) + "\u3000"));
    }

    @Test
    void aNameOfWhiteSpaceAloneIsNone() {
        for (String field : NAMES) {
            ObjectNode blank = draft().put(field, WHITE_SPACE);
            if (List.of("stream", "room", "from_agent").contains(field)) {
                refused(EVENTS, blank, 400, field);
            } else {
                assertThat(taken(EVENTS, blank).json().at("/event/" + field).isNull())
                        .isTrue();
            }
        }
    }

    @Test
    void anAuthorOfAnArtifactIsANameLikeAnyOther() {
        int most = Limits.NAME_CODE_POINTS_MAX;
        taken(ARTIFACTS, artifact("note", "x").put("created_by", "🚀".repeat(most)));
        refused(ARTIFACTS, artifact("note", "x").put("created_by", "🚀".repeat(most + 1)), 400, "created_by", most);
    }

    // ---- texts

    @Test
    void aBodyIsMeasuredInBytesWhateverItsLetters() {
        int most = Limits.BODY_BYTES_MAX;
        for (String letter : List.of("☃", "🚀", "\u0001")) {
            int bytes = letter.getBytes(StandardCharsets.UTF_8).length;
            String full = letter.repeat(most / bytes) + "x".repeat(most % bytes);
            assertThat(taken(EVENTS, draft().put("body", full))
                            .json()
                            .at("/event/body")
                            .asText())
                    .isEqualTo(full);
            refused(EVENTS, draft().put("body", full + "x"), 413, "body", most);
        }
        refused(EVENTS, draft().put("body", "x\0"), 400, "body");
    }

    @Test
    void contentIsMeasuredInBytesWhateverItsLetters() {
        int most = Limits.ARTIFACT_BYTES_MAX;
        String full = "☃".repeat(most / 3) + "x".repeat(most % 3);
        assertThat(taken(ARTIFACTS, artifact("log", full))
                        .json()
                        .at("/artifact/size_bytes")
                        .asInt())
                .isEqualTo(most);
        refused(ARTIFACTS, artifact("log", full + "x"), 413, "content", most);
        Reply raw = api.postRaw(ARTIFACTS + "?kind=log&created_by=a@x", (full + "x").getBytes(StandardCharsets.UTF_8));
        assertProblem(raw, 413, "too-large");
        assertThat(raw.json().at("/size").asInt()).isEqualTo(most + 1);
    }

    @Test
    void everyKindIsTakenAndNoOther() {
        for (String kind : Limits.ARTIFACT_KINDS) {
            taken(ARTIFACTS, artifact(kind, "[1]"));
        }
        for (String kind : List.of("picture", "Patch", "", " note")) {
            refused(ARTIFACTS, artifact(kind, "[1]"), 400, "kind");
        }
        refused(ARTIFACTS, artifact("json", "[1"), 400, "content");
    }

    @Test
    void anIdMayHave256CodePoints() {
        ObjectNode draft = draft();
        draft.putArray("artifact_ids").add("🚀".repeat(Limits.ID_LENGTH_MAX));
        // Not too long, and not here.
        assertThat(refused(EVENTS, draft, 400, "artifact_ids").json().has("limit"))
                .isFalse();
        draft.putArray("artifact_ids").add("🚀".repeat(Limits.ID_LENGTH_MAX + 1));
        refused(EVENTS, draft, 400, "artifact_ids", Limits.ID_LENGTH_MAX);
        draft.putArray("artifact_ids").add("");
        refused(EVENTS, draft, 400, "artifact_ids");
    }

    // ---- metadata

    /** As JSON with {@code ", "} and {@code ": "} between its parts, whatever stood there when it came. */
    private static ObjectNode metadata(int bytes) {
        ObjectNode metadata = RunningApi.JSON.createObjectNode();
        metadata.put("é", 1.5)
                .put("text", "a,b:c\"")
                .putArray("list")
                .add(1)
                .add("☃")
                .addObject()
                .put("k", true);
        String around = "{\"é\": 1.5, \"text\": \"a,b:c\\\"\", \"list\": [1, \"☃\", {\"k\": true}], \"rest\": \"\"}";
        return metadata.put("rest", "x".repeat(bytes - around.getBytes(StandardCharsets.UTF_8).length));
    }

    @ParameterizedTest
    @ValueSource(strings = {EVENTS, ARTIFACTS, "/logstream/patches"})
    void metadataIsMeasuredAsTheReferenceWritesItByEveryRoute(String path) {
        int most = Limits.METADATA_BYTES_MAX;
        ObjectNode document = path.equals(EVENTS)
                ? draft()
                : path.equals(ARTIFACTS)
                        ? artifact("note", "x")
                        : RunningApi.JSON
                                .createObjectNode()
                                .put("from_agent", "a@x")
                                .put("stream", "s")
                                .put("content", "x\n");
        document.set("metadata", metadata(most));
        taken(path, document);
        document.set("metadata", metadata(most + 1));
        refused(path, document, 413, "metadata", most);
    }

    @ParameterizedTest
    @ValueSource(strings = {EVENTS, ARTIFACTS})
    void numbersAndLevelsHaveTheirBoundsByEveryRoute(String path) {
        String around =
                path.equals(EVENTS) ? draft().toString() : artifact("note", "x").toString();
        String open = around.substring(0, around.length() - 1) + ",\"metadata\":{\"n\":";
        int levels = Limits.JSON_DEPTH_MAX - 2;
        for (String good : List.of(
                "-" + "1".repeat(Limits.NUMBER_DIGITS_MAX),
                "0." + "1".repeat(Limits.NUMBER_DIGITS_MAX - 1),
                "1e" + Limits.NUMBER_EXPONENT_MAX,
                "-1E-" + Limits.NUMBER_EXPONENT_MAX,
                "[".repeat(levels) + "]".repeat(levels))) {
            Reply reply = api.post(path, open + good + "}}");
            assertThat(reply.status()).as(good).isEqualTo(201);
            assertThat(reply.text()).contains("\"n\":" + good);
        }
        for (String bad : List.of(
                "-" + "1".repeat(Limits.NUMBER_DIGITS_MAX + 1),
                "0." + "1".repeat(Limits.NUMBER_DIGITS_MAX),
                "1e" + (Limits.NUMBER_EXPONENT_MAX + 1),
                "-1E-" + (Limits.NUMBER_EXPONENT_MAX + 1),
                "[".repeat(levels + 1) + "]".repeat(levels + 1))) {
            Reply reply = api.post(path, open + bad + "}}");
            assertProblem(reply, 400, "invalid");
            assertThat(reply.json().at("/field").asText()).isEqualTo("metadata");
            assertThat(reply.json().at("/limit").asLong()).as(bad).isPositive();
        }
    }

    @Test
    void artifactsAreCountedOnceTheSameAreOne() {
        String id = taken(ARTIFACTS, artifact("note", "x"))
                .json()
                .at("/artifact/id")
                .asText();
        ObjectNode draft = draft();
        ArrayNode ids = draft.putArray("artifact_ids");
        for (int i = 0; i <= Limits.ARTIFACT_IDS_MAX; i++) {
            ids.add(id);
        }
        assertThat(taken(EVENTS, draft).json().at("/event/artifact_ids")).hasSize(1);
    }

    // ---- lists

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/logstream/events?",
                "/logstream/mailbox?agent=a@x&",
                "/logstream/threads/thread?",
                "/logstream/agents?",
                "/logstream/conflicts?"
            })
    void everyListGivesAtMost500AndSaysSo(String path) {
        taken(EVENTS, draft().put("correlation_id", "thread"));
        for (int limit : new int[] {500, 501, 100_000}) {
            Reply reply = api.get(path + "limit=" + limit);
            assertThat(reply.status()).as(reply.text()).isEqualTo(200);
            assertThat(reply.json().at("/limit").asInt()).isEqualTo(Limits.LIST_LIMIT_MAX);
        }
        assertProblem(api.get(path + "limit=0"), 400, "invalid");
    }

    @Test
    void aCursorInAUrlMayHave4096CharactersAndNotOneMore() {
        assertProblem(api.get(EVENTS + "?cursor=c1." + "A".repeat(4_093)), 400, "invalid-cursor");
        Reply longer = api.get(EVENTS + "?cursor=c1." + "A".repeat(4_094));
        assertProblem(longer, 414, "uri-too-long");
        assertThat(longer.json().at("/limit").asInt()).isEqualTo(4_096);
        assertThat(longer.json().at("/size").asInt()).isEqualTo(4_097);
    }
}
