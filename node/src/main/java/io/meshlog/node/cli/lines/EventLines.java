package io.meshlog.node.cli.lines;

import io.meshlog.node.cli.client.Document;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** Events for people: one line each that says who, what and where, and below it how the body begins. */
public final class EventLines {
    private static final int BODY_CODE_POINTS_MAX = 160;

    private EventLines() {}

    public static List<String> of(List<Document> events) {
        Columns columns = new Columns();
        for (Document event : events) {
            String to = event.text("to_agent");
            String status = event.text("status");
            columns.row(
                    or(event.text("seq"), "-"),
                    or(event.text("created_at"), "-"),
                    or(event.text("from_agent"), "?") + (to == null ? "" : " → " + to),
                    or(event.text("type"), "?") + (status == null ? "" : "/" + status),
                    or(event.text("stream"), "?") + "/" + or(event.text("room"), "?"),
                    or(event.text("id"), "?"),
                    notes(event.object("local")));
        }
        List<String> heads = columns.lines();
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < heads.size(); i++) {
            lines.add(heads.get(i));
            String body = firstLine(events.get(i));
            if (!body.isEmpty()) {
                lines.add("    " + body);
            }
        }
        return lines;
    }

    /** What merging did to the event; no merge is silent. */
    private static String notes(Document local) {
        StringJoiner notes = new StringJoiner(", ", "(", ")").setEmptyValue("");
        for (String flag : new String[] {"unverified", "conflict", "revised"}) {
            if (local.isTrue(flag)) {
                notes.add(flag);
            }
        }
        List<?> pending = local.items("pending");
        if (!pending.isEmpty()) {
            notes.add("pending "
                    + String.join(" ", pending.stream().map(Object::toString).toList()));
        }
        return notes.toString();
    }

    /** How the body begins, in one line. */
    public static String firstLine(Document event) {
        String body = or(event.text("body"), "");
        int start = 0;
        while (start < body.length() && (body.charAt(start) == '\n' || body.charAt(start) == '\r')) {
            start++;
        }
        int end = body.indexOf('\n', start);
        String line = (end < 0 ? body.substring(start) : body.substring(start, end)).replaceFirst("\r$", "");
        boolean more = end >= 0 && end + 1 < body.length() || event.isTrue("body_truncated");
        if (line.codePointCount(0, line.length()) > BODY_CODE_POINTS_MAX) {
            line = line.substring(0, line.offsetByCodePoints(0, BODY_CODE_POINTS_MAX));
            more = true;
        }
        return line + (more ? " …" : "");
    }

    private static String or(@Nullable String text, String otherwise) {
        return text == null ? otherwise : text;
    }
}
