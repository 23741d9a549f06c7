package io.meshlog.sim.report;

import io.meshlog.sim.history.Build;
import io.meshlog.sim.history.CaseFile;
import io.meshlog.sim.run.Tally;
import io.meshlog.sim.workload.Action;
import io.meshlog.sim.workload.PlanMaker;
import io.meshlog.sim.workload.Profile;
import java.util.Arrays;
import java.util.stream.Collectors;

/** The first and the last line of everything that runs something: {@code key=value}, one space between two. */
public final class SummaryLine {
    private SummaryLine() {}

    /** All that is known before. @param seeds {@code A..B}, or one */
    public static String first(String seeds, Profile profile, PlanMaker.Size size, String store) {
        return head(seeds, profile) + " replicas=" + size.replicas() + " ops=" + size.ops() + " store=" + store;
    }

    /** What a case decides, which may be far less than what its seed once asked for. @param file as it was called */
    public static String first(CaseFile of, String file) {
        long appends = of.plan().actions().stream()
                .filter(Action.Append.class::isInstance)
                .count();
        return head(Long.toString(of.seed()), of.profile()) + " replicas="
                + of.plan().replicas().size() + " ops=" + appends + " store=" + of.store() + " actions="
                + of.plan().actions().size() + " fates=" + of.fates().size() + " case=" + file;
    }

    /** What came of it. @param seeds those that were run @param wallMillis how long it took */
    public static String last(String seeds, Profile profile, Tally tally, long wallMillis) {
        return head(seeds, profile) + " events=" + tally.events() + " faults=" + tally.attempts() + "/"
                + tally.faults().effects() + " virtual=" + Shown.span(tally.virtualMillis()) + " wall="
                + Shown.span(wallMillis) + " seeds/s=" + Shown.rate(tally.runs(), wallMillis) + " trace="
                + tally.trace();
    }

    private static String head(String seeds, Profile profile) {
        return "seed=" + seeds + " build=" + Build.here().text() + " profile=" + profile.label();
    }

    /** The same for what runs no seeds. @param members each {@code key=value} */
    public static String of(String... members) {
        return Arrays.stream(members)
                .collect(Collectors.joining(" ", "build=" + Build.here().text() + " ", ""));
    }
}
