package io.meshlog.sim.report;

import io.meshlog.sim.check.Invariant;
import io.meshlog.sim.check.Violation;
import io.meshlog.sim.fault.FaultKind;
import io.meshlog.sim.run.Cases;
import io.meshlog.sim.run.Verdict;
import java.util.ArrayList;
import java.util.List;

/** Why a run failed, in at most {@value #LINES_MAX} lines: the sentence first. */
public final class Explanation {
    public static final int LINES_MAX = 40;

    private static final int WIDTH = 400;
    private static final int DEBTS_MAX = 12;
    private static final int HOLDERS_MAX = 20;

    private Explanation() {}

    /** One sentence: what failed, when, where, in which run. */
    public static String sentence(Verdict verdict) {
        Violation violation = verdict.violation();
        long seed = verdict.config().seed();
        String time = Shown.time(verdict.virtualMillis());
        if (violation != null) {
            String where = violation.replica().isEmpty() ? "" : " on " + violation.replica();
            return violation.name() + " violated at " + time + where + ", seed " + seed + ": "
                    + violation.invariant().sentence();
        } else if (!verdict.converged()) {
            return "G1 no convergence by " + time + ", seed " + seed + ": " + Invariant.G1.sentence();
        }
        return "everything held until " + time + ", seed " + seed;
    }

    /** Listens to the run once more and tells what it heard. */
    public static List<String> of(Verdict verdict) {
        List<String> lines = new ArrayList<>();
        lines.add(sentence(verdict));
        Violation violation = verdict.violation();
        if (violation == null) {
            debts(verdict, lines);
            lines.add(faults(verdict));
        } else {
            Story story = new Story(violation);
            Cases.replay(Cases.of(verdict), story);
            lines.add("  " + Shown.line(story.in(violation.detail()), WIDTH));
            subject(verdict, violation, lines);
            lines.add(faults(verdict));
            long healing = verdict.plan().faultsEndMillis();
            lines.add("  phase    "
                    + (verdict.virtualMillis() < healing ? "faults, until " : "healing, since ")
                    + Shown.time(healing) + "; event #" + verdict.events());
            told("  about " + violation.subject() + ":", story.about(), lines);
            told("  last on " + violation.replica() + ":", story.latest(), lines);
        }
        return lines.subList(0, Math.min(LINES_MAX, lines.size()));
    }

    private static void debts(Verdict verdict, List<String> lines) {
        List<String> debts = verdict.debts();
        debts.stream().limit(DEBTS_MAX).forEach(debt -> lines.add("  " + Shown.line(debt, WIDTH)));
        if (debts.size() > DEBTS_MAX) {
            lines.add("  and " + (debts.size() - DEBTS_MAX) + " more such pairs");
        }
        verdict.heads().entrySet().stream()
                .limit(DEBTS_MAX)
                .forEach(told -> lines.add("  " + told.getKey() + " tells " + Shown.line(told.getValue(), WIDTH)));
    }

    private static void subject(Verdict verdict, Violation violation, List<String> lines) {
        if (violation.subject().isEmpty()) {
            return;
        }
        List<String> holders = verdict.holders();
        List<String> others = verdict.heads().keySet().stream()
                .filter(name -> !holders.contains(name))
                .toList();
        lines.add("  subject  " + Shown.line(violation.subject(), WIDTH) + ", held by " + names(holders)
                + (others.isEmpty() ? "" : ", not by " + names(others)));
    }

    private static String names(List<String> names) {
        if (names.isEmpty()) {
            return "nobody";
        }
        String first = String.join(" ", names.subList(0, Math.min(HOLDERS_MAX, names.size())));
        return names.size() <= HOLDERS_MAX ? first : first + " and " + (names.size() - HOLDERS_MAX) + " more";
    }

    private static String faults(Verdict verdict) {
        List<String> drawn = verdict.plan().faults().stream()
                .map(kind -> kind.label() + " (" + bites(verdict, kind) + ")")
                .toList();
        return Shown.line("  faults   " + (drawn.isEmpty() ? "none" : String.join(", ", drawn)), WIDTH);
    }

    private static String bites(Verdict verdict, FaultKind kind) {
        return "bit " + verdict.faults().effects(kind) + "×";
    }

    private static void told(String title, List<String> told, List<String> lines) {
        if (!told.isEmpty()) {
            lines.add(title);
            told.forEach(line -> lines.add("    " + line));
        }
    }
}
