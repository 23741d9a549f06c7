package io.meshlog.sim.check;

import io.meshlog.op.ChainSignature;
import io.meshlog.op.ChainVerifier;
import io.meshlog.op.Origin;
import io.meshlog.replica.Line;
import io.meshlog.replica.RecoveredState;
import io.meshlog.replica.Served;
import io.meshlog.sim.draw.Mix;
import io.meshlog.sim.world.Names;
import io.meshlog.vector.Frontier;
import io.meshlog.vector.Head;
import io.meshlog.vector.LooseSummary;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What a replica tells of itself, against what it holds. Confined to its run. */
final class FrontierChecks {
    private static final BigInteger MODULUS = BigInteger.ONE.shiftLeft(256);

    private final Ledger ledger;
    private final Names names;
    private final Met met;
    private final Map<Long, Held> byFrontier = new LinkedHashMap<>();
    private final ChainVerifier verifier;

    /** What the first replica with a frontier held. */
    private record Held(String replica, long ops, long allOps, long state, long owed) {}

    FrontierChecks(Ledger ledger, Names names, ChainVerifier verifier, Met met) {
        this.verifier = verifier;
        this.met = met;
        this.ledger = ledger;
        this.names = names;
    }

    /** V7, and the sum of what is proved, for one base of which something changed. */
    void base(Mirror mirror, Origin base) {
        List<Issued> ops = mirror.chainedOf(base);
        Map<Integer, Integer> children = isForked(ops) ? children(ops) : Collections.emptyMap();
        boolean forked = !children.isEmpty();
        if (forked) {
            meets(children);
        }
        Line line = null;
        long sum = 0;
        for (Issued op : ops) {
            Origin name = mirror.line(op);
            String expected = forked ? nameOf(op, children) : base.name();
            if (name == null || !name.name().equals(expected)) {
                throw new Violation(
                        Invariant.V7,
                        "branch-name",
                        op.shortName,
                        mirror.replica,
                        op.shortName + " stands on line " + (name == null ? "none" : names.of(name))
                                + "; the set of ops puts it on " + names.of(new Origin(expected)));
            }
            line = line != null && line.name().equals(name) ? line : mirror.lines.get(name);
            if (line == null) {
                throw new Violation(
                        Invariant.A5,
                        "no-line",
                        op.shortName,
                        mirror.replica,
                        op.shortName + " stands on a line that is not there");
            }
            if (op.op.seq() <= line.signedSeq()) {
                sum += op.mixed;
            }
        }
        for (Issued op : mirror.looseOf(base)) {
            sum += op.mixed;
        }
        Long before = mirror.proved.put(base, sum);
        mirror.provedSum += sum - (before == null ? 0 : before);
    }

    private void meets(Map<Integer, Integer> children) {
        children.forEach((parent, count) -> {
            if (count > 2) {
                met.note(Met.Situation.THREE_WAY);
            }
            Issued at = count > 1 && parent >= 0 ? ledger.get(parent).parent : null;
            for (; at != null; at = at.parent) {
                if (children.getOrDefault(parentId(at), 0) > 1) {
                    met.note(Met.Situation.FORK_OF_FORK);
                    return;
                }
            }
        });
    }

    /** -1 for what follows nothing. */
    private static int parentId(Issued op) {
        return op.parent == null ? -1 : op.parent.id;
    }

    private static boolean isForked(List<Issued> ops) {
        return !isOneChain(ops) && hasSiblings(ops);
    }

    /** The usual case, told without a set. */
    private static boolean isOneChain(List<Issued> ops) {
        Issued before = null;
        for (Issued op : ops) {
            if (op.parent != before) {
                return false;
            }
            before = op;
        }
        return true;
    }

    private static boolean hasSiblings(List<Issued> ops) {
        BitSet parents = new BitSet();
        for (Issued op : ops) {
            int parent = parentId(op) + 1;
            if (parents.get(parent)) {
                return true;
            }
            parents.set(parent);
        }
        return false;
    }

    private static Map<Integer, Integer> children(List<Issued> ops) {
        Map<Integer, Integer> children = new LinkedHashMap<>();
        ops.forEach(op -> children.merge(parentId(op), 1, Integer::sum));
        return children;
    }

