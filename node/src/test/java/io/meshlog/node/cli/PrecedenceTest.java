package io.meshlog.node.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A flag beats the environment, the environment beats the default (spec §11). */
class PrecedenceTest {
    private NodeStub node;

    @BeforeEach
    void start() throws IOException {
        node = new NodeStub().answering("{\"events\":[],\"more\":false}");
    }

    @AfterEach
    void stop() {
        node.close();
    }

    private String asked(Ran.Setting setting, String... args) {
        Ran ran = setting.run(args);
        assertThat(ran.code()).as(ran.err()).isZero();
        return node.requests().get(node.requests().size() - 1).target();
    }

    @Test
    void theEnvironmentGivesWhatNoFlagGives() {
        Ran.Setting setting =
                Ran.at(node).with("MESHLOG_SINCE_CREATED_AT", "2026").with("MESHLOG_LIMIT", "3");
        assertThat(asked(setting, "list")).isEqualTo("/logstream/events?since_created_at=2026&limit=3");
        assertThat(asked(setting, "list", "--limit=4")).isEqualTo("/logstream/events?since_created_at=2026&limit=4");
    }

    @Test
    void aFlagReplacesAllValuesOfTheEnvironment() {
        Ran.Setting setting = Ran.at(node).with("MESHLOG_STREAM", "a,b c,\"d\"");
        assertThat(asked(setting, "list")).isEqualTo("/logstream/events?stream=a&stream=b%20c&stream=%22d%22");
        assertThat(asked(setting, "list", "--stream=x,y")).isEqualTo("/logstream/events?stream=x%2Cy");
    }

    @Test
    void anEmptyVariableIsNotSet() {
        Ran.Setting setting = Ran.at(node).with("MESHLOG_LIMIT", "").with("MESHLOG_TOKEN", "");
        assertThat(asked(setting, "list")).isEqualTo("/logstream/events");
        assertThat(node.onlyRequest().authorization()).isNull();
    }

    @Test
    void aVariableIsTakenAsItStands() {
        assertThat(asked(Ran.at(node).with("MESHLOG_SINCE_EVENT", "$$${sys:user.home}\\"), "list"))
                .isEqualTo("/logstream/events?since_event_id=%24%24%24%7Bsys%3Auser.home%7D%5C");
    }

    @Test
    void aSwitchMayComeFromTheEnvironmentAndTheFlagStillMeansYes() {
        Ran.Setting on = Ran.at(node).with("MESHLOG_PREVIEW", "true");
        assertThat(asked(on, "list")).isEqualTo("/logstream/events?preview=true");
        assertThat(asked(on, "list", "--preview")).isEqualTo("/logstream/events?preview=true");
        Ran.Setting off = Ran.at(node).with("MESHLOG_PREVIEW", "false");
        assertThat(asked(off, "list")).isEqualTo("/logstream/events");
        assertThat(asked(off, "list", "--preview")).isEqualTo("/logstream/events?preview=true");
    }

    @Test
    void aWrongVariableIsNamed() {
        Ran ran = Ran.at(node).with("MESHLOG_LIMIT", "many").run("list");
        assertThat(ran.code()).isEqualTo(64);
        assertThat(ran.err())
                .contains("'many' is not an int (from MESHLOG_LIMIT)")
                .hasLineCount(1);
    }

    @Test
    void theNodesAddressHasADefault() {
        assertThat(Ran.nowhere().run("list", "--help").out()).contains("http://127.0.0.1:8787");
    }

    @Test
    void theTokenComesFromAFileUnlessAVariableHoldsIt(@TempDir Path dir) throws IOException {
        Path file = Files.writeString(dir.resolve("token"), "of-the-file\n");
        Ran.Setting setting = Ran.at(node).with("MESHLOG_TOKEN_FILE", file.toString());
        asked(setting, "list");
        asked(setting.with("MESHLOG_TOKEN", "of-the-variable"), "list");
        assertThat(node.requests().stream().map(NodeStub.Request::authorization))
                .containsExactly("Bearer of-the-file", "Bearer of-the-variable");
    }

    @Test
    void aTokenThatNoHeaderCanCarryIsUsage(@TempDir Path dir) throws IOException {
        Path two = Files.writeString(dir.resolve("two"), "s3cret one\n");
        Path none = Files.writeString(dir.resolve("none"), " \n");
        for (Path file : new Path[] {two, none, dir.resolve("missing")}) {
            Ran ran = Ran.at(node).with("MESHLOG_TOKEN_FILE", file.toString()).run("list");
            assertThat(ran.code()).isEqualTo(64);
            assertThat(ran.err())
                    .contains("MESHLOG_TOKEN_FILE")
                    .doesNotContain("s3cret")
                    .hasLineCount(1);
        }
        assertThat(node.requests()).isEmpty();
    }
}
