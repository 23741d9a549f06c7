package io.meshlog.node.cli.lines;

import io.meshlog.node.cli.Visible;
import java.util.ArrayList;
import java.util.List;

/** Rows whose cells begin below each other. Confined to one thread. */
public final class Columns {
    /** A longer cell pushes the rest of its own row only. */
    private static final int WIDTH_MAX = 44;

    private static final String GAP = "  ";

    private final List<List<String>> rows = new ArrayList<>();

    public Columns row(String... cells) {
        List<String> visible = new ArrayList<>(cells.length);
        for (String cell : cells) {
            visible.add(Visible.text(cell));
        }
        rows.add(visible);
        return this;
    }

    /** One line a row, in order, without spaces at the end. */
    public List<String> lines() {
        List<Integer> widths = new ArrayList<>();
        for (List<String> row : rows) {
            for (int i = 0; i < row.size(); i++) {
                int width = width(row.get(i)) > WIDTH_MAX ? 0 : width(row.get(i));
                if (i == widths.size()) {
                    widths.add(width);
                } else if (width > widths.get(i)) {
                    widths.set(i, width);
                }
            }
        }
        List<String> lines = new ArrayList<>(rows.size());
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < row.size(); i++) {
                int missing = Math.max(0, widths.get(i) - width(row.get(i)));
                line.append(row.get(i)).append(" ".repeat(missing)).append(GAP);
            }
            lines.add(line.toString().stripTrailing());
        }
        return lines;
    }

    private static int width(String cell) {
        return cell.codePointCount(0, cell.length());
    }
}
