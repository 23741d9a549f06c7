package io.meshlog.node.cli.write;

import io.meshlog.node.cli.CommandFailed;
import io.meshlog.node.cli.Terminal;
import io.meshlog.op.Limits;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The body, byte for byte: nothing is trimmed, no line end is changed or added. */
final class BodyOptions {
    @Spec(Spec.Target.MIXEE)
    private @Nullable CommandSpec command;

    @Option(names = "--body", paramLabel = "TEXT", description = "the body")
    private @Nullable String body;

    @Option(names = "--body-file", paramLabel = "FILE", description = "the body, exactly as in the file; - is stdin")
    private @Nullable String file;

    /** The body, or null where none is given. */
    @Nullable
    String text(Terminal terminal) throws CommandFailed {
        boolean both = body != null && file != null;
        if (both && isFlag("--body") == isFlag("--body-file")) {
            throw CommandFailed.usage("--body and --body-file are both given; an event has one body");
        }
        return file == null || both && isFlag("--body")
                ? body
                : ExactText.read(
                        "--body-file",
                        file,
                        terminal.in(),
                        Limits.BODY_BYTES_MAX,
                        "a body may have; put it into an artifact");
    }

    /** Given on the command line; otherwise it came from the environment, which a flag beats. */
    private boolean isFlag(String option) {
        return command != null && command.commandLine().getParseResult().hasMatchedOption(option);
    }
}
