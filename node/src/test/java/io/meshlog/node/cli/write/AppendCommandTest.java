package io.meshlog.node.cli.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlog.node.cli.NodeStub;
import io.meshlog.node.cli.Ran;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code append} sends what it was given, byte for byte, and nothing that it was not given (spec §3.1, §11). */
class AppendCommandTest {
    private static final List<String> LEAST =
            List.of("append", "--stream", "s", "--room", "r", "--type", "note", "--from", "a@b");
    private static final String LEAST_JSON =
            "{\"type\":\"note\",\"stream\":\"s\",\"room\":\"r\",\"from_agent\":\"a@b\"";
    private static final String STORED = """
            {"event":{"id":"evt_1","type":"note","stream":"s","room":"r","from_agent":"a@b","to_agent":null,\
            "created_at":"2026-01-02T03:04:05Z","status":"","body":"hello\\nworld","seq":7},\
            "warnings":["nobody is called c@d",{"code":"x","message":"one\\u001b[31m device"}]}""";

    @TempDir
    private Path dir;

    private NodeStub node;

    @BeforeEach
    void start() throws IOException {
        node = new NodeStub().answering(STORED);
    }

    @AfterEach
    void stop() {
        node.close();
    }

    private String sent(String... more) {
        Ran ran = Ran.at(node).run(LEAST, more);
        assertThat(ran.err()).doesNotContain("see meshlog");
        assertThat(ran.code()).isZero();
        return node.onlyRequest().body();
    }

    private String sentBody(byte[] bytes) throws IOException {
        Path file = Files.write(dir.resolve("body"), bytes);
        return sent("--body-file", file.toString());
    }

    @Test
    void sendsWhatIsGivenAndNothingElse() {
        assertThat(sent()).isEqualTo(LEAST_JSON + "}");
        assertThat(node.onlyRequest().method()).isEqualTo("POST");
        assertThat(node.onlyRequest().target()).isEqualTo("/logstream/events");
    }

    @Test
    void sendsEveryField() {
        String json = sent(
                "--to=*",
                "--topic=t, u",
                "--correlation=c",
                "--branch=main",
                "--base-commit=abc",
                "--status=open",
                "--artifact=art_1",
                "--artifact=art_2,\"3\"",
                "--metadata={\"n\": 1.0, \"big\": 12345678901234567890}",
                "--idempotency-key=k",
                "--body=b");
        assertThat(json).isEqualTo(LEAST_JSON + """
                        ,"to_agent":"*","topic":"t, u","correlation_id":"c","branch":"main","base_commit":"abc",\
                        "status":"open","artifact_ids":["art_1","art_2,\\"3\\""],\
                        "metadata":{"n": 1.0, "big": 12345678901234567890},"idempotency_key":"k","body":"b"}""");
    }

    @Test
    void showsTheEventAndItsWarnings() {
        Ran ran = Ran.at(node).run(LEAST);
        assertThat(ran.out()).isEqualTo("""
                        7  2026-01-02T03:04:05Z  a@b  note  s/r  evt_1
                            hello …
                        """);
        assertThat(ran.err()).isEqualTo("""
                        meshlog: warning: nobody is called c@d
                        meshlog: warning: one\\u001b[31m device
                        """);
    }

    @Test
    void jsonIsTheAnswerAsItCame() {
        assertThat(Ran.at(node).run(LEAST, "--json")).isEqualTo(new Ran(0, STORED + "\n", ""));
    }

    @Test
    void aBodyOnTheCommandLineIsItself() {
        assertThat(sent("--body", "@/etc/passwd \\t ${user.home} 'x' \"y\" é☃\n"))
                .endsWith(",\"body\":\"@/etc/passwd \\\\t ${user.home} 'x' \\\"y\\\" é☃\\n\"}");
    }

    @Test
    void anEmptyBodyIsABody() {
        assertThat(sent("--body=")).endsWith(",\"body\":\"\"}");
    }

