package io.meshlog.node.cli;

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
public final class AppendCommand extends ClientCommand {
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

    @Option(names = "--topic", paramLabel = "TOPIC", description = "what it is about, in a few words")
    private @Nullable String topic;

    @Option(names = "--correlation", paramLabel = "ID", description = "the thread that it belongs to")
    private @Nullable String correlation;

    @Option(names = "--branch", paramLabel = "NAME", description = "of the code")
    private @Nullable String branch;

    @Option(names = "--base-commit", paramLabel = "ID", description = "of the code")
    private @Nullable String baseCommit;

    @Option(
            names = "--status",
            paramLabel = "STATUS",
            description = "open, claimed, ready, applied, blocked, failed or superseded")
    private @Nullable String status;

    @Option(names = "--metadata", paramLabel = "JSON", description = "a JSON object, kept literally")
    private @Nullable String metadata;

    @Option(
            names = "--artifact",
            paramLabel = "ID",
            split = EnvironmentDefaults.BETWEEN,
            splitSynopsisLabel = "",
            description = "an artifact that it names; repeat for more")
    private @Nullable List<String> artifacts;

    @Mixin
    private BodyOptions body = new BodyOptions();

    @Option(
            names = {"--idempotency-key", "--key"},
            paramLabel = "KEY",
            description = "makes it safe to send the same event again: it is stored once")
    private @Nullable String idempotencyKey;

    @Option(
            names = "--batch",
            paramLabel = "FILE",
            description = "events, a JSON object a line, all of them or none; - is stdin")
    private @Nullable String batch;

    public AppendCommand(Terminal terminal) {
        super(terminal);
    }

    @Override
    int run(Api api, boolean json) throws CommandFailed {
        if (batch != null) {
            Answer answer = api.post("/logstream/events/batch", events(batch), Api.ANSWER_TIME);
            return written(answer, json, answer.document().objects("events"));
        }
        requireAddress();
        Answer answer = api.post("/logstream/events", draft(), Api.ANSWER_TIME);
        return written(answer, json, List.of(answer.document().object("event")));
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
        if (idempotencyKey != null) {
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
        return new JsonObject()
                .text("type", type)
                .text("stream", stream)
                .text("room", room)
                .text("from_agent", writer.agent())
                .text("to_agent", to)
                .text("topic", topic)
                .text("correlation_id", correlation)
                .text("branch", branch)
                .text("base_commit", baseCommit)
                .text("status", status)
                .texts("artifact_ids", artifacts)
                .literal("metadata", JsonObject.checked("--metadata", metadata))
                .text("idempotency_key", idempotencyKey)
                .text("body", body.text(terminal()))
                .toString();
    }
}
