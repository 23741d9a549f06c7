package io.meshlog.sim.check;

import io.meshlog.op.Op;
import io.meshlog.op.Origin;
import io.meshlog.replica.Line;
import io.meshlog.sim.world.Views;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** M2, M5, A7: all views of a replica at once, when it starts and when it is at rest. Confined to its run. */
final class ViewChecks {
    private final Ledger ledger;
    private final MailChecks mail;
    private final Met met;
    /** The last set of ops that was looked at: at rest all replicas have the same. */
    private @Nullable Seen last;

    /** @param told what the first replica with these ops told */
    private record Seen(
            String replica,
            BitSet held,
            SortedMap<Origin, Line> lines,
            ViewOracle oracle,
            SortedMap<String, List<String>> expected,
            SortedMap<String, List<String>> told) {}

    ViewChecks(Ledger ledger, MailChecks mail, Met met) {
        this.ledger = ledger;
        this.mail = mail;
        this.met = met;
    }

    /** A process is up: what it derives is what the log says. */
    void recovered(Mirror mirror) {
        check(mirror);
    }

    /** Replicas that hold the same derive the same, in whatever order it came to them. */
    void same(List<Mirror> core) {
        for (Mirror mirror : core) {
            check(mirror);
        }
        Seen seen = last;
        if (seen != null && !seen.expected.getOrDefault("claims", List.of()).isEmpty()) {
            met.note(Met.Situation.CLAIM_LOST);
        }
    }

    private void check(Mirror mirror) {
        Seen before = last;
        boolean isSame = before != null && before.held.equals(mirror.held) && before.lines.equals(mirror.lines);
        if (before != null && isSame) {
            // Folds over the same ops need no second look, but for those that are told from what is kept.
            if (mirror.kept != null) {
                agree(mirror, before, told(mirror, before.oracle, false));
            }
            return;
        }
        List<Issued> held = mirror.held.stream().mapToObj(ledger::get).toList();
        ViewOracle oracle = new ViewOracle(held, new TreeMap<>(mirror.lines));
        SortedMap<String, List<String>> told = told(mirror, oracle, false);
        Seen now = new Seen(
                mirror.replica, (BitSet) mirror.held.clone(), new TreeMap<>(mirror.lines), oracle, oracle.all(), told);
        last = now;
        isAsExpected(mirror, now.expected, told);
        if (mirror.kept == null) {
            agree(mirror, now, told(mirror, oracle, true));
        }
    }

    private SortedMap<String, List<String>> told(Mirror mirror, ViewOracle oracle, boolean isBackwards) {
        List<Op> ops = new ArrayList<>();
        mirror.held.stream().forEach(id -> ops.add(ledger.get(id).op));
        if (isBackwards) {
            Collections.reverse(ops);
        }
        Views views = mail.views(mirror);
        return views.all(ops, mirror.lines.values(), oracle.agents(), oracle.threads());
    }

    private static void agree(Mirror mirror, Seen with, SortedMap<String, List<String>> told) {
        with.told.forEach((what, lines) -> {
            List<String> here = Objects.requireNonNullElse(told.get(what), List.of());
            if (!here.equals(lines)) {
                Invariant broken = of(what, here, lines, Invariant.M2);
                throw new Violation(
                        broken,
                        "rest",
                        "",
                        mirror.replica,
                        mirror.replica + " and " + with.replica + " hold the same; " + what + " is " + here + " and "
                                + lines);
            }
        });
    }

    private static void isAsExpected(
            Mirror mirror, SortedMap<String, List<String>> expected, SortedMap<String, List<String>> told) {
        expected.forEach((what, lines) -> {
            List<String> here = Objects.requireNonNullElse(told.get(what), List.of());
            if (!here.equals(lines)) {
                throw new Violation(
                        of(what, here, lines, Invariant.M1),
                        what.replaceFirst(" .*", ""),
                        "",
                        mirror.replica,
                        what + " at " + mirror.replica + " is " + here + "; the ops there say " + lines);
            }
        });
    }

    /** Where events and state are as they should be, it is who won. */
    private static Invariant of(String what, List<String> a, List<String> b, Invariant owed) {
        if (what.startsWith("owed ")) {
            return owed;
        }
        boolean isWho = what.equals("claims")
                || what.startsWith("thread ") && unclaimed(a).equals(unclaimed(b));
        return isWho ? Invariant.M5 : Invariant.A7;
    }

    private static List<String> unclaimed(List<String> thread) {
        return thread.stream()
                .map(line -> line.replaceFirst(" (won|lost)$", ""))
                .toList();
    }
}
