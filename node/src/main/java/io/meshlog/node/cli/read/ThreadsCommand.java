package io.meshlog.node.cli.read;

import io.meshlog.node.cli.Terminal;
import io.meshlog.node.cli.Visible;
import io.meshlog.node.cli.client.Document;
import io.meshlog.node.cli.client.Query;
import io.meshlog.node.cli.lines.Columns;
import io.meshlog.node.cli.lines.EventLines;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code threads}: one thread, in merge order. */
@Command(name = "threads", description = "Shows a thread: its state, its events in merge order, who claimed it.")
public final class ThreadsCommand extends PagedCommand {
    @Parameters(paramLabel = "ID", description = "a correlation_id, or the id of the event that began it")
    private String id = "";

    public ThreadsCommand(Terminal terminal) {
        super(terminal);
    }

    @Override
    protected String path() {
        return "/logstream/threads/" + Query.encoded(id);
    }

    @Override
    protected Query query() {
        return new Query();
    }

    @Override
    protected String nothing() {
        return "no event is in thread " + id;
    }

    @Override
    protected List<String> lines(Document page, boolean isFirst) {
        Map<String, String> claims = new TreeMap<>();
        for (Document claim : page.objects("claims")) {
            claims.put(or(claim.text("event_id"), "?"), claim.isTrue("won") ? "won" : "lost");
        }
        List<Document> events = page.objects("events");
        Columns heads = new Columns();
        for (Document event : events) {
            String eventId = or(event.text("id"), "?");
            heads.row(
                    eventId,
                    or(event.text("status"), "-"),
                    or(event.text("from_agent"), "?"),
                    claims.getOrDefault(eventId, ""),
                    event.object("local").isTrue("conflict") ? "(conflict)" : "");
        }
        List<String> lines = new ArrayList<>();
        if (isFirst && !events.isEmpty()) {
            lines.add(Visible.text("state: " + or(page.text("state"), "none")));
        }
        for (int i = 0; i < events.size(); i++) {
            lines.add(heads.lines().get(i));
            String body = EventLines.firstLine(events.get(i));
            if (!body.isEmpty()) {
                lines.add(below(body));
            }
        }
        return lines;
    }
}
