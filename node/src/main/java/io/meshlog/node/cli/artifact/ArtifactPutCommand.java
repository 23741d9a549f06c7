package io.meshlog.node.cli.artifact;

import io.meshlog.node.cli.CommandFailed;
import io.meshlog.node.cli.Terminal;
import io.meshlog.node.cli.client.Answer;
import io.meshlog.node.cli.client.Api;
import io.meshlog.node.cli.client.Document;
import io.meshlog.node.cli.lines.ArtifactLines;
import io.meshlog.node.cli.write.ExactText;
import io.meshlog.node.cli.write.KeyOption;
import io.meshlog.node.cli.write.MetadataOption;
import io.meshlog.node.cli.write.WriterOption;
import io.meshlog.node.cli.write.WritingCommand;
import io.meshlog.node.json.JsonOut;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code artifact put}: a file's content under an id of its own. */
@Command(name = "put", description = "Stores a file's content; it is on disk when the command returns.")
public final class ArtifactPutCommand extends WritingCommand {
    private static final String GUESS = "guess";
    private static final Map<String, String> KINDS =
            Map.of("patch", "patch", "diff", "patch", "log", "log", "json", "json", "md", "note");

    @Parameters(paramLabel = "FILE", description = "the content, exactly as in the file; - is stdin")
    private String file = "";

    @Option(
            names = "--kind",
            paramLabel = "KIND",
            defaultValue = "file",
            description = "patch, file, log, json or note (file); guess: by the end of the file's name")
    private String kind = "file";

    @Mixin
    private WriterOption writer = new WriterOption();

    @Mixin
    private MetadataOption metadata = new MetadataOption();

    @Mixin
    private KeyOption key = new KeyOption();

    public ArtifactPutCommand(Terminal terminal) {
        super(terminal);
    }

    @Override
    protected Answer write(Api api) throws CommandFailed {
        String draft = new JsonOut()
                .text("kind", kind.equals(GUESS) ? guessed() : kind)
                .text("created_by", writer.agent())
                .givenJson("metadata", metadata.json())
                .given("idempotency_key", key.key())
                .text("content", ExactText.content(file, terminal().in()))
                .build();
        return api.post("/logstream/artifacts", draft, Api.ANSWER_TIME);
    }

    @Override
    protected List<String> lines(Document answer) {
        return ArtifactLines.of(answer.object("artifact"));
    }

    private String guessed() {
        String name = file.toLowerCase(Locale.ROOT);
        return KINDS.getOrDefault(name.substring(name.lastIndexOf('.') + 1), "file");
    }
}
