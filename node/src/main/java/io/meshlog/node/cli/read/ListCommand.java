package io.meshlog.node.cli.read;

import io.meshlog.node.cli.CommandFailed;
import io.meshlog.node.cli.ExitCode;
import io.meshlog.node.cli.Terminal;
import io.meshlog.node.cli.client.Answer;
import io.meshlog.node.cli.client.Api;
import io.meshlog.node.cli.client.ClientCommand;
import io.meshlog.node.cli.client.Document;
import io.meshlog.node.cli.client.Query;
import io.meshlog.node.cli.lines.EventLines;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code list}: the events that match, a page or all of them. */
@Command(name = "list", description = "Lists events; oldest arrival first unless told otherwise.")
public final class ListCommand extends ClientCommand {
    /** Less than the command waits for any answer. */
    private static final long WAIT_MILLIS = Api.ANSWER_TIME.toMillis() - 10_000;

    @Mixin
    private FilterOptions filter = new FilterOptions();

    @Option(
            names = {"--before-event", "--before"},
            paramLabel = "ID",
            description = "arrived before that event on this node")
    private @Nullable String beforeEvent;

    @Option(names = "--order", paramLabel = "asc|desc|hlc", description = "arrival, arrival backwards, or merge order")
    private @Nullable String order;

    @Option(names = "--limit", paramLabel = "N", description = "events a page (50; at most 500)")
    private @Nullable Integer limit;

    @Option(names = "--cursor", paramLabel = "CURSOR", description = "go on where an earlier answer ended")
    private @Nullable String cursor;

    @Option(
            names = "--on-unknown",
            paramLabel = "wait|resume",
            description = "where the cursor's node was ahead of this one: wait, or go on at once and perhaps repeat")
    private @Nullable String onUnknown;

    @Option(names = "--all", fallbackValue = "true", description = "every page, not only the first")
    private boolean all;

    @Option(names = "--preview", fallbackValue = "true", description = "bodies cut to 200 characters by the node")
    private boolean preview;

    public ListCommand(Terminal terminal) {
        super(terminal);
    }

    @Override
    protected int run(Api api, boolean json) throws CommandFailed {
        String from = cursor;
        long shown = 0;
        while (true) {
            Answer page = api.list("/logstream/events", query(from));
            List<Document> events = page.document().objects("events");
            shown += events.size();
            if (json) {
                terminal().document(page.json());
            } else {
                lines(EventLines.of(events));
            }
            String next = page.document().text("cursor");
            boolean more = page.document().isTrue("more");
            // A page holds what one look found: for people, one with nothing on it is not the end.
            if (more && (all || !json && shown == 0)) {
                if (next == null || next.equals(from)) {
                    throw CommandFailed.refused("the node says that there is more, but its cursor does not move");
                }
                from = next;
                continue;
            }
            if (!json) {
                tellTheEnd(shown, more, next);
            }
            return ExitCode.DONE;
        }
    }

    private void tellTheEnd(long shown, boolean more, @Nullable String next) {
        if (shown == 0) {
            terminal().note("no event matches");
        }
        if (more) {
            terminal().note("there is more: --all, or --cursor " + next);
        }
    }

    private Query query(@Nullable String from) {
        return filter.query()
                .one("before_event_id", beforeEvent)
                .one("order", order)
                .one("limit", limit)
                .one("preview", preview ? "true" : null)
                .one("on_unknown", onUnknown)
                .one("timeout_ms", "wait".equals(onUnknown) ? WAIT_MILLIS : null)
                .one("cursor", from);
    }
}
