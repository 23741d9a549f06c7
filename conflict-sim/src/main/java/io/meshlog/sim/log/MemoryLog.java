package io.meshlog.sim.log;

import static io.meshlog.sim.log.Transaction.require;

import io.meshlog.hlc.ClockMark;
import io.meshlog.op.Artifact;
import io.meshlog.op.ArtifactRef;
import io.meshlog.op.Digest;
import io.meshlog.op.Fields;
import io.meshlog.op.Op;
import io.meshlog.op.Origin;
import io.meshlog.replica.Commit;
import io.meshlog.replica.Facts;
import io.meshlog.replica.Line;
import io.meshlog.replica.Needs;
import io.meshlog.replica.OpKey;
import io.meshlog.replica.OpLog;
import io.meshlog.replica.RecoveredState;
import io.meshlog.replica.Succession;
import io.meshlog.vector.Chain;
import io.meshlog.vector.LooseSummary;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The log of a simulated replica: what a disk would hold, in memory. It has an index for every question, and a commit
 * costs what it changes, so that thousands of runs can be made. Survives whoever uses it, as a disk would.
 *
 * <p>A commit that does not fit throws {@link IllegalStateException} and leaves no trace. What fits is checked as far as
 * a commit reaches; that each chain digest covers the one before is left to the replica, which hashed it. Confined to
 * one thread, together with its copies.
 */
public final class MemoryLog implements OpLog {

    /**
     * An op as it is held.
     *
     * @param line where a chained op stands; null for a loose one
     * @param pending artifacts that it names and that were not here when it came
     */
    public record Held(Op op, @Nullable Origin line, List<String> pending) {}

    /** What of a log is one value each. */
    private record Marks(Origin self, @Nullable String renewalDue, ClockMark clock, long nextSeq) {}

    private Marks marks;
    private final HeldOps ops;
    private final HeldEvents events;
    private final HeldArtifacts artifacts;
    private final TreeMap<Origin, Line> lines = new TreeMap<>();
    private final TreeMap<String, Commit.Position> positions = new TreeMap<>();
    private final TreeMap<String, Succession> successions = new TreeMap<>();

    /** An empty log. @param self the id that its replica writes under */
    public MemoryLog(Origin self) {
        marks = new Marks(self, null, ClockMark.ZERO, 1);
        ops = new HeldOps();
        events = new HeldEvents();
        artifacts = new HeldArtifacts();
    }

    private MemoryLog(MemoryLog of) {
        marks = of.marks;
        ops = of.ops.copy();
        events = of.events.copy();
        artifacts = of.artifacts.copy();
        lines.putAll(of.lines);
        positions.putAll(of.positions);
        successions.putAll(of.successions);
    }

    /** A log of its own with the same contents: a copied directory. */
    public MemoryLog copy() {
        return new MemoryLog(this);
    }

    /** Every op held, in arrival order: an unmodifiable view, which later commits change. */
    public List<Held> ops() {
        return ops.view();
    }

    /** How many ops are held. */
    public int size() {
        return ops.size();
    }

    /** Event rows by delivery position: an unmodifiable view, which later commits change. */
    public List<Commit.EventRow> events() {
        return events.rows();
    }

    /** An event as readers see it; null where no readable op carries it. */
    public Commit.@Nullable EventRow event(String id) {
        return events.get(id);
    }

    public boolean hasArtifact(String id) {
        return artifacts.get(id) != null;
    }

    @Override
    public @Nullable Artifact artifact(String id) {
        return artifacts.get(id);
    }

    @Override
    public RecoveredState recover() {
        List<RecoveredState.UnsignedOp> unsigned = new ArrayList<>();
        for (Line line : lines.values()) {
            for (Row row : ops.chained()
                    .on(line.name())
                    .tailMap(line.signedSeq(), false)
                    .values()) {
                unsigned.add(RecoveredState.UnsignedOp.of(line.name(), row.op()));
            }
        }
        return new RecoveredState(
                marks.self(),
                marks.renewalDue(),
                marks.clock(),
                new TreeMap<>(lines),
                ops.loose().summaries(),
                unsigned,
                List.copyOf(positions.values()),
                List.copyOf(successions.values()),
                marks.nextSeq());
    }

    @Override
    public Facts facts(Needs needs) {
        SortedMap<Origin, List<Facts.Held>> chainFacts = new TreeMap<>();
        needs.chain()
                .forEach((base, spans) -> chainFacts.put(base, ops.chained().held(base, spans)));
        SortedMap<Origin, Facts.LooseFacts> looseFacts = new TreeMap<>();
        needs.loose()
                .forEach((origin, span) -> looseFacts.put(origin, ops.loose().facts(origin, span)));
        SortedMap<String, Facts.EventFacts> eventFacts = new TreeMap<>();
        for (String id : needs.eventIds()) {
            Facts.EventFacts event = events.facts(id);
            if (event != null) {
                eventFacts.put(id, event);
            }
        }
        SortedMap<String, ArtifactRef> here = new TreeMap<>();
        SortedSet<String> proven = new TreeSet<>();
        for (String id : needs.artifactIds()) {
            Artifact artifact = artifacts.get(id);
            if (artifact != null) {
                here.put(id, new ArtifactRef(id, artifact.sha256(), artifact.sizeBytes()));
                if (artifacts.isProven(artifact)) {
                    proven.add(id);
                }
            }
        }
        return new Facts(
                chainFacts,
                looseFacts,
                eventFacts,
                here,
                eventsWhole(needs.eventsWhole()),
                artifactsWhole(needs.artifactsWhole()),
                proven,
                artifacts.pending(needs.pendingArtifactsAfter(), needs.pendingArtifactsMax()));
    }

