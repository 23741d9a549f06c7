package io.meshlog.replica;

import io.meshlog.op.ChainSignature;
import io.meshlog.op.Digest;
import io.meshlog.op.Limits;
import io.meshlog.op.Op;
import io.meshlog.op.Origin;
import io.meshlog.vector.Chain;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Applies ops of a native origin (spec §5.1, §5.4): in chain order, up to a signed point; what is held already
 * is skipped, what stands beside something held is a fork and is kept. Confined to one step.
 */
final class ChainApply {
    private final State state;
    private final Facts facts;
    private final Changes changes;
    private final Arrivals arrivals;

    ChainApply(State state, Facts facts, Changes changes, Arrivals arrivals) {
        this.state = state;
        this.facts = facts;
        this.changes = changes;
        this.arrivals = arrivals;
    }

    /** @param ops of one base, seqs ascending by one */
    Applied apply(Origin base, List<Op> ops) {
        List<Op> proved = upToSigned(ops);
        if (proved.isEmpty()) {
            return Applied.refused("no signature in " + ops.size() + " ops of " + base + " after "
                    + (ops.isEmpty() ? 0 : ops.get(0).seq() - 1));
        }
        Op last = proved.get(proved.size() - 1);
        int known = countHeld(base, proved);
        learnSignature(base, proved.subList(0, known));
        if (known == proved.size()) {
            return Applied.taken(last.seq(), 0);
        }
        List<Op> fresh = proved.subList(known, proved.size());
        Point parent = known > 0 ? heldPoint(base, proved.get(known - 1)) : parentOf(base, fresh.get(0));
        if (parent == null) {
            return Applied.noParent(fresh.get(0) + " does not follow any op held of its origin");
        }
        String broken = verify(base, parent, fresh);
        if (broken != null) {
            return Applied.refused(broken);
        }
        List<Op> signed = keepSomeSignatures(base, fresh);
        return signed == null
                ? Applied.refused("a signature of " + base + " between "
                        + fresh.get(0).seq() + " and " + last.seq() + " is false")
                : attach(base, parent, signed);
    }

    /** A point of a chain that is held. @param line the line it stands on */
    private record Point(Line line, long seq, Digest chain) {}

    private static List<Op> upToSigned(List<Op> ops) {
        int end = ops.size();
        while (end > 0 && ops.get(end - 1).sig() == null) {
            end--;
        }
        return ops.subList(0, end);
    }

    private int countHeld(Origin base, List<Op> ops) {
        SortedMap<Long, List<Facts.Held>> bySeq = new TreeMap<>();
        for (Facts.Held held : held(base)) {
            bySeq.computeIfAbsent(held.seq(), s -> new ArrayList<>()).add(held);
        }
        int known = 0;
        for (Op op : ops) {
            List<Facts.Held> there = bySeq.get(op.seq());
            if (there == null || there.stream().noneMatch(h -> h.chain().equals(op.chain()))) {
                break;
            }
            known++;
        }
        return known;
    }

    /** Of ops that are held already, the last signature is news where none is held for them. */
    private void learnSignature(Origin base, List<Op> held) {
        for (int i = held.size() - 1; i >= 0; i--) {
            ChainSignature sig = held.get(i).sig();
            Point point = sig == null ? null : heldPoint(base, held.get(i));
            if (sig != null && point != null) {
                state.learnSignature(point.line().name(), point.seq(), point.chain(), sig, changes);
                return;
            }
        }
    }

    private List<Facts.Held> held(Origin base) {
        return facts.chain().getOrDefault(base, List.of());
    }

    private @Nullable Point heldPoint(Origin base, Op op) {
        for (Facts.Held held : held(base)) {
            if (held.seq() == op.seq() && held.chain().equals(op.chain())) {
                return new Point(line(held.line()), held.seq(), held.chain());
            }
        }
        return null;
    }

