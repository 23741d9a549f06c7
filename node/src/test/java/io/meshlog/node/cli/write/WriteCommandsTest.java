package io.meshlog.node.cli.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlog.node.cli.NodeStub;
import io.meshlog.node.cli.Ran;
import io.meshlog.op.Digest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code ack}, {@code patch}, {@code artifact} and {@code append --batch} (spec §4, §11): byte for byte. */
class WriteCommandsTest {
    private static final String EVENT = "{\"id\":\"evt_1\",\"type\":\"note\",\"stream\":\"s\",\"room\":\"r\","
            + "\"from_agent\":\"a@b\",\"created_at\":\"2026-01-02T03:04:05Z\",\"seq\":7}";
    private static final String SHOWN = "7  2026-01-02T03:04:05Z  a@b  note  s/r  evt_1\n";
    private static final String CONTENT = "--- a\r\n+++ b\n\t\n+é☃";

    @TempDir
    private Path dir;

    private NodeStub node;

    @BeforeEach
    void start() throws IOException {
        node = new NodeStub();
    }

    @AfterEach
    void stop() {
        node.close();
    }

    private static String stored() {
        byte[] bytes = CONTENT.getBytes(StandardCharsets.UTF_8);
        return "{\"id\":\"art_1\",\"kind\":\"patch\",\"sha256\":\""
                + Digest.sha256(bytes).hex() + "\",\"size_bytes\":" + bytes.length
                + ",\"content\":\"--- a\\r\\n+++ b\\n\\t\\n+é☃\"}";
    }

    private static String shown() {
        return "art_1  patch  21 bytes  sha256 "
                + Digest.sha256(CONTENT.getBytes(StandardCharsets.UTF_8)).hex() + "\n";
    }

    private String file(String name, String content) throws IOException {
        return Files.writeString(dir.resolve(name), content).toString();
    }

    // ---- ack

    @Test
    void anAcknowledgementNamesItsTargetInThePath() {
        node.answering("{\"event\":" + EVENT + ",\"warnings\":[\"w\"]}");
        Ran ran = Ran.at(node).run("ack", "evt/ 1", "--from=a@b", "--status=applied", "--key=k", "--body=done");
        assertThat(ran).isEqualTo(new Ran(0, SHOWN, "meshlog: warning: w\n"));
        assertThat(node.onlyRequest().target()).isEqualTo("/logstream/events/evt%2F%201/ack");
        assertThat(node.onlyRequest().body())
                .isEqualTo(
                        "{\"from_agent\":\"a@b\",\"status\":\"applied\",\"idempotency_key\":\"k\",\"body\":\"done\"}");
    }

    @Test
    void anAcknowledgementNeedsATargetAndAnAuthor() {
        assertThat(Ran.at(node).run("ack", "--from=a@b").code()).isEqualTo(64);
        assertThat(Ran.at(node).run("ack", "evt_1").code()).isEqualTo(64);
        assertThat(node.requests()).isEmpty();
        node.refusing(404, "{\"title\":\"Not found\",\"detail\":\"no event of that id\"}");
        assertThat(Ran.at(node).run("ack", "evt_1", "--from=a@b"))
                .isEqualTo(new Ran(1, "", "meshlog: Not found: no event of that id\n"));
    }

    // ---- patch

    @Test
    @Tag("case-J08")
    void aPatchIsSentAsItIsFromAFileAndFromStdin() throws IOException {
        node.answering("{\"artifact\":" + stored() + ",\"event\":" + EVENT + ",\"warnings\":[]}");
        String json = "{\"from_agent\":\"a@b\",\"stream\":\"s\",\"room\":\"r\",\"metadata\":{\"n\": 1.0},"
                + "\"content\":\"--- a\\r\\n+++ b\\n\\t\\n+é☃\"}";
        String[] options = {"--stream=s", "--room=r", "--from=a@b", "--metadata={\"n\": 1.0}"};
        Ran ran = Ran.at(node).run(java.util.List.of("patch", file("p", CONTENT)), options);
        assertThat(ran).isEqualTo(new Ran(0, shown() + SHOWN, ""));
        Ran.at(node).stdin(CONTENT.getBytes(StandardCharsets.UTF_8)).run(java.util.List.of("patch"), options);
        Ran.at(node).stdin(CONTENT.getBytes(StandardCharsets.UTF_8)).run(java.util.List.of("patch", "-"), options);
        assertThat(node.requests()).hasSize(3).allSatisfy(request -> {
            assertThat(request.target()).isEqualTo("/logstream/patches");
            assertThat(request.body()).isEqualTo(json);
        });
    }

