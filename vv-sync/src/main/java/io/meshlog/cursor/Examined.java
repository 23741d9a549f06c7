package io.meshlog.cursor;

import io.meshlog.op.Digest;
import io.meshlog.op.Origin;
import io.meshlog.replica.Line;
import io.meshlog.vector.LooseSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * How far a replica's log was examined by whoever came to a delivery position there, as the log stands now. Not what it
 * holds: an event that stands behind the position was not examined, whatever the seqs of its ops are.
 *
 * @param lines every line that is held, by name
 * @param ends per line the last seq such that all of its ops up to there were examined or stand in {@code passed}; absent
 *     for none
 * @param loose of each origin all of whose loose ops were examined or stand in {@code passed}: what they are
 * @param passed ops that were not shown up to the position, although ops after them were: unreadable ones, and those of
 *     events that moved on behind it. Others than those below the ends do no harm
 */
public record Examined(
        SortedMap<Origin, Line> lines,
        SortedMap<Origin, Long> ends,
        SortedMap<Origin, LooseSummary> loose,
        List<Passed> passed) {

    /** @param line where it stands; null for a loose op */
    public record Passed(@Nullable Origin line, Point point) {}

    /**
     * What the reader's next cursor stands for: this, and what the cursor that it came with stood for.
     *
     * @param before what that one comes to here
     * @param cover what that one says
     * @param holdings of the same moment
     */
    public Cover and(Known before, Cover cover, Holdings holdings) {
        return bounded().joined(before, cover, holdings);
    }

    /** Without more exceptions than a cursor names: what has them is covered up to before the first. */
    private Examined bounded() {
        SortedMap<Origin, Long> kept = new TreeMap<>(ends);
        SortedMap<Origin, LooseSummary> keptLoose = new TreeMap<>(loose);
        List<Passed> named = new ArrayList<>();
        for (Passed op : passed) {
            Origin line = op.line();
            boolean isBelow = line == null
                    ? loose.containsKey(op.point().origin())
                    : op.point().seq() <= ends.getOrDefault(line, 0L);
            if (isBelow) {
                named.add(op);
            }
        }
        if (named.size() > Cover.UNREAD_MAX) {
            for (Passed op : named) {
                Origin line = op.line();
                if (line == null) {
                    keptLoose.remove(op.point().origin());
                } else {
                    kept.merge(line, op.point().seq() - 1, Math::min);
                }
            }
            named.clear();
        }
        // A branch stands on all that it goes on from: where that is cut, so is the branch.
        SortedMap<Origin, Long> rooted = new TreeMap<>();
        kept.forEach((name, end) -> {
            Line line = lines.get(name);
            if (line != null && end >= line.first() && isWhole(line.parent(), kept)) {
                rooted.put(name, end);
            }
        });
        return new Examined(lines, rooted, keptLoose, named);
    }

    private boolean isWhole(@Nullable Origin name, SortedMap<Origin, Long> kept) {
        Line line = name == null ? null : lines.get(name);
        if (line == null) {
            return name == null;
        }
        return (line.isEmpty() || kept.getOrDefault(line.name(), 0L) >= line.seq()) && isWhole(line.parent(), kept);
    }

    private Cover joined(Known before, Cover cover, Holdings holdings) {
        SortedMap<Origin, Long> to = new TreeMap<>(ends);
        for (Line line : lines.values()) {
            long known = Math.min(before.coveredTo(line.name()), line.seq());
            if (known >= line.first()) {
                to.merge(line.name(), known, Math::max);
            }
        }
        TreeSet<Point> heads = new TreeSet<>();
        to.forEach((name, end) -> {
            Digest chain = isImplied(name, to) ? null : holdings.chainAt(name, end);
            if (chain != null) {
                heads.add(Point.of(name, end, chain));
            }
        });
        List<LoosePoint> points = new ArrayList<>();
        TreeSet<Origin> origins = new TreeSet<>(loose.keySet());
        cover.loose().forEach(point -> origins.add(point.origin()));
        for (Origin origin : origins) {
            LooseSummary here = loose.get(origin);
            LoosePoint known = here == null ? before.loosePoint(origin) : LoosePoint.of(origin, here);
            if (known != null) {
                points.add(known);
            }
        }
        return new Cover(List.copyOf(heads), points, unread(before, cover, holdings));
    }

    /** A head on a branch of it stands for the whole line. */
    private boolean isImplied(Origin name, SortedMap<Origin, Long> to) {
        for (Origin other : to.tailMap(name.base()).keySet()) {
            if (!other.base().equals(name.base())) {
                return false;
            }
            Line line = lines.get(other);
            if (line != null && name.equals(line.parent())) {
                return true;
            }
        }
        return false;
    }

    /** What neither this nor the cursor before covers, of all that one of them names. */
    private List<Point> unread(Known before, Cover cover, Holdings holdings) {
        TreeSet<Point> unread = new TreeSet<>();
        TreeSet<Point> here = new TreeSet<>();
        for (Passed op : passed) {
            Point point = op.point();
            here.add(new Point(point.origin().base(), point.seq(), point.mark()));
            Origin line = op.line();
            boolean isCovered = line == null ? before.coversLooseAs(point) : before.coversAs(line, point);
            if (!isCovered) {
                unread.add(point);
            }
        }
        for (Point point : cover.unread()) {
            Line line = Known.lineOf(point, holdings.lines(point.origin().base()), holdings);
            boolean isExamined = line == null
                    ? loose.containsKey(point.origin())
                    : point.seq() <= ends.getOrDefault(line.name(), 0L);
            boolean isKept = line != null || before.loosePoint(point.origin()) != null;
            if (isKept && (!isExamined || here.contains(new Point(point.origin().base(), point.seq(), point.mark())))) {
                unread.add(point);
            }
        }
        return List.copyOf(unread);
    }
}
