package io.meshlog.node.cli;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code append}: one event, durable when the command ends with 0. */
@Command(name = "append", description = "Appends one event; it is on disk when the command returns.")
public final class AppendCommand extends ClientCommand {
    @Option(names = "--stream", paramLabel = "NAME", required = true, description = "the stream")
    private String stream = "";

    @Option(names = "--room", paramLabel = "NAME", required = true, description = "the room in it")
    private String room = "";

    @Option(names = "--type", paramLabel = "TYPE", required = true, description = "such as note, ask.review")
    private String type = "";

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
            names = "--idempotency-key",
            paramLabel = "KEY",
            description = "makes it safe to send the same event again: it is stored once")
    private @Nullable String idempotencyKey;

    public AppendCommand(Terminal terminal) {
        super(terminal);
    }

    @Override
    int run(Api api, boolean json) throws CommandFailed {
        Answer answer = api.post("/logstream/events", draft(), Api.ANSWER_TIME);
        if (json) {
            terminal().document(answer.json());
        } else {
            lines(EventLines.of(List.of(answer.document().object("event"))));
            for (String warning : Warnings.of(answer.document())) {
                terminal().note("warning: " + warning);
            }
        }
        return ExitCode.DONE;
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
                .literal("metadata", checkedMetadata())
                .text("idempotency_key", idempotencyKey)
                .text("body", body.text(terminal()))
                .toString();
    }

    /** Whole by itself, so that nothing in it can pass for other members of the event. */
    private @Nullable String checkedMetadata() throws CommandFailed {
        if (metadata != null) {
            try {
                Document.parse(metadata);
            } catch (IOException e) {
                throw CommandFailed.usage("--metadata: expected one JSON object, got '" + metadata + "'");
            }
        }
        return metadata;
    }
}
