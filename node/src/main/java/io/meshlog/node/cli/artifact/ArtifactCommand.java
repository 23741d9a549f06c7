package io.meshlog.node.cli.artifact;

import io.meshlog.node.cli.Terminal;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code artifact}: exact content beside the events. */
@Command(
        name = "artifact",
        description = "Stores and fetches artifacts, byte for byte.",
        synopsisSubcommandLabel = "(put | get)")
public final class ArtifactCommand {
    private ArtifactCommand() {}

    /** With its subcommands. */
    public static CommandLine of(Terminal terminal) {
        return new CommandLine(new ArtifactCommand())
                .addSubcommand(new ArtifactPutCommand(terminal))
                .addSubcommand(new ArtifactGetCommand(terminal));
    }
}
