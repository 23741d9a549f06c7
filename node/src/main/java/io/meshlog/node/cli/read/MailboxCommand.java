package io.meshlog.node.cli.read;

import io.meshlog.node.cli.Terminal;
import io.meshlog.node.cli.client.Document;
import io.meshlog.node.cli.client.Query;
import io.meshlog.node.cli.lines.Columns;
import io.meshlog.node.cli.lines.EventLines;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code mailbox}: what an agent owes an answer, and what was said to it. */
@Command(name = "mailbox", description = "Shows what an agent was asked and has not answered, oldest first.")
public final class MailboxCommand extends PagedCommand {
    @Option(names = "--agent", paramLabel = "AGENT", required = true, description = "whose mailbox")
    private String agent = "";

    @Option(
            names = "--news",
            fallbackValue = "true",
            description = "also what was said to it since it last spoke in the stream")
    private boolean news;

    public MailboxCommand(Terminal terminal) {
        super(terminal);
    }

    @Override
    protected String path() {
        return "/logstream/mailbox";
    }

    @Override
    protected Query query() {
        return new Query().one("agent", agent).one("news", news ? "true" : null);
    }

    @Override
    protected String nothing() {
        return agent + " owes nothing" + (news ? ", and there is no news for it" : "");
    }

    @Override
    protected List<String> lines(Document page, boolean isFirst) {
        List<String> lines = new ArrayList<>();
        List<Document> owed = page.objects("owed");
        Columns heads = new Columns();
        for (Document item : owed) {
            Document event = item.object("event");
            heads.row(or(event.text("id"), "?"), or(event.text("created_at"), "-"), or(event.text("from_agent"), "?"));
        }
        for (int i = 0; i < owed.size(); i++) {
            Document event = owed.get(i).object("event");
            lines.add(heads.lines().get(i));
            lines.add(below(or(event.text("type"), "?") + " in " + or(event.text("stream"), "?") + "/"
                    + or(event.text("room"), "?") + notes(owed.get(i))));
            String body = EventLines.firstLine(event);
            if (!body.isEmpty()) {
                lines.add(below(body));
            }
        }
        if (isFirst) {
            lines.addAll(news(page.object("news")));
        }
        return lines;
    }

    private static String notes(Document item) {
        StringJoiner notes = new StringJoiner(", ", "  (", ")").setEmptyValue("");
        for (String flag : new String[] {"expired", "superseded"}) {
            if (item.isTrue(flag)) {
                notes.add(flag);
            }
        }
        @Nullable String by = item.text("claimed_by");
        if (by != null) {
            notes.add("claimed by " + by);
        }
        if (item.object("event").object("local").isTrue("conflict")) {
            notes.add("conflict");
        }
        return notes.toString();
    }

    private static List<String> news(Document news) {
        List<Document> items = news.objects("items");
        List<String> lines = new ArrayList<>();
        if (!items.isEmpty()) {
            lines.add("news: " + or(news.text("count"), "?") + ", newest first");
        }
        Columns heads = new Columns();
        for (Document item : items) {
            heads.row(
                    or(item.text("event_id"), "?"),
                    or(item.text("created_at"), "-"),
                    or(item.text("from_agent"), "?"),
                    or(item.text("status"), ""));
        }
        for (int i = 0; i < items.size(); i++) {
            lines.add(heads.lines().get(i));
            String subject = or(items.get(i).text("subject"), "");
            if (!subject.isEmpty()) {
                lines.add(below(subject));
            }
        }
        return lines;
    }
}
