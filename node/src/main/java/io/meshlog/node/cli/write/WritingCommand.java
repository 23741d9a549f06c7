package io.meshlog.node.cli.write;

import io.meshlog.node.cli.CommandFailed;
import io.meshlog.node.cli.ExitCode;
import io.meshlog.node.cli.Terminal;
import io.meshlog.node.cli.client.Answer;
import io.meshlog.node.cli.client.Api;
import io.meshlog.node.cli.client.ClientCommand;
import io.meshlog.node.cli.client.Document;
import io.meshlog.node.cli.lines.Warnings;
import java.util.List;

/** A command that stores something and shows what the node made of it. Confined to one thread. */
public abstract class WritingCommand extends ClientCommand {
    protected WritingCommand(Terminal terminal) {
        super(terminal);
    }

    /** Durable once this returns. */
    protected abstract Answer write(Api api) throws CommandFailed;

    /** What was stored, for people. */
    protected abstract List<String> lines(Document answer);

    @Override
    protected final int run(Api api, boolean json) throws CommandFailed {
        Answer answer = write(api);
        if (json) {
            terminal().document(answer.json());
        } else {
            lines(lines(answer.document()));
            for (String warning : Warnings.of(answer.document())) {
                terminal().note("warning: " + warning);
            }
        }
        return ExitCode.DONE;
    }
}
