package io.meshlog.node.cli.write;

import io.meshlog.node.cli.CommandFailed;
import io.meshlog.node.cli.EnvironmentDefaults;
import io.meshlog.node.cli.Terminal;
import io.meshlog.node.cli.client.Answer;
import io.meshlog.node.cli.client.Api;
import io.meshlog.node.cli.client.Document;
import io.meshlog.node.cli.lines.EventLines;
import io.meshlog.node.json.JsonOut;
import io.meshlog.op.Limits;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code append}: one event or a batch, durable when the command ends with 0. */
@Command(name = "append", description = "Appends one event, or a batch; it is on disk when the command returns.")
public final class AppendCommand extends WritingCommand {
    @Option(names = "--stream", paramLabel = "NAME", description = "the stream")
    private @Nullable String stream;

    @Option(names = "--room", paramLabel = "NAME", description = "the room in it")
    private @Nullable String room;

    @Option(names = "--type", paramLabel = "TYPE", description = "such as note, ask.review")
    private @Nullable String type;

    @Mixin
    private WriterOption writer = new WriterOption();

    @Option(names = "--to", paramLabel = "AGENT", description = "whom it is for; * is everybody")
    private @Nullable String to;

    @Mixin
    private SubjectOptions subject = new SubjectOptions();

    @Option(
            names = "--status",
            paramLabel = "STATUS",
            description = "open, claimed, ready, applied, blocked, failed or superseded")
    private @Nullable String status;

    @Mixin
    private MetadataOption metadata = new MetadataOption();

    @Option(
            names = "--artifact",
            paramLabel = "ID",
            split = EnvironmentDefaults.BETWEEN,
            splitSynopsisLabel = "",
            description = "an artifact that it names; repeat for more")
    private @Nullable List<String> artifacts;

    @Mixin
    private BodyOptions body = new BodyOptions();

    @Mixin
    private KeyOption key = new KeyOption();

    @Option(
            names = "--batch",
            paramLabel = "FILE",
            description = "events, a JSON object a line, all of them or none; - is stdin")
    private @Nullable String batch;

    public AppendCommand(Terminal terminal) {
        super(terminal);
    }

    @Override
    protected Answer write(Api api) throws CommandFailed {
        if (batch != null) {
            return api.post("/logstream/events/batch", events(batch), Api.ANSWER_TIME);
        }
        requireAddress();
        return api.post("/logstream/events", draft(), Api.ANSWER_TIME);
    }

    @Override
    protected List<String> lines(Document answer) {
        return EventLines.of(batch == null ? List.of(answer.object("event")) : answer.objects("events"));
    }

    /** What an event must say, and the lines of a batch say by themselves. */
    private void requireAddress() throws CommandFailed {
        List<String> missing = new ArrayList<>();
        if (stream == null) {
            missing.add("'--stream=NAME'");
        }
        if (room == null) {
            missing.add("'--room=NAME'");
        }
        if (type == null) {
            missing.add("'--type=TYPE'");
        }
        if (!missing.isEmpty()) {
            throw CommandFailed.usage("Missing required option" + (missing.size() > 1 ? "s" : "") + ": "
                    + String.join(", ", missing) + "; see meshlog append --help");
        }
    }

    /** The lines as they are, so that every number keeps its digits. */
    private String events(String file) throws CommandFailed {
        if (key.key() != null) {
            throw CommandFailed.usage("--batch: one key cannot stand for many events; give each its idempotency_key");
        }
        String text = ExactText.read(
                "--batch", file, terminal().in(), Limits.REQUEST_BYTES_MAX, "a request may have; send it in parts");
        List<String> events = new ArrayList<>();
        int number = 0;
        for (String line : text.split("\r?\n", -1)) {
            number++;
            if (!line.isBlank()) {
                try {
                    Document.parse(line);
                } catch (IOException e) {
                    throw CommandFailed.usage("--batch: line " + number + " is not one JSON object");
                }
                events.add(line.strip());
            }
        }
        return "{\"events\":[" + String.join(",", events) + "]}";
    }

    private String draft() throws CommandFailed {
        JsonOut draft = new JsonOut()
                .given("type", type)
                .given("stream", stream)
                .given("room", room)
                .text("from_agent", writer.agent())
                .given("to_agent", to);
        return subject.in(draft)
                .given("status", status)
                .given("artifact_ids", artifacts)
                .givenJson("metadata", metadata.json())
                .given("idempotency_key", key.key())
                .given("body", body.text(terminal()))
                .build();
    }
}
