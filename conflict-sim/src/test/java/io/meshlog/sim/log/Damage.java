package io.meshlog.sim.log;

import io.meshlog.op.Origin;
import io.meshlog.replica.Commit;
import io.meshlog.vector.LooseSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;

/** Commits with one thing missing or said twice. A log must refuse most of them. */
final class Damage {
    private final Random random;
    private int kind;

    private Damage(Random random, int kind) {
        this.random = random;
        this.kind = kind;
    }

    static Commit to(Commit commit, Random random) {
        return new Damage(random, random.nextInt(9)).of(commit);
    }

    private Commit of(Commit c) {
        return new Commit(
                c.identity(),
                c.renewalDue(),
                list(0, c.splits()),
                list(1, c.dropped()),
                list(2, c.ops()),
                list(3, c.withdrawn()),
                list(4, c.events()),
                list(5, c.artifacts()),
                list(6, c.signatures()),
                list(7, c.lines()),
                loose(c.loose()),
                c.positions(),
                c.successions(),
                c.clock(),
                c.nextSeq() - (kind == 4 && random.nextInt(4) == 0 ? 1 : 0));
    }

    private <T> List<T> list(int which, List<T> of) {
        if (which != kind) {
            return of;
        }
        if (of.isEmpty()) {
            // There is nothing to take away: the next component has its turn.
            kind++;
            return of;
        }
        List<T> damaged = new ArrayList<>(of);
        int at = random.nextInt(damaged.size());
        if (random.nextInt(3) == 0) {
            damaged.add(damaged.get(at));
        } else {
            damaged.remove(at);
        }
        return damaged;
    }

    private SortedMap<Origin, LooseSummary> loose(SortedMap<Origin, LooseSummary> of) {
        SortedMap<Origin, LooseSummary> damaged = new TreeMap<>(of);
        if (kind == 8 && !of.isEmpty()) {
            Origin first = of.firstKey();
            if (random.nextBoolean()) {
                damaged.remove(first);
            } else {
                LooseSummary right = of.get(first);
                damaged.put(first, new LooseSummary(right.top(), right.count() + 1, right.digest()));
            }
        }
        return damaged;
    }
}
