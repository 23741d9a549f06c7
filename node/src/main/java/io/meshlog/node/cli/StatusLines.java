package io.meshlog.node.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A status document for people: its members in its own order, so that nothing new in it stays unseen. */
final class StatusLines {
    private StatusLines() {}

    static List<String> of(Document status) {
        Columns columns = new Columns();
        status.members().forEach((name, value) -> {
            if (!name.equals("peers")) {
                add(columns, "", name, value);
            }
        });
        List<String> lines = new ArrayList<>(columns.lines());
        lines.add("");
        lines.addAll(PeerLines.of(status.objects("peers")));
        return lines;
    }

    private static void add(Columns columns, String indent, String name, Object value) {
        String label = indent + name.replace('_', ' ');
        if (value instanceof Document document) {
            columns.row(label, document.members().isEmpty() ? "none" : "");
            for (Map.Entry<String, Object> member : document.members().entrySet()) {
                add(columns, indent + "  ", member.getKey(), member.getValue());
            }
        } else if (value instanceof List<?> items) {
            columns.row(label, items.isEmpty() ? "none" : String.valueOf(items.size()));
            for (Object item : items) {
                columns.row(indent + "  -", inline(item));
            }
        } else {
            columns.row(label, name.endsWith("_at") ? Moments.text(value.toString()) : value.toString());
        }
    }

    private static String inline(Object value) {
        if (value instanceof Document document) {
            List<String> members = new ArrayList<>();
            document.members().forEach((name, member) -> members.add(name + " " + inline(member)));
            return String.join(", ", members);
        }
        return value.toString();
    }
}
