package io.meshlog.sim.report;

import io.meshlog.sim.history.Build;
import io.meshlog.sim.run.Tally;
import io.meshlog.sim.workload.PlanMaker;
import io.meshlog.sim.workload.Profile;

/** The first and the last line of everything that runs seeds. */
public final class SummaryLine {
    private SummaryLine() {}

    /** All that is known before. @param seeds {@code A..B}, or one */
    public static String first(String seeds, Profile profile, PlanMaker.Size size, String store) {
        return head(seeds, profile) + " replicas=" + size.replicas() + " ops=" + size.ops() + " store=" + store;
    }

    /** What came of it. @param seeds those that were run @param wallMillis how long it took */
    public static String last(String seeds, Profile profile, Tally tally, long wallMillis) {
        return head(seeds, profile) + " events=" + tally.events() + " faults=" + tally.attempts() + "/"
                + tally.faults().effects() + " virtual=" + Shown.span(tally.virtualMillis()) + " wall="
                + Shown.span(wallMillis) + " seeds/s=" + Shown.rate(tally.runs(), wallMillis);
    }

    private static String head(String seeds, Profile profile) {
        return "seed=" + seeds + " build=" + Build.here().text() + " profile=" + profile.label();
    }
}
