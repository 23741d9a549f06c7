package io.meshlog.node.cli;

import io.meshlog.op.Limits;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code patch}: a patch, byte for byte, and the event that says that it is ready. */
@Command(name = "patch", description = "Hands in a patch, as git diff writes it, and says that it is ready.")
public final class PatchCommand extends ClientCommand {
    @Parameters(
            paramLabel = "FILE",
            arity = "0..1",
            defaultValue = "-",
            description = "the patch, exactly as in the file; stdin where none is given, or for -")
    private String file = "-";

    @Option(names = "--stream", paramLabel = "NAME", required = true, description = "the stream")
    private String stream = "";

    @Option(names = "--room", paramLabel = "NAME", description = "the room in it (patches)")
    private @Nullable String room;

    @Mixin
    private WriterOption writer = new WriterOption();

    @Option(names = "--to", paramLabel = "AGENT", description = "whom it is for")
    private @Nullable String to;

    @Option(names = "--topic", paramLabel = "TOPIC", description = "what it is about, in a few words")
    private @Nullable String topic;

    @Option(names = "--correlation", paramLabel = "ID", description = "the thread that it belongs to")
    private @Nullable String correlation;

    @Option(names = "--branch", paramLabel = "NAME", description = "of the code")
    private @Nullable String branch;

    @Option(names = "--base-commit", paramLabel = "ID", description = "of the code")
    private @Nullable String baseCommit;

    @Option(names = "--metadata", paramLabel = "JSON", description = "a JSON object, kept literally")
    private @Nullable String metadata;

    @Mixin
    private BodyOptions body = new BodyOptions();

    @Mixin
    private KeyOption key = new KeyOption();

    public PatchCommand(Terminal terminal) {
        super(terminal);
    }

    @Override
    int run(Api api, boolean json) throws CommandFailed {
        String draft = new JsonObject()
                .text("from_agent", writer.agent())
                .text("stream", stream)
                .text("room", room)
                .text("to_agent", to)
                .text("topic", topic)
                .text("correlation_id", correlation)
                .text("branch", branch)
                .text("base_commit", baseCommit)
                .literal("metadata", JsonObject.checked("--metadata", metadata))
                .text("body", body.text(terminal()))
                .text("idempotency_key", key.key())
                .text(
                        "content",
                        ExactText.read(
                                "FILE", file, terminal().in(), Limits.ARTIFACT_BYTES_MAX, "an artifact may have"))
                .toString();
        Answer answer = api.post("/logstream/patches", draft, Api.ANSWER_TIME);
        if (!json) {
            lines(ArtifactLines.of(answer.document().object("artifact")));
        }
        return written(answer, json, List.of(answer.document().object("event")));
    }
}
