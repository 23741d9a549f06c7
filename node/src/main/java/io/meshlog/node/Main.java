package io.meshlog.node;

import io.meshlog.node.cli.AckCommand;
import io.meshlog.node.cli.AgentsCommand;
import io.meshlog.node.cli.AppendCommand;
import io.meshlog.node.cli.ArtifactCommand;
import io.meshlog.node.cli.CommandShell;
import io.meshlog.node.cli.ConflictsCommand;
import io.meshlog.node.cli.ListCommand;
import io.meshlog.node.cli.MailboxCommand;
import io.meshlog.node.cli.PatchCommand;
import io.meshlog.node.cli.PeersCommand;
import io.meshlog.node.cli.StatusCommand;
import io.meshlog.node.cli.SyncCommand;
import io.meshlog.node.cli.Terminal;
import io.meshlog.node.cli.ThreadsCommand;
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