    /** The held point that an op follows: looked for among everything held just before it. */
    private @Nullable Point parentOf(Origin base, Op op) {
        long seq = op.seq() - 1;
        for (Line line : state.forest.of(base)) {
            if (line.seq() == seq && Chain.follows(line.chain(), op)) {
                return new Point(line, seq, line.chain());
            }
        }
        if (seq == 0) {
            Line root = state.forest.get(base);
            return Chain.follows(Chain.ROOT, op)
                    ? new Point(root == null ? Line.ofOrigin(base) : root, 0, Chain.ROOT)
                    : null;
        }
        for (Facts.Held held : held(base)) {
            if (held.seq() == seq && Chain.follows(held.chain(), op)) {
                return new Point(line(held.line()), seq, held.chain());
            }
        }
        return null;
    }

    private Line line(Origin name) {
        return Objects.requireNonNull(state.forest.get(name), () -> "facts name line " + name + ", which is not held");
    }

    /** @return what is wrong with these ops, or null: each follows the one before */
    private @Nullable String verify(Origin base, Point parent, List<Op> ops) {
        long seq = parent.seq();
        Digest at = parent.chain();
        for (Op op : ops) {
            if (op.seq() != seq + 1 || !op.origin().equals(base)) {
                return "a hole: " + op + " after " + base + "#" + seq;
            }
            at = Chain.next(at, op.fields());
            if (!at.equals(op.chain())) {
                return op + " says chain " + op.chain() + ", its content gives " + at;
            }
            seq = op.seq();
        }
        return null;
    }

    private Applied attach(Origin base, Point parent, List<Op> ops) {
        Digest firstChain = Objects.requireNonNull(ops.get(0).chain());
        Digest next = nextOn(parent);
        Line before = parent.line();
        Line line = state.forest.lineAfter(before, parent.seq(), parent.chain(), firstChain, next, changes);
        if (line == null) {
            return Applied.refused(base + " has " + Limits.BRANCHES_MAX + " branches already");
        }
        if (!line.name().equals(before.name())) {
            changes.lastSplit(split -> state.unsigned.renamed(split));
            arrivals.report(
                    Incident.Kind.FORK,
                    base,
                    parent.seq() + 1,
                    "the history of " + base + " forks after " + parent.seq() + "; one branch is " + line.name());
        }
        for (Op op : ops) {
            arrivals.chained(op, line.name());
        }
        Op last = ops.get(ops.size() - 1);
        Digest chain = Objects.requireNonNull(last.chain());
        state.forest.put(
                line.grown(last.seq(), chain).signed(last.seq(), chain, Objects.requireNonNull(last.sig())), changes);
        state.unsigned.dropProved(state.forest);
        return Applied.taken(last.seq(), ops.size());
    }

    /** What stands after a point on its own line; null where the line ends at the point. */
    private @Nullable Digest nextOn(Point parent) {
        if (parent.line().seq() == parent.seq()) {
            return null;
        }
        for (Facts.Held held : held(parent.line().name().base())) {
            if (held.seq() == parent.seq() + 1
                    && held.line().equals(parent.line().name())) {
                return held.chain();
            }
        }
        throw new IllegalStateException("facts lack " + parent.line().name() + "#" + (parent.seq() + 1));
    }

    /**
     * One signature proves everything before it, and each costs a verification: kept are the last one and
     * enough of the others that a page of any size can end at a signed op.
     *
     * @return null if one that would be kept is false: whoever sent it did not check it either
     */
    private @Nullable List<Op> keepSomeSignatures(Origin base, List<Op> ops) {
        List<Op> kept = new ArrayList<>(ops.size());
        int sinceSigned = 0;
        for (int i = 0; i < ops.size(); i++) {
            Op op = ops.get(i);
            ChainSignature sig = op.sig();
            sinceSigned++;
            if (sig == null || !isDue(ops, i, sinceSigned)) {
                kept.add(op.withSig(null));
            } else if (state.verifier.verifies(base, op.seq(), Objects.requireNonNull(op.chain()), sig)) {
                sinceSigned = 0;
                kept.add(op);
            } else {
                return null;
            }
        }
        return kept;
    }

    /** Whether waiting for the next signature would leave more ops unsigned in a row than a page may run on. */
    private static boolean isDue(List<Op> ops, int at, int sinceSigned) {
        for (int next = at + 1; next < ops.size(); next++) {
            if (ops.get(next).sig() != null) {
                return sinceSigned + next - at > Limits.UNSIGNED_OPS_MAX;
            }
        }
        return true;
    }
}
