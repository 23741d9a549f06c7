package io.meshlog.node.cli.lines;

import io.meshlog.node.cli.client.Document;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** A status document for people: its members in its own order, so that nothing new in it stays unseen. */
public final class StatusLines {
    /** Shown below, or for nodes only: digests and signatures of what the vector says already. */
    private static final Set<String> ELSEWHERE = Set.of("peers", "note", "frontier");

    private StatusLines() {}

    public static List<String> of(Document status) {
        Columns columns = new Columns();
        status.members().forEach((name, value) -> {
            if (!ELSEWHERE.contains(name)) {
                add(columns, name.replace('_', ' '), "", value);
            }
        });
        List<String> lines = new ArrayList<>(columns.lines());
        lines.add("");
        lines.addAll(PeerLines.of(status.objects("peers")));
        return lines;
    }

    /** @param label with the indent in front */
    private static void add(Columns columns, String label, String indent, Object value) {
        if (value instanceof Document document) {
            columns.row(label, document.members().isEmpty() ? "none" : "");
            document.members().forEach((name, member) -> add(columns, indent + "  " + name, indent + "  ", member));
        } else if (value instanceof List<?> items) {
            columns.row(label, items.isEmpty() ? "none" : String.valueOf(items.size()));
            items.forEach(item -> columns.row(indent + "  -", inline(item)));
        } else {
            columns.row(label, value.toString());
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
