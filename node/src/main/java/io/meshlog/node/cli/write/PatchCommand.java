package io.meshlog.node.cli.write;

import io.meshlog.node.cli.CommandFailed;
import io.meshlog.node.cli.Terminal;
import io.meshlog.node.cli.client.Answer;
import io.meshlog.node.cli.client.Api;
import io.meshlog.node.cli.client.Document;
import io.meshlog.node.cli.lines.ArtifactLines;
import io.meshlog.node.cli.lines.EventLines;
import io.meshlog.node.json.JsonOut;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code patch}: a patch, byte for byte, and the event that says that it is ready. */
@Command(name = "patch", description = "Hands in a patch, as git diff writes it, and says that it is ready.")
public final class PatchCommand extends WritingCommand {
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

    @Mixin
    private SubjectOptions subject = new SubjectOptions();

    @Mixin
    private MetadataOption metadata = new MetadataOption();

    @Mixin
    private BodyOptions body = new BodyOptions();

    @Mixin
    private KeyOption key = new KeyOption();

    public PatchCommand(Terminal terminal) {
        super(terminal);
    }

    @Override
    protected Answer write(Api api) throws CommandFailed {
        JsonOut draft = new JsonOut()
                .text("from_agent", writer.agent())
                .text("stream", stream)
                .given("room", room)
                .given("to_agent", to);
        subject.in(draft)
                .givenJson("metadata", metadata.json())
                .given("body", body.text(terminal()))
                .given("idempotency_key", key.key())
                .text("content", ExactText.content(file, terminal().in()));
        return api.post("/logstream/patches", draft.build(), Api.ANSWER_TIME);
    }

    @Override
    protected List<String> lines(Document answer) {
        List<String> lines = new ArrayList<>(ArtifactLines.of(answer.object("artifact")));
        lines.addAll(EventLines.of(List.of(answer.object("event"))));
        return lines;
    }
}
