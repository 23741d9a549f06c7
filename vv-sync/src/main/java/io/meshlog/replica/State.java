package io.meshlog.replica;

import io.meshlog.hlc.ClockMark;
import io.meshlog.hlc.HybridClock;
import io.meshlog.op.ChainSignature;
import io.meshlog.op.ChainVerifier;
import io.meshlog.op.Digest;
import io.meshlog.op.Origin;
import io.meshlog.vector.Frontier;
import io.meshlog.vector.Head;
import io.meshlog.vector.LooseSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a replica remembers between steps; all of it is rebuilt from {@link RecoveredState} except what peers
 * said since the start. Bounded by the number of origins and peers, never by the length of the log.
 */
final class State {
    final ReplicaConfig config;
    final ChainVerifier verifier;
    final SuccessionVerifier successionVerifier;
    final Forest forest;
    final SortedMap<Origin, LooseSummary> loose;
    final Unsigned unsigned;
    final List<Succession> successions;
    final SortedMap<String, PeerView> peers = new TreeMap<>();

    Origin self;
    HybridClock clock;
    /** The next delivery position: above every one that was ever given out. */
    private long nextSeq;
    /** Set while a new identity is on its way: nothing may be authored. */
    @Nullable
    String renewing;

    private ClockMark committedClock;

    State(
            ReplicaConfig config,
            ChainVerifier verifier,
            SuccessionVerifier successionVerifier,
            RecoveredState recovered) {
        this.config = config;
        this.verifier = verifier;
        this.successionVerifier = successionVerifier;
        this.forest = new Forest(recovered.lines());
        this.loose = new TreeMap<>(recovered.loose());
        // What an id of old left unsigned has no key any more: it may not hold up the present one.
        this.unsigned = new Unsigned(recovered.unsigned().stream()
                .filter(op -> op.line().base().equals(recovered.self()))
                .toList());
        this.successions = new ArrayList<>(recovered.successions());
        this.self = recovered.self();
        this.clock = new HybridClock(self.name(), recovered.clock(), config.drift());
        this.committedClock = recovered.clock();
        this.nextSeq = recovered.nextSeq();
        this.renewing = recovered.renewalDue();
        for (Commit.Position position : recovered.positions()) {
            peer(position.peer()).positions.put(position.origin(), position);
        }
    }

    PeerView peer(String name) {
        return peers.computeIfAbsent(name, PeerView::new);
    }

    long takeSeq() {
        return nextSeq++;
    }

    /**
     * Another replica proves what is held here unsigned: own ops whose signature a crash or a lost key took.
     *
     * @param line where the point stands
     */
    void learnSignature(Origin line, long seq, Digest chain, ChainSignature sig, Changes changes) {
        Line held = forest.get(line);
        if (held != null
                && held.signedSeq() < seq
                && seq <= held.seq()
                && verifier.verifies(line.base(), seq, chain, sig)) {
            unsigned.signed(line.base(), seq, chain);
            changes.signed(new Commit.Signed(line, seq, sig));
            forest.put(held.signed(seq, chain, sig), changes);
        }
    }

    LooseSummary loose(Origin origin) {
        LooseSummary summary = loose.get(origin);
        return summary == null ? LooseSummary.NONE : summary;
    }

    void setLoose(Origin origin, LooseSummary summary, Changes changes) {
        if (summary.count() == 0) {
            loose.remove(origin);
        } else {
            loose.put(origin, summary);
        }
        changes.loose(origin, summary);
    }

    /** The line on which this replica writes. */
    Line ownLine() {
        Line line = forest.get(self);
        return line == null ? Line.ofOrigin(self) : line;
    }

    /** The step's commit. The clock's mark goes with it whenever it moved: with the ops, never after them. */
    Commit commit(Changes changes) {
        ClockMark mark = clock.mark();
        ClockMark moved = mark.equals(committedClock) ? null : mark;
        committedClock = mark;
        return changes.build(moved, nextSeq);
    }

    boolean clockMoved() {
        return !clock.mark().equals(committedClock);
    }

    Served served() {
        SortedMap<Origin, Head> heads = new TreeMap<>();
        for (Line line : forest.lines().values()) {
            Head head = line.head();
            if (head != null) {
                heads.put(head.origin(), head);
            }
        }
        Line own = ownLine();
        return new Served(
                self, new Frontier(heads, loose), List.copyOf(successions), nextSeq - 1, own.seq(), own.signedSeq());
    }
}
