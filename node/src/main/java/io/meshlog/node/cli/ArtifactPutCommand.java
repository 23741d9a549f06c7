package io.meshlog.node.cli;

import io.meshlog.op.Limits;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code artifact put}: a file's content under an id of its own. */
@Command(name = "put", description = "Stores a file's content; it is on disk when the command returns.")
public final class ArtifactPutCommand extends ClientCommand {
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

    @Option(names = "--metadata", paramLabel = "JSON", description = "a JSON object, kept literally")
    private @Nullable String metadata;

    @Mixin
    private KeyOption key = new KeyOption();

    public ArtifactPutCommand(Terminal terminal) {
        super(terminal);
    }

    @Override
    int run(Api api, boolean json) throws CommandFailed {
        String draft = new JsonObject()
                .text("kind", kind.equals(GUESS) ? guessed() : kind)
                .text("created_by", writer.agent())
                .literal("metadata", JsonObject.checked("--metadata", metadata))
                .text("idempotency_key", key.key())
                .text(
                        "content",
                        ExactText.read(
                                "FILE", file, terminal().in(), Limits.ARTIFACT_BYTES_MAX, "an artifact may have"))
                .toString();
        Answer answer = api.post("/logstream/artifacts", draft, Api.ANSWER_TIME);
        if (!json) {
            lines(ArtifactLines.of(answer.document().object("artifact")));
        }
        return written(answer, json, List.of());
    }

    private String guessed() {
        String name = file.toLowerCase(Locale.ROOT);
        return KINDS.getOrDefault(name.substring(name.lastIndexOf('.') + 1), "file");
    }
}
