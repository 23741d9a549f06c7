package io.meshlog.replica;

import io.meshlog.op.Digest;
import io.meshlog.op.Limits;
import io.meshlog.op.Origin;
import io.meshlog.vector.Chain;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Every native origin's tree of lines (spec §5.4). Names depend only on the set of ops held: the stretch from
 * the root is named like the origin, every other one after the chain of its first op.
 *
 * <p>An origin has a line of its own name as soon as anything of it is held; where two first ops compete that
 * line is empty and the branches go on from it. Confined to the replica.
 */
final class Forest {
    private final SortedMap<Origin, Line> lines;

    Forest(SortedMap<Origin, Line> lines) {
        this.lines = new TreeMap<>(lines);
    }

    SortedMap<Origin, Line> lines() {
        return lines;
    }

    @Nullable
    Line get(Origin name) {
        return lines.get(name);
    }

    void put(Line line, Changes changes) {
        lines.put(line.name(), line);
        changes.line(line);
    }

    /** The lines of a base, itself first. */
    List<Line> of(Origin base) {
        List<Line> of = new ArrayList<>();
        for (Line line : lines.tailMap(base).values()) {
            if (!line.name().base().equals(base)) {
                break;
            }
            of.add(line);
        }
        return of;
    }

    /** The highest seq held of a base, on whatever line; 0 for nothing. */
    long top(Origin base) {
        long top = 0;
        for (Line line : of(base)) {
            top = Math.max(top, line.seq());
        }
        return top;
    }

    boolean hasChildren(Line line) {
        for (Line other : of(line.name().base())) {
            if (line.name().equals(other.parent())) {
                return true;
            }
        }
        return false;
    }

    /** The line that ends at this point, the base's own while nothing is held; null if none does. */
    @Nullable
    Line endingAt(Origin base, long seq, Digest chain) {
        for (Line line : of(base)) {
            if (line.seq() == seq && line.chain().equals(chain)) {
                return line;
            }
        }
        return seq == 0 && chain.equals(Chain.ROOT) && get(base) == null ? Line.ofOrigin(base) : null;
    }

    /**
     * The line on which an op goes that follows the given point, with every fork that this makes.
     *
     * @param on the line that holds the point; an empty base line holds the root
     * @param seq the point's seq
     * @param chain the point's digest
     * @param firstChain the new op's chain
     * @param nextOnLine the digest after the point on that line, or null if the line ends at the point
     * @return null if the base has as many branches as it may have
     */
    @Nullable
    Line lineAfter(Line on, long seq, Digest chain, Digest firstChain, @Nullable Digest nextOnLine, Changes changes) {
        Origin base = on.name().base();
        boolean ends = on.seq() == seq;
        if (ends && !hasChildren(on)) {
            return on;
        }
        int branches = of(base).size() - 1;
        if (branches + (ends ? 1 : 2) > Limits.BRANCHES_MAX) {
            return null;
        }
        if (!ends) {
            if (nextOnLine == null) {
                throw new IllegalStateException("line " + on.name() + " goes on after " + seq + ", but with what?");
            }
            split(on, seq, chain, base.branch(nextOnLine), changes);
        }
        return Line.empty(base.branch(firstChain), on.name(), seq + 1, chain);
    }

    private void split(Line line, long lastSeq, Digest lastChain, Origin restName, Changes changes) {
        Line rest = line.restAs(restName, lastSeq + 1, lastChain);
        for (Line child : of(line.name().base())) {
            if (line.name().equals(child.parent())) {
                put(child.movedUnder(restName), changes);
            }
        }
        put(rest, changes);
        put(line.endedAt(lastSeq, lastChain), changes);
        changes.split(new Commit.Split(line.name(), lastSeq, restName));
    }
}
