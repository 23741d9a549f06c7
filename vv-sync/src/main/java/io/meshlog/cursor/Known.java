package io.meshlog.cursor;

import io.meshlog.op.Digest;
import io.meshlog.op.Op;
import io.meshlog.op.Origin;
import io.meshlog.replica.Line;
import io.meshlog.vector.LooseSummary;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a cover comes to at one replica at one moment: up to where its lines and loose origins are covered. Immutable.
 *
 * <p>Idea: an op's chain digest names its whole history, so a head is found by its chain on whatever line of its base it
 * stands now, and covers that line up to it and every line that it goes on from. Cost: a look at each line of the bases
 * that are named.
 */
public final class Known {
    /** So many chained ops are looked at that may have taken the place of an origin's loose ones. */
    private static final int REPLACED_MAX = 512;

    public static final Known NOTHING = resolve(Cover.NONE, new Nowhere());

    private final SortedMap<Origin, Long> lines = new TreeMap<>();
    private final SortedMap<Origin, LoosePoint> loose = new TreeMap<>();
    /** By base or loose origin, then seq. */
    private final SortedMap<Origin, SortedMap<Long, List<Point>>> unread = new TreeMap<>();

    private final List<String> missing = new ArrayList<>();

    private Known() {}

    /** @param holdings asked now and not again */
    public static Known resolve(Cover cover, Holdings holdings) {
        Known known = new Known();
        cover.unread().forEach(known::exclude);
        for (Point head : cover.heads()) {
            List<Line> lines = holdings.lines(head.origin().base());
            Line line = lineOf(head, lines, holdings);
            if (line == null) {
                known.missing.add(head.origin() + "#" + head.seq());
            } else {
                known.cover(line, head.seq(), lines);
            }
        }
        for (LoosePoint point : cover.loose()) {
            if (!known.cover(point, holdings)) {
                known.missing.add("loose " + point.origin() + "#" + point.top());
            }
        }
        return known;
    }

    /** The line that the op of this point stands on; null where it is not held. */
    static @Nullable Line lineOf(Point point, List<Line> lines, Holdings holdings) {
        for (Line line : lines) {
            if (line.first() <= point.seq() && point.seq() <= line.seq()) {
                Digest chain = holdings.chainAt(line.name(), point.seq());
                if (chain != null && chain.hex16().equals(point.mark())) {
                    return line;
                }
            }
        }
        return null;
    }

    private void cover(Line head, long seq, List<Line> all) {
        Line line = head;
        long to = seq;
        while (line != null) {
            lines.merge(line.name(), to, Math::max);
            Origin parent = line.parent();
            line = all.stream()
                    .filter(other -> other.name().equals(parent))
                    .findFirst()
                    .orElse(null);
            to = line == null ? 0 : line.seq();
        }
    }

    /**
     * Loose ops as they were counted; or without those that came since below the same top; or with the chained ones that
     * took the place of the lowest of them: those that follow on what is covered of their line make up for all that is
     * lacking, to the digest.
     *
     * @return whether they are all held
     */
    private boolean cover(LoosePoint point, Holdings holdings) {
        Origin origin = point.origin();
        LooseSummary here = holdings.looseUpTo(origin, point.top());
        boolean isHeld;
        if (here.count() > point.count()) {
            List<Op> since = LooseSince.find(point, here, holdings);
            since.forEach(op -> exclude(Point.of(op)));
            isHeld = !since.isEmpty();
        } else if (here.count() < point.count()) {
            isHeld = coversReplaced(point, here, holdings);
        } else {
            isHeld = point.isOf(here);
        }
        if (isHeld && here.count() > 0) {
            loose.put(origin, LoosePoint.of(origin, here));
        }
        return isHeld;
    }