    /** The name that the set of ops gives a line: that of the last op above that had a sibling, or the base's. */
    private static String nameOf(Issued op, Map<Integer, Integer> children) {
        for (Issued at = op; at != null; at = at.parent) {
            if (children.getOrDefault(parentId(at), 0) > 1) {
                return op.base().name() + "~" + at.chain.substring(0, 16);
            }
        }
        return op.base().name();
    }

    void recount(Mirror mirror) {
        mirror.proved.clear();
        mirror.provedSum = 0;
        List<Origin> bases = new ArrayList<>(mirror.byBase.keySet());
        bases.addAll(mirror.looseOf.keySet());
        bases.stream().distinct().forEach(base -> base(mirror, base));
    }

    /** V3, V4, V9, A3: every frontier that is told. */
    void told(Mirror mirror, Served served) {
        Frontier frontier = served.frontier();
        long key = 1;
        for (Head head : frontier.heads().values()) {
            Issued op = find(mirror, head);
            if (op == null || !head.origin().equals(mirror.line(op))) {
                throw new Violation(
                        Invariant.V3,
                        "told-unheld",
                        names.of(head.origin()) + "#" + head.seq(),
                        mirror.replica,
                        mirror.replica + " tells of " + names.of(head.origin()) + "#" + head.seq()
                                + (op == null ? ", which it does not durably hold" : ", which stands elsewhere"));
            }
            Line line = mirror.lines.get(head.origin());
            if (line == null || line.signedSeq() < head.seq()) {
                throw new Violation(
                        Invariant.V3,
                        "told-unsigned",
                        op.shortName,
                        mirror.replica,
                        mirror.replica + " tells of " + op.shortName + ", which no signature proves");
            }
            proves(mirror, frontier, head, op);
            mirror.toldHeads.set(op.id);
            key = Mix.of(Mix.of(key, head.origin().name()), head.chain().w0() ^ head.seq());
        }
        for (Map.Entry<Origin, LooseSummary> loose : frontier.loose().entrySet()) {
            int held = mirror.looseOf(loose.getKey()).size();
            if (loose.getValue().count() != held) {
                throw new Violation(
                        Invariant.V4,
                        "loose-count",
                        names.of(loose.getKey()),
                        mirror.replica,
                        mirror.replica + " tells of " + loose.getValue().count() + " loose ops of "
                                + names.of(loose.getKey()) + "; it holds "
                                + held);
            }
            looseDigest(mirror, loose.getKey(), loose.getValue());
            key = Mix.of(
                    Mix.of(key, loose.getKey().name()),
                    loose.getValue().digest().w0() ^ loose.getValue().count());
        }
        compare(mirror, key, allProved(mirror));
    }

    /** V3: a head is told with a signature of just its point, or with none where its branches prove it. */
    private void proves(Mirror mirror, Frontier told, Head head, Issued op) {
        ChainSignature sig = head.sig();
        if (sig == null) {
            isProvedByABranch(mirror, told, op);
            return;
        }
        if (!verifier.verifies(head.origin().base(), head.seq(), head.chain(), sig)) {
            throw new Violation(
                    Invariant.V3,
                    "told-forged",
                    op.shortName,
                    mirror.replica,
                    mirror.replica + " tells of " + op.shortName + " with a signature of something else");
        }
    }

    /** Some head that is told with a signature stands further on, on the same history. */
    private void isProvedByABranch(Mirror mirror, Frontier told, Issued op) {
        for (Head other : told.heads().values()) {
            Issued at = other.sig() == null || !other.origin().base().equals(op.base()) ? null : find(mirror, other);
            while (at != null && at.op.seq() > op.op.seq() && at.parent != null) {
                at = at.parent;
            }
            if (at == op) {
                return;
            }
        }
        throw new Violation(
                Invariant.V3,
                "unsigned",
                op.shortName,
                mirror.replica,
                mirror.replica + " tells of " + op.shortName
                        + " without a signature, and no signed head goes on from it");
    }

    /** The sum of the SHA-256 of each op's canonical bytes, modulo 2^256 (spec §12). */
    private void looseDigest(Mirror mirror, Origin origin, LooseSummary told) {
        BigInteger sum = BigInteger.ZERO;
        long top = 0;
        for (Issued op : mirror.looseOf(origin)) {
            sum = sum.add(op.number());
            top = Math.max(top, op.op.seq());
        }
        sum = sum.mod(MODULUS);
        if (!sum.equals(new BigInteger(1, told.digest().bytes())) || top != told.top()) {
            throw new Violation(
                    Invariant.V4,
                    "loose-digest",
                    names.of(origin),
                    mirror.replica,
                    mirror.replica + " tells of loose ops of " + names.of(origin)
                            + " by a digest or a top that is not that of what it holds");
        }
    }

