package io.meshlog.node.cli.write;

import io.meshlog.node.cli.CommandFailed;
import io.meshlog.node.cli.FromVariable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Who writes. Never guessed: a wrong name would send the answers to somebody else. */
public final class WriterOption {
    @Option(
            names = "--from",
            paramLabel = "AGENT",
            description =
                    "who writes, as <harness>@<device>; else MESHLOG_AGENT; never guessed. Where both are given and"
                            + " differ, the node warns that answers go to this one")
    @FromVariable({"MESHLOG_FROM", "MESHLOG_AGENT"})
    private @Nullable String from;

    public String agent() throws CommandFailed {
        if (from == null || from.isBlank()) {
            throw CommandFailed.usage("who writes? Give --from <harness>@<device> or set MESHLOG_AGENT");
        }
        return from;
    }
}
