package io.meshlog.node.cli.operate;

import io.meshlog.node.cli.CommandFailed;
import io.meshlog.node.cli.ExitCode;
import io.meshlog.node.cli.Terminal;
import io.meshlog.node.cli.client.Answer;
import io.meshlog.node.cli.client.Api;
import io.meshlog.node.cli.client.ClientCommand;
import io.meshlog.node.cli.client.Query;
import io.meshlog.node.cli.lines.StatusLines;
import picocli.CommandLine.Command;

/** {@code status}: how the node is. */
@Command(name = "status", description = "Shows how the node is: its replica, its log, its peers.")
public final class StatusCommand extends ClientCommand {
    public StatusCommand(Terminal terminal) {
        super(terminal);
    }

    @Override
    protected int run(Api api, boolean json) throws CommandFailed {
        Answer answer = api.get("/statusz", new Query());
        if (json) {
            terminal().document(answer.json());
        } else {
            lines(StatusLines.of(answer.document()));
        }
        return ExitCode.DONE;
    }
}
