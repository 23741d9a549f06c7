package io.meshlog.sim.mutant;

import io.meshlog.sim.report.Shown;
import io.meshlog.sim.report.SummaryLine;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** One line per planted bug, and what they come to. */
final class Scoreboard {
    private final PrintWriter out;
    private int tried;
    private int caught;
    private final long began = System.nanoTime();

    Scoreboard(PrintWriter out) {
        this.out = out;
    }

    /** @param mutants how many there are to try */
    void head(int mutants) {
        out.println(SummaryLine.of("profile=mutants", "mutants=" + mutants));
        line("mutant", "caught by", "profile/seed", "seeds", "time");
    }

    void add(Hunted hunted) {
        Mutant mutant = hunted.mutant();
        tried++;
        Hunted.Found found = hunted.found();
        String time = seconds(hunted.millis());
        String seeds = String.valueOf(hunted.seeds());
        if (found == null) {
            line(mutant.name(), hunted.isHung() ? "HUNG" : "SURVIVED", "-", seeds, time);
            out.println("    " + mutant.what());
        } else {
            caught++;
            String expected = hunted.isExpected()
                    ? ""
                    : "  (expected " + mutant.expects().stream().map(Enum::name).collect(Collectors.joining(" ")) + ")";
            line(mutant.name(), found.invariant(), found.profile() + "/" + found.seed(), seeds, time + expected);
        }
        out.flush();
    }

    void totals() {
        out.println(caught + " of " + tried + " caught in "
                + seconds(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began)));
        out.println(SummaryLine.of(
                "profile=mutants",
                "mutants=" + tried,
                "caught=" + caught,
                "wall=" + Shown.span(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began))));
        out.flush();
    }

    boolean isComplete() {
        return caught == tried;
    }

    private static String seconds(long millis) {
        return String.format(Locale.ROOT, "%.1f s", millis / 1000.0);
    }

    private void line(String name, String by, String run, String seeds, String time) {
        out.println(String.format(Locale.ROOT, "%-40s %-9s %-14s %5s  %s", name, by, run, seeds, time));
    }
}
