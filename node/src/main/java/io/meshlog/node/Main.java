package io.meshlog.node;

import io.meshlog.node.cli.CommandShell;
import io.meshlog.node.cli.Terminal;
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
import io.meshlog.node.demo.DemoCommand;
import java.util.List;

/** The program: one name, many commands. */
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        Terminal terminal = Terminal.ofProcess();
        System.exit(new CommandShell(terminal, commands(terminal)).run(args));
    }

    /** In the order in which the help shows them. */
    static List<Object> commands(Terminal terminal) {
        return List.of(
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
                new SyncCommand(terminal),
                new ServeCommand(terminal),
                new DemoCommand(terminal));
    }
}
