package io.meshlog.node.cli.artifact;

import io.meshlog.node.cli.CommandFailed;
import io.meshlog.node.cli.ExitCode;
import io.meshlog.node.cli.Terminal;
import io.meshlog.node.cli.client.Answer;
import io.meshlog.node.cli.client.Api;
import io.meshlog.node.cli.client.ClientCommand;
import io.meshlog.node.cli.client.Document;
import io.meshlog.node.cli.client.Query;
import io.meshlog.node.cli.lines.ArtifactLines;
import io.meshlog.op.Digest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code artifact get}: an artifact's content, into a file that the caller names, or to stdout. */
@Command(name = "get", description = "Fetches an artifact's content, to stdout or into a file.")
public final class ArtifactGetCommand extends ClientCommand {
    @Parameters(paramLabel = "ID", description = "the artifact")
    private String id = "";

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "a new file to write; stdout where none is given, or for -")
    private @Nullable String output;

    @Option(names = "--force", fallbackValue = "true", description = "write the file though it exists")
    private boolean force;

    public ArtifactGetCommand(Terminal terminal) {
        super(terminal);
    }

    @Override
    protected int run(Api api, boolean json) throws CommandFailed {
        Answer answer = api.get("/logstream/artifacts/" + Query.encoded(id), new Query());
        Document artifact = answer.document().object("artifact");
        boolean isFile = output != null && !output.equals("-");
        if (json && !isFile) {
            terminal().document(answer.json());
            return ExitCode.DONE;
        }
        byte[] content = content(artifact);
        if (output == null || !isFile) {
            terminal().content(content);
            return ExitCode.DONE;
        }
        write(output, content);
        if (json) {
            terminal().document(answer.json());
        } else {
            lines(ArtifactLines.of(artifact));
        }
        return ExitCode.DONE;
    }

    private static byte[] content(Document artifact) throws CommandFailed {
        String text = artifact.text("content");
        byte[] content = (text == null ? "" : text).getBytes(StandardCharsets.UTF_8);
        String said = artifact.text("sha256");
        String is = Digest.sha256(content).hex();
        if (text == null || !is.equals(said)) {
            throw CommandFailed.refused("the node answered with content of sha256 " + is + " for an artifact of sha256 "
                    + said + "; nothing was written");
        }
        return content;
    }

    private void write(String file, byte[] content) throws CommandFailed {
        List<OpenOption> how = force
                ? List.of(StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)
                : List.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        try {
            Files.write(Path.of(file), content, how.toArray(new OpenOption[0]));
        } catch (FileAlreadyExistsException e) {
            throw CommandFailed.usage("--output: " + file + " exists; --force writes it all the same");
        } catch (IOException | InvalidPathException e) {
            throw CommandFailed.usage(
                    "--output: cannot write " + file + " (" + e.getClass().getSimpleName() + ")");
        }
    }
}
