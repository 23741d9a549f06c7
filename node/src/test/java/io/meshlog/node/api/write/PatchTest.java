package io.meshlog.node.api.write;

import static io.meshlog.node.api.write.AppendTest.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.meshlog.node.api.RunningApi;
import io.meshlog.node.api.RunningApi.Reply;
import io.meshlog.op.Digest;
import io.meshlog.op.KeyedId;
import io.meshlog.op.Limits;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
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

    // ---- with git

    private static byte[] git(Path directory, String... words) throws Exception {
        List<String> command = new ArrayList<>(List.of("git", "-c", "core.autocrlf=false", "-c", "user.name=t"));
        command.addAll(List.of("-c", "user.email=t@x", "-c", "core.quotePath=true"));
        command.addAll(Arrays.asList(words));
        Path errors = Files.createTempFile(directory.getParent(), "git", ".err");
        Process process = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectError(errors.toFile())
                .start();
        process.getOutputStream().close();
        byte[] out = process.getInputStream().readAllBytes();
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue())
                .as("%s: %s", command, Files.readString(errors))
                .isZero();
        return out;
    }

    private static boolean hasGit() {
        try {
            return new ProcessBuilder("git", "--version").start().waitFor() == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** What each file holds before and after. */
    private static SortedMap<String, byte[][]> changes() {
        SortedMap<String, byte[][]> files = new TreeMap<>();
        files.put("tab.txt", new byte[][] {utf8("one\n\t\n\t\nfour\n"), utf8("one\n\t\n\t\nFOUR\n")});
        files.put("blank.txt", new byte[][] {utf8("one\ntwo\n\n"), utf8("one\nTWO\n\n")});
        files.put("noend.txt", new byte[][] {utf8("one\ntwo"), utf8("one\nTWO")});
        files.put("crlf.txt", new byte[][] {utf8("one\r\ntwo\r\n"), utf8("one\r\nTWO\r\n")});
        files.put("mixed.txt", new byte[][] {utf8("one\r\ntwo\nthree\r"), utf8("ONE\r\ntwo\nthree\r")});
        files.put("grün und 目録.txt", new byte[][] {utf8("ä\n"), utf8("ö\n")});
        byte[] noise = new byte[500];
        new java.util.Random(1).nextBytes(noise);
        files.put("bytes.bin", new byte[][] {new byte[] {0, 1, 2, (byte) 0xff}, noise});
        files.put("long.txt", new byte[][] {utf8("short\n"), utf8("x".repeat(2_000_000) + "\n")});
        return files;
    }

    @Test
    @Tag("case-J08")
    void whatGitMakesComesBackByteForByteAndApplies(@TempDir Path directory) throws Exception {
        assumeTrue(hasGit(), "git is not on the PATH");
        Path work = Files.createDirectory(directory.resolve("work"));
        git(work, "init", "-q");
        for (var file : changes().entrySet()) {
            Files.write(work.resolve(file.getKey()), file.getValue()[0]);
        }
        git(work, "add", "-A");
        git(work, "commit", "-q", "-m", "before");
        for (var file : changes().entrySet()) {
            Files.write(work.resolve(file.getKey()), file.getValue()[1]);
        }
        List<byte[]> patches = new ArrayList<>();
        patches.add(git(work, "diff", "--binary"));
        for (String file : changes().keySet()) {
            patches.add(git(work, "diff", "--binary", "--", file));
        }
        git(work, "checkout", "-q", "--", ".");
        for (byte[] patch : patches) {
            String text = new String(patch, StandardCharsets.UTF_8);
            assertThat(utf8(text)).isEqualTo(patch);
            for (Reply reply :
                    List.of(api.post(PATCHES, patch(text).toString()), api.postRaw(RAW + "&topic=raw", patch))) {
                assertThat(reply.status()).as(reply.text()).isEqualTo(201);
                String id = reply.json().at("/artifact/id").asText();
                byte[] back = utf8(api.get("/logstream/artifacts/" + id)
                        .json()
                        .at("/artifact/content")
                        .asText());
                assertThat(Digest.sha256(back)).isEqualTo(Digest.sha256(patch));
                assertThat(reply.json().at("/artifact/sha256").asText())
                        .isEqualTo(Digest.sha256(patch).hex());
                Path file = Files.write(directory.resolve("back.patch"), back);
                git(work, "apply", "--check", file.toString());
            }
        }
    }
}
