package io.meshlog.node.cli;

import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ack}: an event that says what became of another one. */
@Command(name = "ack", description = "Acknowledges an event, in its stream, room and thread, to its author.")
public final class AckCommand extends ClientCommand {
    @Parameters(paramLabel = "ID", description = "the event that is meant")
    private String target = "";

    @Mixin
    private WriterOption writer = new WriterOption();

    @Option(
            names = "--status",
            paramLabel = "STATUS",
            description = "claimed, ready, applied, blocked, failed or superseded; open")
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
    int run(Api api, boolean json) throws CommandFailed {
        String draft = new JsonObject()
                .text("from_agent", writer.agent())
                .text("status", status)
                .text("topic", topic)
                .text("idempotency_key", key.key())
                .text("body", body.text(terminal()))
                .toString();
        Answer answer = api.post("/logstream/events/" + Query.encoded(target) + "/ack", draft, Api.ANSWER_TIME);
        return written(answer, json, List.of(answer.document().object("event")));
    }
}
