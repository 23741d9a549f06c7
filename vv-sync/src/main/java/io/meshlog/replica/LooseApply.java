package io.meshlog.replica;

import io.meshlog.op.Canonical;
import io.meshlog.op.Limits;
import io.meshlog.op.Op;
import io.meshlog.op.Origin;
import io.meshlog.vector.LooseSummary;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Applies loose ops (spec §5.1): a set keyed by (origin, seq, event id) without a prefix rule. The chained op
 * of a key replaces the loose one; of two variants the one with more fields stays, then the greater bytes.
 * Confined to one step.
 */
final class LooseApply {
    private final State state;
    private final Facts facts;
    private final Changes changes;
    private final Arrivals arrivals;

    LooseApply(State state, Facts facts, Changes changes, Arrivals arrivals) {
        this.state = state;
        this.facts = facts;
        this.changes = changes;
        this.arrivals = arrivals;
    }

    /** @param ops of one origin, seqs never falling */
    Applied apply(Origin origin, List<Op> ops) {
        List<Op> held = new ArrayList<>(heldOf(origin));
        int fresh = 0;
        long seq = 0;
        for (Op op : bestOfEach(ops)) {
            if (sharing(held, op.seq()) >= Limits.COLLISIONS_MAX && variant(held, op) == null) {
                return new Applied(
                        seq,
                        fresh,
                        Applied.Verdict.REFUSED,
                        op + " shares its address with " + Limits.COLLISIONS_MAX + " others already");
            }
            fresh += apply(op.asLoose(), held) ? 1 : 0;
            seq = op.seq();
        }
        return Applied.taken(seq, fresh);
    }

    /** A page may bring several variants of an op: what a commit drops and what it adds must be apart. */
    private static List<Op> bestOfEach(List<Op> ops) {
        List<Op> best = new ArrayList<>(ops.size());
        for (Op op : ops) {
            int at = best.size() - 1;
            while (at >= 0
                    && best.get(at).seq() == op.seq()
                    && !best.get(at).eventId().equals(op.eventId())) {
                at--;
            }
            if (at < 0 || best.get(at).seq() != op.seq()) {
                best.add(op);
            } else if (isBetter(op, best.get(at))) {
                best.set(at, op);
            }
        }
        return best;
    }

    private boolean apply(Op op, List<Op> held) {
        Op variant = variant(held, op);
        if (isChained(op) || (variant != null && !isBetter(op, variant))) {
            return false;
        }
        LooseSummary summary = state.loose(op.origin());
        if (variant != null) {
            held.remove(variant);
            summary = summary.minus(variant.digest(), Math.max(topOf(held), topOutside(op.origin())));
            arrivals.dropped(variant);
        }
        held.add(op);
        state.setLoose(op.origin(), summary.plus(op.seq(), op.digest()), changes);
        arrivals.loose(op);
        return true;
    }

    /** Takes away the loose ops that these chained ops, new here, replace. */
    void replacedBy(Origin base, List<Op> chained) {
        facts.loose().forEach((origin, there) -> {
            if (origin.base().equals(base)) {
                List<Op> left = new ArrayList<>(there.held());
                for (Op op : there.held()) {
                    if (chained.stream()
                            .anyMatch(c -> c.seq() == op.seq() && c.eventId().equals(op.eventId()))) {
                        left.remove(op);
                        LooseSummary summary = state.loose(origin);
                        long top = Math.max(topOf(left), there.topOutside());
                        state.setLoose(origin, summary.minus(op.digest(), top), changes);
                        arrivals.dropped(op);
                    }
                }
            }
        });
    }

    private List<Op> heldOf(Origin origin) {
        Facts.LooseFacts there = facts.loose().get(origin);
        return there == null ? List.of() : there.held();
    }

    private long topOutside(Origin origin) {
        Facts.LooseFacts there = facts.loose().get(origin);
        return there == null ? 0 : there.topOutside();
    }

    private boolean isChained(Op op) {
        for (Facts.Held held : facts.chain().getOrDefault(op.origin().base(), List.of())) {
            if (held.seq() == op.seq() && held.eventId().equals(op.eventId())) {
                return true;
            }
        }
        return false;
    }

    private static @org.jspecify.annotations.Nullable Op variant(List<Op> held, Op op) {
        for (Op other : held) {
            if (other.seq() == op.seq() && other.eventId().equals(op.eventId())) {
                return other;
            }
        }
        return null;
    }

    static boolean isBetter(Op op, Op held) {
        if (op.digest().equals(held.digest())) {
            return false;
        }
        int byFields = Integer.compare(op.fields().nonEmpty(), held.fields().nonEmpty());
        return byFields != 0
                ? byFields > 0
                : Arrays.compareUnsigned(Canonical.bytes(op.fields()), Canonical.bytes(held.fields())) > 0;
    }

    private static long sharing(List<Op> held, long seq) {
        return held.stream().filter(o -> o.seq() == seq).count();
    }

    private static long topOf(List<Op> ops) {
        return ops.stream().mapToLong(Op::seq).max().orElse(0);
    }
}
