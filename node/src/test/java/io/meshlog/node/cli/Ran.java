package io.meshlog.node.cli;

import io.meshlog.node.cli.artifact.ArtifactCommand;
import io.meshlog.node.cli.follow.WaitCommand;
import io.meshlog.node.cli.follow.WatchCommand;
import io.meshlog.node.cli.operate.PeersCommand;
import io.meshlog.node.cli.operate.StatusCommand;
import io.meshlog.node.cli.operate.SyncCommand;
import io.meshlog.node.cli.read.AgentsCommand;
import io.meshlog.node.cli.read.ConflictsCommand;
import io.meshlog.node.cli.read.ListCommand;
import io.meshlog.node.cli.read.MailboxCommand;
import io.meshlog.node.cli.read.ThreadsCommand;
import io.meshlog.node.cli.write.AckCommand;
import io.meshlog.node.cli.write.AppendCommand;
import io.meshlog.node.cli.write.PatchCommand;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** How a command ended: its exit code, and what it wrote. */
public record Ran(int code, String out, String err) {

    /** A command and what surrounds it. */
    public record Setting(Map<String, String> environment, byte[] stdin) {
        public Setting with(String variable, String value) {
            Map<String, String> more = new TreeMap<>(environment);
            more.put(variable, value);
            return new Setting(more, stdin);
        }

        public Setting stdin(byte[] bytes) {
            return new Setting(environment, bytes);
        }

        public Ran run(String... args) {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            ByteArrayOutputStream err = new ByteArrayOutputStream();
            Terminal terminal = new Terminal(environment, new ByteArrayInputStream(stdin), out, err);
            List<Object> commands = List.of(
                    new AppendCommand(terminal),
                    new AckCommand(terminal),
                    new PatchCommand(terminal),
                    ArtifactCommand.of(terminal),
                    new ListCommand(terminal),
                    new WaitCommand(terminal),
                    new WatchCommand(terminal),
                    new MailboxCommand(terminal),
                    new ThreadsCommand(terminal),
                    new AgentsCommand(terminal),
                    new ConflictsCommand(terminal),
                    new StatusCommand(terminal),
                    new PeersCommand(terminal),
                    new SyncCommand(terminal));
            int code = new CommandShell(terminal, commands).run(args);
            return new Ran(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
        }

        /** With {@code more} behind the arguments. */
        public Ran run(List<String> args, String... more) {
            List<String> all = new ArrayList<>(args);
            all.addAll(List.of(more));
            return run(all.toArray(String[]::new));
        }
    }

    public static Setting nowhere() {
        return new Setting(Map.of(), new byte[0]);
    }

    public static Setting at(NodeStub node) {
        return nowhere().with("MESHLOG_URL", node.url());
    }

    public List<String> lines() {
        return out.lines().toList();
    }
}
