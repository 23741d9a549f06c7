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
 * @param loose of each origin the loose ops up to a top such that all of them were examined or stand in {@code passed}
 * @param passed ops that were not shown up to the position, although ops after them were: unreadable ones, those of
 *     events that moved on behind it, and the few that stand behind it between others that do not. Others than those
 *     below the ends do no harm
 * @param hidden ops of events up to the position that say something else than what was shown of these
 */
public record Examined(
        SortedMap<Origin, Line> lines,
        SortedMap<Origin, Long> ends,
        SortedMap<Origin, LooseSummary> loose,
        List<Passed> passed,
        List<Passed> hidden) {
    /** So many ops of a line, and so many of an origin's loose ones, are passed for the sake of later ones. */
    public static final int SKIPPED_MAX = 16;

    /** More are not named: then who goes on without what the cursor stands for may keep what one of them replaced. */
    public static final int HIDDEN_MAX = 32;

    /** @param line where it stands; null for a loose op */
    public record Passed(@Nullable Origin line, Point point) {}

    /**
     * What the reader's next cursor stands for: this, and what the cursor that it came with stood for.
     *
     * @param before what that one comes to here
     * @param holdings of the same moment
     */
    public Cover and(Known before, Holdings holdings) {
        return bounded().joined(before, holdings);
    }

    /** Without more exceptions than a cursor names: what has them is covered up to before the first. */
    private Examined bounded() {
        SortedMap<Origin, Long> kept = new TreeMap<>(ends);
        SortedMap<Origin, LooseSummary> keptLoose = new TreeMap<>(loose);
        List<Passed> named = new ArrayList<>();
        for (Passed op : passed) {
            Origin line = op.line();
            if (isBelow(op.point(), line)) {
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
        return new Examined(lines, rooted, keptLoose, named, hidden);
    }

    /** @param line of its point; null for a loose op */
    private boolean isBelow(Point point, @Nullable Origin line) {
        if (line != null) {
            return point.seq() <= ends.getOrDefault(line, 0L);
        }
        LooseSummary here = loose.get(point.origin());
        return here != null && point.seq() <= here.top();
    }

    private boolean isWhole(@Nullable Origin name, SortedMap<Origin, Long> kept) {
        Line line = name == null ? null : lines.get(name);
        if (line == null) {
            return name == null;
        }
        return (line.isEmpty() || kept.getOrDefault(line.name(), 0L) >= line.seq()) && isWhole(line.parent(), kept);
    }

    private Cover joined(Known before, Holdings holdings) {
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
        origins.addAll(before.looseOrigins());
        for (Origin origin : origins) {
            LooseSummary here = loose.get(origin);
            LoosePoint known = before.loosePoint(origin);
            if (here != null && (known == null || known.top() <= here.top())) {
                known = LoosePoint.of(origin, here);
            }
            if (known != null) {
                points.add(known);
            }
        }
        return new Cover(List.copyOf(heads), points, unread(before, holdings));
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
    private List<Point> unread(Known before, Holdings holdings) {
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
        for (Point point : before.unread()) {
            Line line = Known.lineOf(point, holdings.lines(point.origin().base()), holdings);
            boolean isExamined = isBelow(point, line == null ? null : line.name());
            boolean isKept = line != null || before.loosePoint(point.origin()) != null;
            if (isKept && (!isExamined || here.contains(new Point(point.origin().base(), point.seq(), point.mark())))) {
                unread.add(point);
            }
        }
        hidden.stream()
                .filter(op -> isBelow(op.point(), op.line()))
                .limit(Math.min(HIDDEN_MAX, Math.max(0, Cover.UNREAD_MAX - unread.size())))
                .forEach(op -> unread.add(op.point()));
        return List.copyOf(unread);
    }
}