    private boolean coversReplaced(LoosePoint point, LooseSummary here, Holdings holdings) {
        Origin origin = point.origin();
        long lacking = point.count() - here.count();
        if (lacking > REPLACED_MAX) {
            return false;
        }
        long from = coveredTo(origin);
        LooseSummary sum = here;
        for (long seq = from + 1; seq <= from + lacking; seq++) {
            Digest digest = holdings.digestAt(origin, seq);
            if (digest == null) {
                return false;
            }
            sum = sum.plus(seq, digest);
        }
        if (!point.isOf(sum)) {
            return false;
        }
        for (long seq = from + 1; seq <= from + lacking; seq++) {
            Digest digest = holdings.digestAt(origin, seq);
            Digest chain = holdings.chainAt(origin, seq);
            // What was not shown as a loose op was not shown as a chained one.
            if (digest != null && chain != null && isUnread(origin.base(), seq, digest::hex16)) {
                exclude(Point.of(origin, seq, chain));
            }
        }
        lines.put(origin, from + lacking);
        return true;
    }

    private void exclude(Point point) {
        unread.computeIfAbsent(point.origin().base(), base -> new TreeMap<>())
                .computeIfAbsent(point.seq(), seq -> new ArrayList<>())
                .add(point);
    }

    /** What is not covered although it lies below, in any order. */
    public List<Point> unread() {
        return unread.values().stream()
                .flatMap(of -> of.values().stream())
                .flatMap(List::stream)
                .toList();
    }

    Set<Origin> looseOrigins() {
        return loose.keySet();
    }

    /** What of the cover is not held here, for people; empty where all of it is. */
    public List<String> missing() {
        return Collections.unmodifiableList(missing);
    }

    /** The last seq of a line that is covered, but for what is unread; 0 for none. */
    public long coveredTo(Origin line) {
        Long to = lines.get(line);
        return to == null ? 0 : to;
    }

    /** The highest covered seq of an origin's loose ops, but for what is unread; 0 for none. */
    public long looseTo(Origin origin) {
        LoosePoint point = loose.get(origin);
        return point == null ? 0 : point.top();
    }

    @Nullable
    LoosePoint loosePoint(Origin origin) {
        return loose.get(origin);
    }

    /** @param chain of the op, asked for only where it decides */
    public boolean covers(Origin line, long seq, Supplier<Digest> chain) {
        return seq <= coveredTo(line)
                && !isUnread(line.base(), seq, () -> chain.get().hex16());
    }

    /** @param digest of the loose op's canonical bytes, asked for only where it decides */
    public boolean coversLoose(Origin origin, long seq, Supplier<Digest> digest) {
        return seq <= looseTo(origin)
                && !isUnread(origin.base(), seq, () -> digest.get().hex16());
    }

    boolean coversAs(Origin line, Point point) {
        return point.seq() <= coveredTo(line) && !isUnread(line.base(), point.seq(), point::mark);
    }

    boolean coversLooseAs(Point point) {
        return point.seq() <= looseTo(point.origin())
                && !isUnread(point.origin().base(), point.seq(), point::mark);
    }

    private boolean isUnread(Origin base, long seq, Supplier<String> mark) {
        SortedMap<Long, List<Point>> there = unread.get(base);
        List<Point> points = there == null ? null : there.get(seq);
        if (points == null) {
            return false;
        }
        String hex16 = mark.get();
        return points.stream().anyMatch(point -> point.mark().equals(hex16));
    }

    /** Whether anything is covered at all. */
    public boolean isNothing() {
        return lines.isEmpty() && loose.isEmpty();
    }

    private static final class Nowhere implements Holdings {
        @Override
        public List<Line> lines(Origin base) {
            return List.of();
        }

        @Override
        public @Nullable Digest chainAt(Origin line, long seq) {
            return null;
        }

        @Override
        public @Nullable Digest digestAt(Origin line, long seq) {
            return null;
        }

        @Override
        public LooseSummary looseUpTo(Origin origin, long top) {
            return LooseSummary.NONE;
        }

        @Override
        public List<Op> looseLatest(Origin origin, long top, int max) {
            return List.of();
        }
    }
}