    private SortedMap<String, List<Op>> eventsWhole(SortedSet<String> ids) {
        SortedMap<String, List<Op>> whole = new TreeMap<>();
        for (String id : ids) {
            List<Op> of = events.ops(id);
            if (!of.isEmpty()) {
                whole.put(id, of);
            }
        }
        return whole;
    }

    private SortedMap<String, Fields> artifactsWhole(SortedSet<String> ids) {
        SortedMap<String, Fields> whole = new TreeMap<>();
        for (String id : ids) {
            Artifact artifact = artifacts.get(id);
            if (artifact != null) {
                whole.put(id, artifact.fields());
            }
        }
        return whole;
    }

    @Override
    public List<Op> chained(Origin name, long after, int opsMax, long bytesMax) {
        Deque<NavigableMap<Long, Row>> path = new ArrayDeque<>();
        Line line = lines.get(name);
        long to = line == null ? 0 : line.signedSeq();
        while (line != null && to > after) {
            path.push(ops.chained().on(line.name()).headMap(to, true).tailMap(after, false));
            to = line.first() - 1;
            line = parentOf(line);
        }
        Page page = new Page(opsMax, bytesMax);
        for (NavigableMap<Long, Row> part : path) {
            for (Row row : part.values()) {
                if (page.isFull()) {
                    return page.ops();
                }
                page.add(row);
            }
        }
        return page.ops();
    }

    @Override
    public List<Op> loose(Origin origin, long after, int opsMax, long bytesMax) {
        return ops.loose().page(origin, after, opsMax, bytesMax);
    }

    @Override
    public @Nullable Digest chainAt(Origin name, long seq) {
        Line line = lines.get(name);
        while (line != null && seq < line.first()) {
            if (line.parent() == null) {
                return seq == 0 ? Chain.ROOT : null;
            }
            line = parentOf(line);
        }
        Row row = line == null ? null : ops.chained().on(line.name()).get(seq);
        return row == null ? null : row.op().chain();
    }

    private @Nullable Line parentOf(Line line) {
        Origin parent = line.parent();
        return parent == null ? null : lines.get(parent);
    }

    /** @throws IllegalStateException if one of them does not fit; then none was applied */
    @Override
    public void commit(List<Commit> commits) {
        Transaction tx = new Transaction();
        boolean fits = false;
        try {
            for (Commit commit : commits) {
                tx.begin();
                apply(commit, tx);
                check(commit.loose(), tx);
            }
            fits = true;
        } finally {
            if (!fits) {
                tx.rollBack();
            }
        }
    }

    private void apply(Commit commit, Transaction tx) {
        Marks before = marks;
        require(commit.nextSeq() >= before.nextSeq(), "nextSeq went back");
        ClockMark clock = commit.clock();
        require(
                clock == null || commit.identity() != null || clock.compareTo(before.clock()) >= 0,
                "the clock's mark went back");
        for (Commit.Split split : commit.splits()) {
            require(lines.containsKey(split.from()), "split of an unknown line");
            ops.split(split, tx);
        }
        for (OpKey key : commit.dropped()) {
            Arrived op = ops.drop(key, tx);
            events.dropped(op, tx);
            artifacts.dropped(op, tx);
        }
        for (Commit.NewOp arriving : commit.ops()) {
            Arrived op = ops.add(arriving, tx);
            events.arrived(op, tx);
            artifacts.arrived(op, tx);
        }
        commit.withdrawn().forEach(id -> events.withdraw(id, tx));
        commit.events().forEach(row -> events.put(row, before.nextSeq(), commit.nextSeq(), tx));
        commit.artifacts().forEach(artifact -> artifacts.put(artifact, tx));
        commit.signatures().forEach(signed -> ops.sign(signed, tx));
        for (Line line : commit.lines()) {
            tx.put(lines, line.name(), line);
            tx.touchLine(line.name());
        }
        commit.positions().forEach(p -> tx.put(positions, p.peer() + '\0' + p.origin(), p));
        commit.successions().forEach(s -> tx.put(successions, s.oldId() + "\0" + s.newId(), s));
        Origin identity = commit.identity();
        String due = identity == null ? before.renewalDue() : null;
        tx.changed(() -> marks = before);
        marks = new Marks(
                identity == null ? before.self() : identity,
                commit.renewalDue() != null ? commit.renewalDue() : due,
                clock == null ? before.clock() : clock,
                commit.nextSeq());
    }

    private void check(SortedMap<Origin, LooseSummary> said, Transaction tx) {
        for (Origin name : tx.lines()) {
            ops.chained().check(name, lines.get(name));
        }
        ops.loose().check(said, tx.looseBefore());
        for (String id : tx.events()) {
            events.check(id);
        }
    }
}
