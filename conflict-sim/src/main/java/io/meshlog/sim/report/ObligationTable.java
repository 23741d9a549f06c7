package io.meshlog.sim.report;

import io.meshlog.sim.run.Obligations;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What a sweep met, a line each. */
public final class ObligationTable {
    private static final String ROW = "  %-20s %8s %10s %10s %10s  %s";

    private ObligationTable() {}

    public static List<String> of(List<Obligations.Obligation> obligations) {
        List<String> lines = new ArrayList<>();
        lines.add(row("", "asked", "attempted", "applied", "effective", ""));
        for (Obligations.Obligation o : obligations) {
            lines.add(row(
                    o.name(),
                    Long.toString(o.asked()),
                    Long.toString(o.attempted()),
                    Long.toString(o.applied()),
                    Long.toString(o.count()),
                    o.isMet() ? "" : "never: " + o.reason()));
        }
        return lines;
    }

    private static String row(Object... cells) {
        return String.format(Locale.ROOT, ROW, cells).stripTrailing();
    }
}