    private static boolean allProved(Mirror mirror) {
        for (Line line : mirror.lines.values()) {
            if (line.seq() != line.signedSeq()) {
                return false;
            }
        }
        return true;
    }

    private void compare(Mirror mirror, long key, boolean allProved) {
        Held now = new Held(
                mirror.replica,
                mirror.provedSum,
                allProved ? mirror.provedSum : 0,
                allProved ? mirror.stateSum : 0,
                allProved ? mirror.owedSum : 0);
        Held before = byFrontier.putIfAbsent(key, now);
        if (before == null) {
            return;
        }
        if (before.ops != now.ops) {
            throw new Violation(
                    Invariant.V9,
                    "told",
                    "",
                    mirror.replica,
                    mirror.replica + " and " + before.replica + " tell one frontier and hold different ops");
        }
        if (before.allOps != 0 && now.allOps != 0 && before.state != now.state) {
            throw new Violation(
                    Invariant.A3,
                    "state",
                    "",
                    mirror.replica,
                    mirror.replica + " and " + before.replica + " tell one frontier and show different events");
        }
        if (before.allOps != 0 && now.allOps != 0 && before.owed != now.owed) {
            throw new Violation(
                    Invariant.M2,
                    "told",
                    "",
                    mirror.replica,
                    mirror.replica + " and " + before.replica + " tell one frontier, and what agents owe differs");
        }
        if (before.allOps == 0 && now.allOps != 0) {
            byFrontier.put(key, now);
        }
    }

    /** O4: a round that went well leaves nothing behind of what it was planned from; what nobody wrote was a lie. */
    void tookWhatItHeard(Mirror mirror, String peer, Frontier heard) {
        for (Head head : heard.heads().values()) {
            Issued op = ledger.find(head.origin().base(), head.seq(), head.chain());
            if (op != null && !mirror.held.get(op.id)) {
                throw new Violation(
                        Invariant.O4,
                        "left-behind",
                        op.shortName,
                        mirror.replica,
                        "a round of " + mirror.replica + " with " + peer + " went well, and " + op.shortName
                                + ", which " + peer + " told of, is not here");
            }
        }
    }

    private @Nullable Issued find(Mirror mirror, Head head) {
        Issued op = ledger.find(head.origin().base(), head.seq(), head.chain());
        return op != null && mirror.held.get(op.id) ? op : null;
    }

    /** V3 after a crash: of every base at least as much is proved as was ever told. */
    void nothingToldIsGone(Mirror mirror, RecoveredState state) {
        SortedMap<Origin, Long> proved = new TreeMap<>();
        state.lines().values().forEach(line -> proved.merge(line.name().base(), line.signedSeq(), Math::max));
        for (int id = mirror.toldHeads.nextSetBit(0); id >= 0; id = mirror.toldHeads.nextSetBit(id + 1)) {
            Issued told = ledger.get(id);
            if (told.op.seq() > proved.getOrDefault(told.base(), 0L)) {
                throw new Violation(
                        Invariant.V3,
                        "recovered",
                        told.shortName,
                        mirror.replica,
                        mirror.replica + " told of " + told.shortName + " and recovers " + names.of(told.base())
                                + " up to " + proved.getOrDefault(told.base(), 0L));
            }
        }
    }

    /** G1, A3: replicas that came to rest. */
    void same(List<Mirror> core) {
        for (Mirror mirror : core) {
            Mirror first = core.get(0);
            if (mirror.provedSum != first.provedSum) {
                throw new Violation(
                        Invariant.V9,
                        "rest",
                        "",
                        mirror.replica,
                        mirror.replica + " and " + first.replica + " are at rest and hold different ops");
            }
            if (allProved(mirror) && allProved(first) && mirror.stateSum != first.stateSum) {
                throw new Violation(
                        Invariant.A3,
                        "rest",
                        "",
                        mirror.replica,
                        mirror.replica + " and " + first.replica + " are at rest and show different events");
            }
        }
    }
}
