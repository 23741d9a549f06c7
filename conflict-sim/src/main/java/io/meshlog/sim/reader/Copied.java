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
import io.meshlog.sim.check.Traveller.Row;
import io.meshlog.vector.LooseSummary;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What a replica holds, as a cursor asks for it: every answer looks at every op. Confined to one visit. */
final class Copied implements Holdings {
    private final Copy copy;
    private final SortedMap<Origin, List<Held>> byLine = new TreeMap<>();
    private final SortedMap<Origin, List<Held>> byLooseOrigin = new TreeMap<>();

    Copied(Copy copy) {
        this.copy = copy;
        for (Held held : copy.held()) {
            Origin line = held.line();
            (line == null ? byLooseOrigin : byLine)
                    .computeIfAbsent(line == null ? held.op().origin() : line, name -> new ArrayList<>())
                    .add(held);
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

    /** By the definition: what stands behind the position was not examined, whatever its seqs are. */
    Examined examined(long position) {
        List<Examined.Passed> passed = new ArrayList<>();
        SortedMap<Origin, Long> ends = new TreeMap<>();
        byLine.forEach((line, ops) -> {
            long end = end(ops, position, passed);
            if (end > 0) {
                ends.put(line, end);
            }
        });
        SortedMap<Origin, LooseSummary> loose = new TreeMap<>();
        byLooseOrigin.forEach((origin, ops) -> {
            long end = end(ops, position, passed);
            if (end > 0) {
                loose.put(origin, looseUpTo(origin, end));
            }
        });
        return new Examined(copy.lines(), ends, loose, passed, hidden(position));
    }

    /** The last seq such that all up to it were examined but for a few, which are passed. */
    private static long end(List<Held> ops, long position, List<Examined.Passed> passed) {
        List<Held> skipped = new ArrayList<>();
        long end = 0;
        for (Held held : ops) {
            boolean isBehind = held.position() > position;
            if (held.position() == 0 || isBehind && held.isRevised()) {
                passed.add(named(held));
            } else if (isBehind) {
                skipped.add(held);
            }
            if (skipped.size() > Examined.SKIPPED_MAX) {
                break;
            }
            if (!isBehind || held.isRevised()) {
                end = held.op().seq();
            }
        }
        skipped.forEach(held -> passed.add(named(held)));
        return end;
    }

    private List<Examined.Passed> hidden(long position) {
        List<Examined.Passed> hidden = new ArrayList<>();
        for (Row row : copy.rows()) {
            for (Held held : row.position() <= position ? row.hidden() : List.<Held>of()) {
                if (!held.op().payload().equals(row.visible().op().payload())) {
                    hidden.add(named(held));
                }
            }
        }
        return hidden;
    }

    private static Examined.Passed named(Held held) {
        return new Examined.Passed(held.line(), Point.of(held.op()));
    }

    @Override
    public List<Line> lines(Origin base) {
        return copy.lines().values().stream()
                .filter(line -> line.name().base().equals(base))
                .toList();
    }

    @Override
    public @Nullable Digest chainAt(Origin line, long seq) {
        Op op = at(line, seq);
        return op == null ? null : op.chain();
    }

    @Override
    public @Nullable Digest digestAt(Origin line, long seq) {
        Op op = at(line, seq);
        return op == null ? null : op.digest();
    }

    private @Nullable Op at(Origin line, long seq) {
        for (Held held : byLine.getOrDefault(line, List.of())) {
            if (held.op().seq() == seq) {
                return held.op();
            }
        }
        return null;
    }

    @Override
    public LooseSummary looseUpTo(Origin origin, long top) {
        LooseSummary sum = LooseSummary.NONE;
        for (Held held : byLooseOrigin.getOrDefault(origin, List.of())) {
            if (held.op().seq() <= top) {
                sum = sum.plus(held.op().seq(), held.op().digest());
            }
        }
        return sum;
    }

    @Override
    public List<Op> looseLatest(Origin origin, long top, int max) {
        return byLooseOrigin.getOrDefault(origin, List.of()).stream()
                .filter(held -> held.op().seq() <= top)
                .sorted(Comparator.comparingLong(Held::position).reversed())
                .limit(max)
                .map(Held::op)
                .toList();
    }
}
