package io.meshlog.node.api.write;

import static io.meshlog.node.api.write.AppendTest.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.meshlog.node.api.RunningApi;
import io.meshlog.node.api.RunningApi.Reply;
import io.meshlog.op.KeyedId;
import io.meshlog.op.Limits;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("§4 a patch is an artifact and the event that says so, in one transaction")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PatchTest {
    private static final String PATCHES = "/logstream/patches";
    private static final String RAW = PATCHES + "?from_agent=a@x&stream=s";

    private RunningApi api;

    @BeforeAll
    void start(@TempDir Path directory) {
        api = RunningApi.start(directory);
    }

    @AfterAll
    void stop() {
        api.close();
    }

    private static ObjectNode patch(String content) {
        return RunningApi.JSON
                .createObjectNode()
                .put("from_agent", "a@x")
                .put("stream", "s")
                .put("content", content);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void aPatchIsStoredAndAnnounced() {
        ObjectNode patch = patch("--- a\n+++ b\n")
                .put("to_agent", "a@x")
                .put("correlation_id", "c")
                .put("branch", "main")
                .put("base_commit", "abc")
                .put("topic", "t")
                .put("body", "please look");
        patch.set("metadata", RunningApi.JSON.createObjectNode().put("subject", "s"));
        Reply reply = api.post(PATCHES, patch.toString());
        assertThat(reply.status()).as(reply.text()).isEqualTo(201);
        var artifact = reply.json().at("/artifact");
        var event = reply.json().at("/event");
        assertThat(artifact.at("/kind").asText()).isEqualTo("patch");
        assertThat(artifact.at("/content").asText()).isEqualTo("--- a\n+++ b\n");
        assertThat(artifact.at("/created_by").asText()).isEqualTo("a@x");
        assertThat(event.at("/type").asText()).isEqualTo("patch.ready");
        assertThat(event.at("/status").asText()).isEqualTo("ready");
        assertThat(event.at("/room").asText()).isEqualTo("patches");
        assertThat(event.at("/artifact_ids/0").asText())
                .isEqualTo(artifact.at("/id").asText());
        assertThat(event.at("/artifacts/0/sha256").asText())
                .isEqualTo(artifact.at("/sha256").asText());
        assertThat(event.at("/body").asText()).isEqualTo("please look");
        assertThat(event.at("/base_commit").asText()).isEqualTo("abc");
        assertThat(reply.json().at("/warnings")).isEmpty();
        assertThat(api.get("/logstream/events/" + event.at("/id").asText())
                        .json()
                        .at("/event"))
                .isEqualTo(event);
    }

    @Test
    void aKeyGivesBothIds() {
        ObjectNode patch = patch("+x\n").put("idempotency_key", "k").put("room", "r");
        Reply first = api.post(PATCHES, patch.toString());
        assertThat(first.status()).isEqualTo(201);
        assertThat(first.json().at("/artifact/id").asText()).isEqualTo(KeyedId.artifact("a@x", "k", 0));
        assertThat(first.json().at("/event/id").asText()).isEqualTo(KeyedId.event("a@x", "k"));
        Reply again = api.postRaw(RAW + "&room=r", utf8("+x\n"), "Idempotency-Key", "k");
        assertThat(again.status()).as(again.text()).isEqualTo(200);
        assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");
        assertThat(again.json()).isEqualTo(first.json());
        Reply content =
                api.post(PATCHES, patch.deepCopy().put("content", "+y\n").toString());
        assertProblem(content, 409, "idempotency-conflict");
        assertThat(content.json().at("/differing").toString()).isEqualTo("[\"content\"]");
        assertThat(content.json().at("/index").isMissingNode()).isTrue();
        Reply said = api.post(PATCHES, patch.deepCopy().put("body", "b").toString());
        assertThat(said.json().at("/differing").toString()).isEqualTo("[\"body\"]");
    }

    @Test
    void whatIsRefusedLeavesNothing() {
        long tip = api.log.tipSeq();
        for (Object[] bad : new Object[][] {
            {patch("").toString(), 400, "content"},
            {patch("x\0").toString(), 400, "content"},
            {patch("x").put("type", "note").toString(), 400, "type"},
            {patch("x").put("status", "open").toString(), 400, "status"},
            {patch("x").put("kind", "patch").toString(), 400, "kind"},
            {patch("x").put("topic", "x".repeat(257)).toString(), 400, "topic"},
            {"{\"from_agent\":\"a\",\"stream\":\"s\"}", 400, "content"},
            {"{\"content\":\"x\",\"stream\":\"s\"}", 400, "from_agent"},
            {patch("x".repeat(Limits.ARTIFACT_BYTES_MAX + 1)).toString(), 413, "content"}
        }) {
            Reply reply = api.post(PATCHES, (String) bad[0]);
            assertProblem(reply, (int) bad[1], (int) bad[1] == 413 ? "too-large" : "invalid");
            assertThat(reply.json().at("/field").asText()).isEqualTo(bad[2]);
        }
        assertProblem(api.postRaw(RAW, new byte[] {'a', (byte) 0xff}), 415, "unsupported-media-type");
        assertProblem(api.postRaw(RAW + "&colour=x", utf8("x")), 400, "invalid");
        assertThat(api.log.tipSeq()).isEqualTo(tip);
        assertThat(api.postRaw(RAW, utf8("x".repeat(Limits.ARTIFACT_BYTES_MAX))).status())
                .isEqualTo(201);
    }

    @Test
    void whatMayKeepItFromApplyingIsSaid() {
        assertThat(api.postRaw(RAW, utf8("+x\r\n+y")).json().at("/warnings")).hasSize(2);
        assertThat(api.postRaw(RAW, utf8("+x\n")).json().at("/warnings")).isEmpty();
    }
}