    @Test
    void aFileIsSentWithItsMarkItsLineEndsAndWithoutANewOne() throws IOException {
        assertThat(sentBody("\ufeff a\r\n\tb\n\n ".getBytes(StandardCharsets.UTF_8)))
                .endsWith(",\"body\":\"\ufeff a\\r\\n\\tb\\n\\n \"}");
    }

    @Test
    void stdinIsSentAsItComes() {
        Ran ran = Ran.at(node).stdin("x\r\n".getBytes(StandardCharsets.UTF_8)).run(LEAST, "--body-file", "-");
        assertThat(ran.code()).isZero();
        assertThat(node.onlyRequest().body()).endsWith(",\"body\":\"x\\r\\n\"}");
    }

    @Test
    void aFlagForTheBodyBeatsAVariableForItsFile() {
        Ran.Setting setting = Ran.at(node).with("MESHLOG_BODY_FILE", "/nowhere");
        assertThat(setting.run(LEAST, "--body=b").code()).isZero();
        Ran.Setting other = Ran.at(node).with("MESHLOG_BODY", "b").stdin(new byte[] {'c'});
        assertThat(other.run(LEAST, "--body-file=-").code()).isZero();
        assertThat(node.requests().get(0).body()).endsWith("\"body\":\"b\"}");
        assertThat(node.requests().get(1).body()).endsWith("\"body\":\"c\"}");
    }

    @Test
    void theWriterIsNeverGuessed() {
        Ran ran = Ran.at(node).run("append", "--stream=s", "--room=r", "--type=t");
        assertThat(ran.code()).isEqualTo(64);
        assertThat(ran.err()).contains("--from").contains("MESHLOG_AGENT").hasLineCount(1);
        assertThat(node.requests()).isEmpty();
    }

    @Test
    void theWriterMayComeFromTheEnvironment() {
        Ran.Setting setting = Ran.at(node).with("MESHLOG_AGENT", "pi@laptop");
        assertThat(setting.run("append", "--stream=s", "--room=r", "--type=t").code())
                .isZero();
        assertThat(node.onlyRequest().body()).contains("\"from_agent\":\"pi@laptop\"");
    }

    /** So that the node can say where answers go: to the name that was written under. */
    @Test
    void theNodeIsToldWhoTheCallerIsWhateverItWritesUnder() {
        Ran.Setting setting = Ran.at(node).with("MESHLOG_AGENT", "pi@läptop");
        assertThat(setting.run(LEAST).code()).isZero();
        assertThat(node.onlyRequest().body()).contains("\"from_agent\":\"a@b\"");
        assertThat(node.onlyRequest().agent()).isEqualTo("pi%40l%C3%A4ptop");
    }

    @Test
    void whoSaysNothingOfItselfIsNobody() {
        assertThat(Ran.at(node).run(LEAST).code()).isZero();
        assertThat(Ran.at(node).with("MESHLOG_AGENT", " ").run(LEAST).code()).isZero();
        assertThat(node.requests()).hasSize(2).allMatch(request -> request.agent() == null);
    }

    @Test
    void whatCannotBeSentAsItIsIsNotSent() throws IOException {
        Path broken = Files.write(dir.resolve("broken"), new byte[] {'a', 'b', (byte) 0xc3, '('});
        Path large = Files.write(dir.resolve("large"), new byte[262_145]);
        assertUsage("is not valid UTF-8 at byte 2", "--body-file", broken.toString());
        assertUsage("more than the 262144 bytes", "--body-file", large.toString());
        assertUsage("cannot read", "--body-file", dir.resolve("none").toString());
        assertUsage("one body", "--body-file", "-", "--body", "b");
        assertUsage("one JSON object", "--metadata", "{},\"type\":\"forged\"");
        assertUsage("one JSON object", "--metadata", "{} {}");
        assertUsage("one JSON object", "--metadata", "[1]");
        assertThat(node.requests()).isEmpty();
    }

    private void assertUsage(String said, String... more) {
        Ran ran = Ran.at(node).run(LEAST, more);
        assertThat(ran.code()).isEqualTo(64);
        assertThat(ran.err()).contains(said).hasLineCount(1);
    }
}
