package io.meshlog.node.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlog.node.cli.CommandShell;
import io.meshlog.node.cli.Terminal;
import io.meshlog.node.demo.DemoCommand;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the README shows first. */
class DemoIT {
    @Test
    void threeReplicasGiveOneAnswerAfterAPartition() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Terminal terminal = new Terminal(Map.of(), new ByteArrayInputStream(new byte[0]), out, err);
        int code = new CommandShell(terminal, List.of(new DemoCommand(terminal))).run("demo");
        String shown = out.toString(StandardCharsets.UTF_8);
        assertThat(err.toString(StandardCharsets.UTF_8)).isEmpty();
        assertThat(code).as(shown).isZero();
        assertThat(shown)
                .contains("site-a: 3 events   site-b: 3 events   site-c: 3 events")
                .contains("site-a: 5 events   site-b: 5 events   site-c: 5 events")
                .contains("The same answer everywhere.");
    }
}
