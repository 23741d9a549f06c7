package io.meshlog.sim.reader;

import io.meshlog.cursor.Examined;
import io.meshlog.cursor.Holdings;
import io.meshlog.cursor.Known;
import io.meshlog.cursor.Point;
import io.meshlog.op.Digest;
import io.meshlog.op.Op;
import io.meshlog.op.Origin;
import io.meshlog.replica.Line;
import io.meshlog.sim.check.Traveller.Copy;
import io.meshlog.sim.check.Traveller.Held;
import io.meshlog.vector.LooseSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What a replica holds, as a cursor asks for it: every answer looks at every op. Confined to one page. */
final class Copied implements Holdings {
    private final Copy copy;
    private final SortedMap<Origin, SortedMap<Long, Op>> onLine = new TreeMap<>();

    Copied(Copy copy) {
        this.copy = copy;
        for (Held held : copy.held()) {
            Origin line = held.line();
            if (line != null) {
                onLine.computeIfAbsent(line, name -> new TreeMap<>())
                        .put(held.op().seq(), held.op());
            }
        }
    }

    long tip() {
        return copy.rows().isEmpty()
                ? 0
                : copy.rows().get(copy.rows().size() - 1).position();
    }

    boolean isCovered(Held held, Known known) {
        Origin line = held.line();
        Op op = held.op();
        return line == null
                ? known.coversLoose(op.origin(), op.seq(), op::digest)
                : known.covers(line, op.seq(), () -> Objects.requireNonNull(op.chain()));
    }

    /** By the definition: a line is examined up to before the first op whose event stands behind the position. */
    Examined examined(long position) {
        SortedMap<Origin, Long> ends = new TreeMap<>();
        TreeSet<Origin> cut = new TreeSet<>();
        TreeSet<Origin> cutLoose = new TreeSet<>();
        List<Examined.Passed> passed = new ArrayList<>();
        for (Held held : copy.held()) {
            Origin line = held.line();
            boolean isBehind = held.position() > position;
            if (isBehind && !held.isRevised()) {
                if (line == null) {
                    cutLoose.add(held.op().origin());
                } else {
                    cut.add(line);
                }
            }
            if (line != null && !cut.contains(line)) {
                ends.put(line, held.op().seq());
            }
            if (held.position() == 0 || isBehind && held.isRevised()) {
                passed.add(new Examined.Passed(line, Point.of(held.op())));
            }
        }
        SortedMap<Origin, LooseSummary> loose = new TreeMap<>();
        for (Held held : copy.held()) {
            if (held.line() == null && !cutLoose.contains(held.op().origin())) {
                loose.merge(held.op().origin(), summary(held.op()), (sum, one) -> sum.plus(one.top(), one.digest()));
            }
        }
        return new Examined(copy.lines(), ends, loose, passed);
    }

    private static LooseSummary summary(Op op) {
        return LooseSummary.NONE.plus(op.seq(), op.digest());
    }

    @Override
    public List<Line> lines(Origin base) {
        return copy.lines().values().stream()
                .filter(line -> line.name().base().equals(base))
                .toList();
    }

    @Override
    public @Nullable Digest chainAt(Origin line, long seq) {
        SortedMap<Long, Op> ops = onLine.get(line);
        Op op = ops == null ? null : ops.get(seq);
        return op == null ? null : op.chain();
    }

    @Override
    public LooseSummary looseUpTo(Origin origin, long top) {
        LooseSummary sum = LooseSummary.NONE;
        for (Held held : copy.held()) {
            if (held.line() == null
                    && held.op().origin().equals(origin)
                    && held.op().seq() <= top) {
                sum = sum.plus(held.op().seq(), held.op().digest());
            }
        }
        return sum;
    }
}
