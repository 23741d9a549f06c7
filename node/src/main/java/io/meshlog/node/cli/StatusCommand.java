package io.meshlog.node.cli;

import picocli.CommandLine.Command;

/** {@code status}: how the node is. */
@Command(name = "status", description = "Shows how the node is: its replica, its log, its peers.")
public final class StatusCommand extends ClientCommand {
    public StatusCommand(Terminal terminal) {
        super(terminal);
    }

    @Override
    int run(Api api, boolean json) throws CommandFailed {
        Answer answer = api.get("/statusz", new Query());
        if (json) {
            terminal().document(answer.json());
        } else {
            lines(StatusLines.of(answer.document()));
        }
        return ExitCode.DONE;
    }
}
