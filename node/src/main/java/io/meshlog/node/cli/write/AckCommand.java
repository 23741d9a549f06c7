package io.meshlog.node.cli.write;

import io.meshlog.node.cli.CommandFailed;
import io.meshlog.node.cli.Terminal;
import io.meshlog.node.cli.client.Answer;
import io.meshlog.node.cli.client.Api;
import io.meshlog.node.cli.client.Document;
import io.meshlog.node.cli.client.Query;
import io.meshlog.node.cli.lines.EventLines;
import io.meshlog.node.json.JsonOut;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ack}: an event that says what became of another one. */
@Command(name = "ack", description = "Acknowledges an event, in its stream, room and thread, to its author.")
public final class AckCommand extends WritingCommand {
    @Parameters(paramLabel = "ID", description = "the event that is meant")
    private String target = "";

    @Mixin
    private WriterOption writer = new WriterOption();

    @Option(
            names = "--status",
            paramLabel = "STATUS",
            description = "claimed, ready, applied, blocked, failed, superseded, or open where none is given")
    private @Nullable String status;

    @Option(names = "--topic", paramLabel = "TOPIC", description = "what it is about, where not what the event is")
    private @Nullable String topic;

    @Mixin
    private BodyOptions body = new BodyOptions();

    @Mixin
    private KeyOption key = new KeyOption();

    public AckCommand(Terminal terminal) {
        super(terminal);
    }

    @Override
    protected Answer write(Api api) throws CommandFailed {
        String draft = new JsonOut()
                .text("from_agent", writer.agent())
                .given("status", status)
                .given("topic", topic)
                .given("idempotency_key", key.key())
                .given("body", body.text(terminal()))
                .build();
        return api.post("/logstream/events/" + Query.encoded(target) + "/ack", draft, Api.ANSWER_TIME);
    }

    @Override
    protected List<String> lines(Document answer) {
        return EventLines.of(List.of(answer.object("event")));
    }
}