    @Test
    void whatIsNoTextIsNotSent() throws IOException {
        Path bytes = Files.write(dir.resolve("bytes"), new byte[] {'a', (byte) 0xff});
        Ran ran = Ran.at(node).run("patch", bytes.toString(), "--stream=s", "--from=a@b");
        assertThat(ran.code()).isEqualTo(64);
        assertThat(ran.err()).contains("not valid UTF-8 at byte 1");
        assertThat(Ran.at(node)
                        .run("patch", dir + "/none", "--stream=s", "--from=a@b")
                        .code())
                .isEqualTo(64);
        assertThat(node.requests()).isEmpty();
    }

    // ---- artifacts

    @Test
    void anArtifactIsOfTheKindThatIsSaid() throws IOException {
        node.answering("{\"artifact\":" + stored() + ",\"warnings\":[]}");
        String file = file("x.diff", "x");
        String log = file("noend", "x");
        assertThat(Ran.at(node).run("artifact", "put", file, "--from=a@b", "--key=k"))
                .isEqualTo(new Ran(0, shown(), ""));
        Ran.at(node).run("artifact", "put", file, "--from=a@b", "--kind=log");
        Ran.at(node).run("artifact", "put", file, "--from=a@b", "--kind=guess");
        Ran.at(node).run("artifact", "put", log, "--from=a@b", "--kind=guess");
        assertThat(node.requests())
                .extracting(NodeStub.Request::body)
                .containsExactly(
                        "{\"kind\":\"file\",\"created_by\":\"a@b\",\"idempotency_key\":\"k\",\"content\":\"x\"}",
                        "{\"kind\":\"log\",\"created_by\":\"a@b\",\"content\":\"x\"}",
                        "{\"kind\":\"patch\",\"created_by\":\"a@b\",\"content\":\"x\"}",
                        "{\"kind\":\"file\",\"created_by\":\"a@b\",\"content\":\"x\"}");
    }

    @Test
    @Tag("case-X07")
    void anArtifactIsWrittenWhereItsReaderSaysAndOverNothing() throws IOException {
        node.answering("{\"artifact\":" + stored() + "}");
        assertThat(Ran.at(node).run("artifact", "get", "../art_1")).isEqualTo(new Ran(0, CONTENT, ""));
        assertThat(node.onlyRequest().target()).isEqualTo("/logstream/artifacts/..%2Fart_1");
        Path out = dir.resolve("out");
        assertThat(Ran.at(node).run("artifact", "get", "art_1", "-o", out.toString()))
                .isEqualTo(new Ran(0, shown(), ""));
        assertThat(Files.readAllBytes(out)).isEqualTo(CONTENT.getBytes(StandardCharsets.UTF_8));
        Files.writeString(out, "mine");
        Ran again = Ran.at(node).run("artifact", "get", "art_1", "-o", out.toString());
        assertThat(again.code()).isEqualTo(64);
        assertThat(Files.readString(out)).isEqualTo("mine");
        assertThat(Ran.at(node)
                        .run("artifact", "get", "art_1", "--force", "-o", out.toString())
                        .code())
                .isZero();
        assertThat(Files.readString(out)).isEqualTo(CONTENT);
    }

    @Test
    void contentThatIsNotWhatItsDigestSaysIsNotWritten() {
        node.answering("{\"artifact\":" + stored().replace("+++", "---") + "}");
        Path out = dir.resolve("out");
        assertThat(Ran.at(node)
                        .run("artifact", "get", "art_1", "-o", out.toString())
                        .code())
                .isEqualTo(1);
        assertThat(out).doesNotExist();
    }

    @Test
    void artifactAloneSaysWhatItTakes() {
        assertThat(Ran.at(node).run("artifact").code()).isEqualTo(64);
        assertThat(Ran.at(node).run("artifact", "put", "--help").out()).contains("--kind");
    }

    // ---- batches

    @Test
    void aBatchIsTheLinesAsTheyAre() throws IOException {
        node.answering("{\"events\":[" + EVENT + "," + EVENT + "],\"warnings\":[]}");
        String lines = "{\"type\":\"a\",\"metadata\":{\"n\":1.0}}\r\n\n{\"type\":\"b\"}";
        Ran ran = Ran.at(node).run("append", "--batch", file("lines", lines));
        assertThat(ran).isEqualTo(new Ran(0, SHOWN + SHOWN, ""));
        assertThat(node.onlyRequest().target()).isEqualTo("/logstream/events/batch");
        assertThat(node.onlyRequest().body())
                .isEqualTo("{\"events\":[{\"type\":\"a\",\"metadata\":{\"n\":1.0}},{\"type\":\"b\"}]}");
    }

    @Test
    void aLineThatIsNoEventIsNamedAndNothingIsSent() {
        Ran ran =
                Ran.at(node).stdin("{}\n[]\n".getBytes(StandardCharsets.UTF_8)).run("append", "--batch=-");
        assertThat(ran).isEqualTo(new Ran(64, "", "meshlog: --batch: line 2 is not one JSON object\n"));
        assertThat(Ran.at(node).run("append", "--batch=-", "--key=k").code()).isEqualTo(64);
        assertThat(node.requests()).isEmpty();
    }
}
