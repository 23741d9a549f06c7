package io.meshlog.view;

import io.meshlog.op.Digest;
import io.meshlog.op.Op;
import io.meshlog.op.Origin;
import io.meshlog.replica.Line;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** All conflicts, by kind and within a kind in an order that is the same everywhere (spec §6). Stateless. */
public final class Conflicts {
    /** Ops that cannot be read have no stamp to be ordered by. */
    private static final Comparator<Op> BY_ADDRESS =
            Comparator.comparing(Op::origin).thenComparingLong(Op::seq).thenComparing(Conflicts::identity);

    private Conflicts() {}

    /** @param lines as they stand */
    public static List<Conflict> of(EventSet set, Claims claims, Iterable<Line> lines) {
        List<Conflict> conflicts = new ArrayList<>();
        for (Shown event : set.events()) {
            if (event.isConflict()) {
                conflicts.add(new Conflict.IdConflict(event));
            }
        }
        forks(lines, conflicts);
        lostClaims(claims, conflicts);
        LastWords.of(set).forEach((about, words) -> {
            if (LastWords.contradict(
                    words.stream().map(word -> String.valueOf(word.status())).toList())) {
                conflicts.add(new Conflict.ContradictoryTerminals(about, words));
            }
        });
        for (Shown event : set.events()) {
            String reason = ClockAnomalies.reason(event.op(), event.event());
            if (reason != null) {
                conflicts.add(new Conflict.ClockAnomaly(event.said(), reason));
            }
        }
        set.unreadable().stream()
                .sorted(BY_ADDRESS)
                .map(Conflict.Quarantine::new)
                .forEach(conflicts::add);
        return conflicts;
    }

    private static Digest identity(Op op) {
        Digest chain = op.chain();
        return chain == null ? op.digest() : chain;
    }

    private static void forks(Iterable<Line> lines, List<Conflict> conflicts) {
        SortedMap<Origin, List<Line>> children = new TreeMap<>();
        for (Line line : lines) {
            Origin parent = line.parent();
            if (parent != null) {
                children.computeIfAbsent(parent, p -> new ArrayList<>()).add(line);
            }
        }
        children.forEach((parent, branches) -> conflicts.add(fork(parent, branches)));
    }

    /** @param branches at least one; they begin where the parent ends */
    public static Conflict.Fork fork(Origin parent, List<Line> branches) {
        List<Origin> names = branches.stream().map(Line::name).sorted().toList();
        return new Conflict.Fork(parent, branches.get(0).first() - 1, names);
    }

    private static void lostClaims(Claims claims, List<Conflict> conflicts) {
        List<Conflict.ClaimLost> lost = new ArrayList<>();
        for (List<Said> contending : claims.contending().values()) {
            for (Said said : contending.subList(1, contending.size())) {
                lost.add(new Conflict.ClaimLost(said, contending.get(0)));
            }
        }
        lost.sort(Comparator.comparing(claim -> claim.lost().merge()));
        conflicts.addAll(lost);
    }
}
