package io.meshlog.node.api.artifact;

import static io.meshlog.node.api.write.AppendTest.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;

import io.meshlog.node.api.RunningApi;
import io.meshlog.node.api.RunningApi.Reply;
import io.meshlog.op.Digest;
import io.meshlog.op.Limits;
import java.net.http.HttpRequest;
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

/** Spec §6: an artifact's raw content, with validators and ranges (RFC 9110). */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ContentTest {
    private static final String ARTIFACTS = "/logstream/artifacts";

    private RunningApi api;
    private String digits;

    @BeforeAll
    void start(@TempDir Path directory) {
        api = RunningApi.start(directory);
        digits = stored("note", "0123456789".getBytes(StandardCharsets.UTF_8));
    }

    @AfterAll
    void stop() {
        api.close();
    }

    /** @return the path of its content */
    private String stored(String kind, byte[] content) {
        Reply reply = api.postRaw(ARTIFACTS + "?kind=" + kind + "&created_by=a%40x", content);
        assertThat(reply.status()).as(reply.text()).isEqualTo(201);
        return ARTIFACTS + "/" + reply.json().at("/artifact/id").asText() + "/content";
    }

    private static String etag(String content) {
        return '"' + Digest.sha256(content.getBytes(StandardCharsets.UTF_8)).hex() + '"';
    }

    /** Case J08: the bytes that went in come out, by every way in and out. */
    @ParameterizedTest
    @Tag("case-J08")
    @ValueSource(
            strings = {
                "a\r\nb\r\n",
                "a\r\nb\nc\r",
                "no newline at the end",
                "\n\n \n\t",
                "ü 漢字 🚀 \u2028 \u0085 a\uFEFFb e\u0301",
                "\uFEFFa BOM in front",
                "<script>alert(1)</script>"
            })
    void everyByteComesOutAsItWentIn(String content) {
        byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
        String json = RunningApi.JSON
                .createObjectNode()
                .put("kind", "file")
                .put("content", content)
                .put("created_by", "a@x")
                .toString();
        Reply byJson = api.post(ARTIFACTS, json);
        String id = byJson.json().at("/artifact/id").asText();
        for (String path : new String[] {stored("file", bytes), ARTIFACTS + "/" + id + "/content"}) {
            Reply got = api.get(path, "Accept-Encoding", "gzip");
            assertThat(got.status()).isEqualTo(200);
            assertThat(got.body()).isEqualTo(bytes);
            assertThat(got.header("etag")).isEqualTo(etag(content));
            assertThat(got.header("content-length")).isEqualTo(Integer.toString(bytes.length));
            String meta = path.substring(0, path.length() - "/content".length());
            assertThat(api.get(meta).json().at("/artifact/content").asText()).isEqualTo(content);
        }
    }

    @Test
    void theLargestContentComesOutWhole() {
        byte[] most = new byte[Limits.ARTIFACT_BYTES_MAX];
        Arrays.fill(most, (byte) 'x');
        most[most.length - 1] = '\n';
        String path = stored("log", most);
        Reply whole = api.get(path, "Accept-Encoding", "gzip");
        assertThat(whole.header("content-encoding")).isNull();
        assertThat(whole.body()).isEqualTo(most);
        assertThat(api.get(path, "Range", "bytes=-1").body()).containsExactly('\n');
    }

    @ParameterizedTest
    @Tag("case-X07")
    @CsvSource({
        "patch, 'a\n', text/x-diff; charset=utf-8, .patch",
        "json, '[1]', application/json, .json",
        "log, 'a', text/plain; charset=utf-8, .log",
        "note, 'a', text/plain; charset=utf-8, .txt",
        "file, '<html>', text/plain; charset=utf-8, .txt"
    })
    void aBrowserSavesItAndRunsNothing(String kind, String content, String type, String ending) {
        Reply got = api.get(stored(kind, content.getBytes(StandardCharsets.UTF_8)));
        assertThat(got.header("content-type")).isEqualTo(type);
        assertThat(got.header("x-content-type-options")).isEqualTo("nosniff");
        assertThat(got.header("content-security-policy")).isEqualTo("default-src 'none'; sandbox");
        assertThat(got.header("content-disposition"))
                .matches("attachment; filename=\"artifact-[0-9a-f]{16}\\" + ending + "\"");
    }

    @ParameterizedTest
    @CsvSource({
        "bytes=0-0, 0, 0-0",
        "bytes=2-4, 234, 2-4",
        "bytes=8-, 89, 8-9",
        "bytes=-3, 789, 7-9",
        "bytes=-99, 0123456789, 0-9",
        "bytes=5-99999999999999999999, 56789, 5-9",
        "BYTES=0-1, 01, 0-1"
    })
    void aRangeIsGivenAsAsked(String range, String content, String shown) {
        Reply got = api.get(digits, "Range", range);
        assertThat(got.status()).isEqualTo(206);
        assertThat(got.text()).isEqualTo(content.length() == 1 && content.equals("0") ? "0" : content);
        assertThat(got.header("content-range")).isEqualTo("bytes " + shown + "/10");
        assertThat(got.header("etag")).isEqualTo(etag("0123456789"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"bytes=10-", "bytes=10-12", "bytes=-0", "bytes=99999999999999999999-"})
    void aRangeBehindTheEndIsRefusedWithTheLength(String range) {
        Reply got = api.get(digits, "Range", range);
        assertProblem(got, 416, "range-not-satisfiable");
        assertThat(got.header("content-range")).isEqualTo("bytes */10");
    }

    /** RFC 9110 §14.2: a server may let pass what it does not serve. */
    @ParameterizedTest
    @ValueSource(strings = {"bytes=0-1,3-4", "bytes=0-0,-1", "lines=1-2", "bytes=4-2", "bytes=-", "bytes=a-b", "bytes"})
    void whatIsNoSingleRangeGivesAll(String range) {
        Reply got = api.get(digits, "Range", range);
        assertThat(got.status()).isEqualTo(200);
        assertThat(got.text()).isEqualTo("0123456789");
        assertThat(got.header("accept-ranges")).isEqualTo("bytes");
    }

    @Test
    void aPartIsGivenOnlyOfWhatTheCallerHasTheRestOf() {
        String etag = etag("0123456789");
        assertThat(api.get(digits, "Range", "bytes=1-2", "If-Range", etag).status())
                .isEqualTo(206);
        for (String other : new String[] {etag("other"), "W/" + etag, "Wed, 21 Oct 2015 07:28:00 GMT"}) {
            Reply got = api.get(digits, "Range", "bytes=1-2", "If-Range", other);
            assertThat(got.status()).as(other).isEqualTo(200);
            assertThat(got.text()).isEqualTo("0123456789");
        }
    }

    @Test
    void whatTheCallerHasIsNotSentAgain() {
        String etag = etag("0123456789");
        for (String known : new String[] {etag, "W/" + etag, "*", "\"a\", " + etag}) {
            Reply got = api.get(digits, "If-None-Match", known, "Range", "bytes=0-1");
            assertThat(got.status()).as(known).isEqualTo(304);
            assertThat(got.body()).isEmpty();
            assertThat(got.header("etag")).isEqualTo(etag);
        }
        assertThat(api.get(digits, "If-None-Match", etag("other")).status()).isEqualTo(200);
        assertThat(api.get(digits, "If-Match", etag).status()).isEqualTo(200);
        assertProblem(api.get(digits, "If-Match", etag("other")), 412, "precondition-failed");
    }

    @Test
    void headTellsOfTheWholeWithoutIt() {
        Reply got = api.send("HEAD", digits, HttpRequest.BodyPublishers.noBody(), "Range", "bytes=0-1");
        assertThat(got.status()).isEqualTo(200);
        assertThat(got.header("content-length")).isEqualTo("10");
        assertThat(got.header("etag")).isEqualTo(etag("0123456789"));
        assertThat(got.body()).isEmpty();
    }

    @Test
    void contentIsKeptOnceHoweverManyArtifactsHaveIt() {
        byte[] content = "the same content".getBytes(StandardCharsets.UTF_8);
        String one = stored("note", content);
        String two = stored("file", content);
        assertThat(one).isNotEqualTo(two);
        assertThat(api.get(one).header("etag")).isEqualTo(api.get(two).header("etag"));
    }

    @ParameterizedTest
    @Tag("case-X07")
    @ValueSource(strings = {"art_nowhere", "..%2F..%2Fetc%2Fpasswd", "%252e%252e%252f", "%00"})
    void anIdIsLookedUpAndNothingElse(String id) {
        assertThat(api.get(ARTIFACTS + "/" + id + "/content").status()).isIn(400, 404);
    }
}
