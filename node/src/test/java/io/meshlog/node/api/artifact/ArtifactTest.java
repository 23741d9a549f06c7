package io.meshlog.node.api.artifact;

import static io.meshlog.node.api.write.AppendTest.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.meshlog.node.api.RunningApi;
import io.meshlog.node.api.RunningApi.Reply;
import io.meshlog.op.Digest;
import io.meshlog.op.Limits;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Spec §3.2 over HTTP: content comes back byte for byte, or is refused. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ArtifactTest {
    private static final String ARTIFACTS = "/logstream/artifacts";
    private static final String RAW_PATCH = ARTIFACTS + "?kind=patch&created_by=a%40x";

    private RunningApi api;

    @BeforeAll
    void start(@TempDir Path directory) {
        api = RunningApi.start(directory);
    }

    @AfterAll
    void stop() {
        api.close();
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String json(String kind, String content) {
        return RunningApi.JSON
                .createObjectNode()
                .put("kind", kind)
                .put("content", content)
                .put("created_by", "a@x")
                .toString();
    }

    private JsonNode stored(Reply reply) {
        assertThat(reply.status()).as(reply.text()).isEqualTo(201);
        String id = reply.json().at("/artifact/id").asText();
        assertThat(reply.header("location")).isEqualTo(ARTIFACTS + "/" + id);
        JsonNode got = api.get(ARTIFACTS + "/" + id).json().at("/artifact");
        assertThat(got).isEqualTo(reply.json().at("/artifact"));
        assertThat(api.get("/sync/artifact?id=" + id).json().at("/artifact")).isEqualTo(got);
        return got;
    }

    /** Case J08, its HTTP part: nothing is trimmed, normalised or added, by JSON or raw. */
    @ParameterizedTest
    @Tag("case-J08")
    @ValueSource(
            strings = {
                "diff\n \t\n\n",
                "a\r\nb\r\n",
                "a\r\nb\nc\r",
                "no newline at the end",
                "\n\n \n",
                "ü 漢字 🚀 \u2028 \uFEFF e\u0301\n"
            })
    void contentComesBackByteForByte(String content) {
        for (Reply reply :
                new Reply[] {api.post(ARTIFACTS, json("patch", content)), api.postRaw(RAW_PATCH, utf8(content))}) {
            JsonNode artifact = stored(reply);
            assertThat(artifact.at("/content").asText()).isEqualTo(content);
            assertThat(artifact.at("/sha256").asText())
                    .isEqualTo(Digest.sha256(utf8(content)).hex());
            assertThat(artifact.at("/size_bytes").asLong()).isEqualTo(utf8(content).length);
        }
    }

    @ParameterizedTest
    @CsvSource({"'a\n', 0", "'a', 1", "'a\r\n', 1", "'a\r', 2"})
    void aPatchThatMayNotApplyIsWarnedOf(String content, int warnings) {
        assertThat(api.postRaw(RAW_PATCH, utf8(content)).json().at("/warnings")).hasSize(warnings);
        assertThat(api.post(ARTIFACTS, json("note", content)).json().at("/warnings"))
                .isEmpty();
    }

    @Test
    void contentMayHaveItsLimitAndNotOneByteMore() {
        byte[] most = new byte[Limits.ARTIFACT_BYTES_MAX];
        Arrays.fill(most, (byte) 'x');
        stored(api.postRaw(RAW_PATCH, most));
        byte[] more = Arrays.copyOf(most, most.length + 1);
        more[most.length] = '\n';
        for (Reply reply : new Reply[] {
            api.postRaw(RAW_PATCH, more), api.post(ARTIFACTS, json("file", new String(more, StandardCharsets.UTF_8)))
        }) {
            assertProblem(reply, 413, "too-large");
            assertThat(reply.json().at("/field").asText()).isEqualTo("content");
            assertThat(reply.json().at("/limit").asLong()).isEqualTo(Limits.ARTIFACT_BYTES_MAX);
            assertThat(reply.json().at("/size").asLong()).isEqualTo(Limits.ARTIFACT_BYTES_MAX + 1);
        }
    }

    @Test
    void contentThatIsNoUtf8IsRefusedWithTheOffset() {
        byte[] latin = utf8("0123456789?");
        latin[7] = (byte) 0xe9;
        Reply reply = api.postRaw(RAW_PATCH, latin);
        assertProblem(reply, 415, "unsupported-media-type");
        assertThat(reply.json().at("/index").asLong()).isEqualTo(7);
        assertThat(reply.json().at("/detail").asText()).contains("byte 7");
        Reply cut = api.postRaw(RAW_PATCH, new byte[] {'a', 'b', (byte) 0xe2, (byte) 0x82});
        assertThat(cut.json().at("/index").asLong()).isEqualTo(2);
        Reply surrogate = api.postRaw(RAW_PATCH, new byte[] {'a', (byte) 0xed, (byte) 0xa0, (byte) 0x80});
        assertThat(surrogate.json().at("/index").asLong()).isEqualTo(1);
    }

    @Test
    void emptyContentAndNulAreRefused() {
        assertProblem(api.postRaw(RAW_PATCH, new byte[0]), 400, "invalid");
        assertProblem(api.postRaw(RAW_PATCH, utf8("a\0b")), 400, "invalid");
        assertProblem(api.post(ARTIFACTS, json("note", "")), 400, "invalid");
    }

    @Test
    void jsonMustParse() {
        stored(api.post(ARTIFACTS, json("json", "{\"a\": 1.0}")));
        assertProblem(api.post(ARTIFACTS, json("json", "{a: 1}")), 400, "invalid");
        stored(api.postRaw(ARTIFACTS + "?kind=json&created_by=a", utf8("[1]"), "Content-Type", "application/json"));
    }

    @ParameterizedTest
    @CsvSource({"?kind=exe&created_by=a, kind", "?kind=file, created_by", "?created_by=a, kind", "?kind=file&x=1, x"})
    void aRawArtifactNeedsAKindAndAnAuthor(String query, String field) {
        Reply reply = api.postRaw(ARTIFACTS + query, utf8("text"));
        assertProblem(reply, 400, "invalid");
        assertThat(reply.json().at("/field").asText()).isEqualTo(field);
    }

    @Test
    void aFormIsNoArtifact() {
        assertProblem(
                api.postRaw(RAW_PATCH, utf8("--x\r\n"), "Content-Type", "multipart/form-data; boundary=x"),
                415,
                "unsupported-media-type");
        assertProblem(
                api.postRaw(RAW_PATCH, utf8("x"), "Content-Type", "text/plain; charset=latin1"),
                415,
                "unsupported-media-type");
        stored(api.postRaw(RAW_PATCH, utf8("x\n"), "Content-Type", "text/x-diff; charset=\"UTF-8\""));
    }

    @Test
    void theSameArtifactUnderTheSameKeyIsStoredOnce() {
        Reply first = api.postRaw(RAW_PATCH, utf8("keyed\n"), "Idempotency-Key", "k");
        assertThat(first.status()).isEqualTo(201);
        assertThat(first.header("Idempotent-Replayed")).isNull();
        assertThat(first.json().at("/artifact/id").asText()).startsWith("art_00010101T000000_");
        Reply again = api.postRaw(RAW_PATCH, utf8("keyed\n"), "Idempotency-Key", "k");
        assertThat(again.status()).isEqualTo(200);
        assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");
        assertThat(again.json()).isEqualTo(first.json());
        Reply other = api.postRaw(RAW_PATCH, utf8("other\n"), "Idempotency-Key", "k");
        assertProblem(other, 409, "idempotency-conflict");
        assertThat(other.json().at("/differing").toString()).isEqualTo("[\"content\"]");
        assertProblem(api.postRaw(RAW_PATCH, utf8("x"), "Idempotency-Key", "k".repeat(129)), 400, "invalid");
    }

    /** Case X07, its HTTP part: ids are looked up, never used as paths. */
    @ParameterizedTest
    @Tag("case-X07")
    @ValueSource(strings = {"..%2Fetc%2Fpasswd", "%252e%252e%252f", "art_nowhere", "%00"})
    void anIdIsLookedUpAndNothingElse(String id) {
        assertThat(api.get("/sync/artifact?id=" + id).status()).isIn(400, 404);
        assertThat(api.get(ARTIFACTS + "/" + id).status()).isIn(400, 404);
    }
}
