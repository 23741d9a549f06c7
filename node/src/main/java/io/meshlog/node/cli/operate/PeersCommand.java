package io.meshlog.node.cli.operate;

import io.meshlog.node.cli.CommandFailed;
import io.meshlog.node.cli.ExitCode;
import io.meshlog.node.cli.Terminal;
import io.meshlog.node.cli.client.Answer;
import io.meshlog.node.cli.client.Api;
import io.meshlog.node.cli.client.ClientCommand;
import io.meshlog.node.cli.client.Query;
import io.meshlog.node.cli.lines.PeerLines;
import picocli.CommandLine.Command;

/** {@code peers}: the replicas that the node exchanges with, and how that goes. */
@Command(name = "peers", description = "Shows the node's peers and how the rounds with them go.")
public final class PeersCommand extends ClientCommand {
    public PeersCommand(Terminal terminal) {
        super(terminal);
    }

    @Override
    protected int run(Api api, boolean json) throws CommandFailed {
        Answer answer = api.get("/sync/peers", new Query());
        if (json) {
            terminal().document(answer.json());
        } else {
            lines(PeerLines.of(answer.document().objects("peers")));
        }
        return ExitCode.DONE;
    }
}
