package io.meshlog.node.cli;

import java.util.List;

/** A command that stores something and shows what the node made of it. Confined to one thread. */
abstract class WritingCommand extends ClientCommand {
    WritingCommand(Terminal terminal) {
        super(terminal);
    }

    /** Durable once this returns. */
    abstract Answer write(Api api) throws CommandFailed;

    /** What was stored, for people. */
    abstract List<String> lines(Document answer);

    @Override
    final int run(Api api, boolean json) throws CommandFailed {
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
