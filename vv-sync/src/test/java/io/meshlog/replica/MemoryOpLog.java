package io.meshlog.replica;

import io.meshlog.hlc.ClockMark;
import io.meshlog.op.Artifact;
import io.meshlog.op.ArtifactRef;
import io.meshlog.op.ChainSignature;
import io.meshlog.op.CodePoints;
import io.meshlog.op.Digest;
import io.meshlog.op.Fields;
import io.meshlog.op.MergeKey;
import io.meshlog.op.Op;
import io.meshlog.op.Origin;
import io.meshlog.vector.Chain;
import io.meshlog.vector.LooseSummary;
import io.meshlog.wire.FieldsText;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * A log in memory, naive and strict: every question looks at everything, every commit works on a copy that is verified
 * as a whole before it counts. Survives whoever uses it, as a disk would. Confined to one thread.
 */
public final class MemoryOpLog implements OpLog {

    /** An op as it is held. @param line null for a loose op */
    public record Held(Op op, Origin line, List<String> pending) {
        public Origin name() {
            return line == null ? op.origin() : line;
        }
    }

    /** A commit and all that came before it: shared with copies. @param before null for the first one */
    private record History(History before, Commit commit) {}

    private Contents now;
    private History history;

    public MemoryOpLog(Origin self) {
        now = new Contents();
        now.self = self;
    }

    /** A log of its own with the same contents: a copied directory. */
    public MemoryOpLog copy() {
        MemoryOpLog copy = new MemoryOpLog(now.self);
        copy.now = now;
        copy.history = history;
        return copy;
    }

    private static final class Contents {
        Origin self;
        String renewalDue;
        ClockMark clock = ClockMark.ZERO;
        long nextSeq = 1;
        final List<Held> ops = new ArrayList<>();
        final SortedMap<String, Commit.EventRow> events = new TreeMap<>();
        final SortedMap<String, Artifact> artifacts = new TreeMap<>();
        final SortedMap<Origin, Line> lines = new TreeMap<>();
        final SortedMap<Origin, LooseSummary> loose = new TreeMap<>();
        final SortedMap<String, Commit.Position> positions = new TreeMap<>();
        final SortedMap<String, Succession> successions = new TreeMap<>();

        Contents copy() {
            Contents copy = new Contents();
            copy.self = self;
            copy.renewalDue = renewalDue;
            copy.clock = clock;
            copy.nextSeq = nextSeq;
            copy.ops.addAll(ops);
            copy.events.putAll(events);
            copy.artifacts.putAll(artifacts);
            copy.lines.putAll(lines);
            copy.loose.putAll(loose);
            copy.positions.putAll(positions);
            copy.successions.putAll(successions);
            return copy;
        }
    }

    /** Every op held, in arrival order. */
    public List<Held> ops() {
        return List.copyOf(now.ops);
    }

    /** Event rows by delivery position. */
    public List<Commit.EventRow> events() {
        return now.events.values().stream()
                .sorted(Comparator.comparingLong(Commit.EventRow::seq))
                .toList();
    }

    /** Every commit that led here from an empty log, oldest first: another log must make the same of them. */
    public List<Commit> commits() {
        List<Commit> commits = new ArrayList<>();
        for (History at = history; at != null; at = at.before()) {
            commits.add(at.commit());
        }
        Collections.reverse(commits);
        return commits;
    }

    public Held op(OpKey key) {
        return find(now, key);
    }

    public boolean has(String artifactId) {
        return now.artifacts.containsKey(artifactId);
    }

    @Override
    public RecoveredState recover() {
        List<RecoveredState.UnsignedOp> unsigned = new ArrayList<>();
        for (Line line : now.lines.values()) {
            for (Op op : onLine(line.name(), op -> op.seq() > line.signedSeq())) {
                unsigned.add(RecoveredState.UnsignedOp.of(line.name(), op));
            }
        }
        return new RecoveredState(
                now.self,
                now.renewalDue,
                now.clock,
                new TreeMap<>(now.lines),
                new TreeMap<>(now.loose),
                unsigned,
                List.copyOf(now.positions.values()),
                List.copyOf(now.successions.values()),
                now.nextSeq);
    }

    @Override
    public Facts facts(Needs needs) {
        SortedMap<Origin, List<Facts.Held>> chain = new TreeMap<>();
        needs.chain().forEach((base, spans) -> {
            List<Facts.Held> found = new ArrayList<>();
            for (Held held : now.ops) {
                Op op = held.op();
                boolean isAsked = held.line() != null
                        && op.origin().equals(base)
                        && spans.stream().anyMatch(s -> s.from() <= op.seq() && op.seq() <= s.to());
                if (isAsked) {
                    found.add(new Facts.Held(op.seq(), held.line(), op.chain(), op.eventId()));
                }
            }
            chain.put(base, found);
        });
        SortedMap<Origin, Facts.LooseFacts> loose = new TreeMap<>();
        needs.loose().forEach((origin, span) -> {
            Predicate<Op> isInside = op -> span.from() <= op.seq() && op.seq() <= span.to();
            long outside = looseOf(origin, isInside.negate()).stream()
                    .mapToLong(Op::seq)
                    .max()
                    .orElse(0);
            loose.put(origin, new Facts.LooseFacts(looseOf(origin, isInside), outside));
        });
        SortedMap<String, Facts.EventFacts> events = new TreeMap<>();
        for (String id : needs.eventIds()) {
            if (now.events.containsKey(id)) {
                events.put(id, event(now.events.get(id)));
            }
        }
        SortedMap<String, ArtifactRef> artifacts = new TreeMap<>();
        for (String id : needs.artifactIds()) {
            Artifact artifact = now.artifacts.get(id);
            if (artifact != null) {
                artifacts.put(id, new ArtifactRef(id, artifact.sha256(), artifact.sizeBytes()));
            }
        }
        SortedSet<String> proven = new TreeSet<>();
        artifacts.forEach((id, ref) -> {
            if (now.ops.stream().anyMatch(held -> ref.sha256().equals(held.op().signedArtifact(id)))) {
                proven.add(id);
            }
        });
        List<Facts.PendingArtifact> pending = now.ops.stream()
                .flatMap(held -> held.pending().stream().filter(id -> isPending(held, id)))
                .filter(id -> id.compareTo(needs.pendingArtifactsAfter()) > 0)
                .distinct()
                .sorted()
                .limit(needs.pendingArtifactsMax())
                .map(id -> new Facts.PendingArtifact(id, signedDigests(id)))
                .toList();
        SortedMap<String, List<Op>> eventsWhole = new TreeMap<>();
        for (String id : needs.eventsWhole()) {
            List<Op> ops = now.ops.stream()
                    .map(Held::op)
                    .filter(op -> op.eventOrNull() != null && op.eventId().equals(id))
                    .toList();
            if (!ops.isEmpty()) {
                eventsWhole.put(id, ops);
            }
        }
        SortedMap<String, Fields> artifactsWhole = new TreeMap<>();
        for (String id : needs.artifactsWhole()) {
            Artifact artifact = now.artifacts.get(id);
            if (artifact != null) {
                artifactsWhole.put(id, artifact.fields());
            }
        }
        return new Facts(chain, loose, events, artifacts, eventsWhole, artifactsWhole, proven, pending);
    }

    private boolean isPending(Held held, String artifactId) {
        Artifact here = now.artifacts.get(artifactId);
        Digest signed = held.op().signedArtifact(artifactId);
        return here == null || (signed != null && !signed.equals(here.sha256()));
    }

    private List<Digest> signedDigests(String artifactId) {
        return now.ops.stream()
                .filter(held -> held.pending().contains(artifactId) && isPending(held, artifactId))
                .flatMap(held -> held.op().eventOrNull().stamp().artifacts().stream())
                .filter(ref -> ref.id().equals(artifactId))
                .map(ArtifactRef::sha256)
                .distinct()
                .sorted()
                .toList();
    }

    private Facts.EventFacts event(Commit.EventRow row) {
        List<Facts.Carrier> carriers = new ArrayList<>();
        for (Held held : now.ops) {
            Op op = held.op();
            if (op.eventOrNull() != null && op.eventId().equals(row.eventId())) {
                carriers.add(new Facts.Carrier(OpKey.of(op), MergeKey.of(op), op.payload()));
            }
        }
        return new Facts.EventFacts(row.seq(), row.revised(), row.visible(), carriers);
    }

    @Override
    public void commit(List<Commit> commits) {
        Contents next = now.copy();
        for (Commit commit : commits) {
            apply(commit, next);
            verify(next, commit);
        }
        now = next;
        for (Commit commit : commits) {
            history = new History(history, commit);
        }
    }

    private static void apply(Commit commit, Contents to) {
        require(commit.nextSeq() >= to.nextSeq, "nextSeq went back");
        require(
                commit.clock() == null
                        || commit.identity() != null
                        || commit.clock().compareTo(to.clock) >= 0,
                "the clock's mark went back");
        for (Commit.Split split : commit.splits()) {
            require(to.lines.containsKey(split.from()), "split of an unknown line");
            to.ops.replaceAll(
                    held -> split.from().equals(held.line()) && held.op().seq() > split.lastSeq()
                            ? new Held(held.op(), split.to(), held.pending())
                            : held);
        }
        for (OpKey key : commit.dropped()) {
            Held held = find(to, key);
            require(held != null, "dropped " + key + ", which is not here");
            to.ops.remove(held);
        }
        for (Commit.NewOp op : commit.ops()) {
            require(find(to, OpKey.of(op.op())) == null, op.op() + " is here already");
            require(op.op().isChained() == (op.line() != null), op.op() + " cannot stand there");
            to.ops.add(new Held(op.op(), op.line(), op.pendingArtifacts()));
        }
        for (String id : commit.withdrawn()) {
            require(to.events.remove(id) != null, "withdrew an unknown event");
        }
        for (Commit.EventRow row : commit.events()) {
            Commit.EventRow before = to.events.put(row.eventId(), row);
            require((before == null ? 0 : before.seq()) == row.previousSeq(), "event was not where it should be");
            require(
                    row.seq() == row.previousSeq() || row.seq() >= to.nextSeq && row.seq() < commit.nextSeq(),
                    "a delivery position that was not given out");
        }
        for (Artifact artifact : commit.artifacts()) {
            Artifact before = to.artifacts.put(artifact.id(), artifact);
            require(before == null || !before.sha256().equals(artifact.sha256()), "artifact is here already");
        }
        for (Commit.Signed signed : commit.signatures()) {
            sign(to, signed);
        }
        commit.lines().forEach(line -> to.lines.put(line.name(), line));
        to.loose.putAll(commit.loose());
        to.loose.values().removeIf(summary -> summary.count() == 0);
        commit.positions().forEach(p -> to.positions.put(p.peer() + '\0' + p.origin(), p));
        commit.successions().forEach(s -> to.successions.put(s.oldId() + "\0" + s.newId(), s));
        to.self = commit.identity() == null ? to.self : commit.identity();
        to.renewalDue =
                commit.renewalDue() != null ? commit.renewalDue() : commit.identity() == null ? to.renewalDue : null;
        to.clock = commit.clock() == null ? to.clock : commit.clock();
        to.nextSeq = commit.nextSeq();
    }

    private static void sign(Contents to, Commit.Signed signed) {
        ChainSignature sig = signed.sig();
        boolean isThere = false;
        for (int i = 0; i < to.ops.size(); i++) {
            Held held = to.ops.get(i);
            if (signed.line().equals(held.line()) && held.op().seq() == signed.seq()) {
                to.ops.set(i, new Held(held.op().withSig(sig), held.line(), held.pending()));
                isThere = true;
            }
        }
        require(isThere, "signed an op that is not here");
    }

    /** Everything that must hold of a log, whatever changed. */
    private static void verify(Contents of, Commit commit) {
        for (Line line : of.lines.values()) {
            List<Op> ops = new ArrayList<>();
            of.ops.stream().filter(h -> line.name().equals(h.line())).forEach(h -> ops.add(h.op()));
            ops.sort(Comparator.comparingLong(Op::seq));
            long seq = line.first() - 1;
            Digest chain = line.root();
            for (Op op : ops) {
                require(op.seq() == ++seq, line.name() + " has no op " + seq);
                require(Chain.follows(chain, op), op + " does not follow");
                chain = op.chain();
            }
            require(seq == line.seq() && chain.equals(line.chain()), line.name() + " does not end at " + line.seq());
        }
        SortedMap<Origin, LooseSummary> loose = new TreeMap<>();
        for (Held held : of.ops) {
            if (held.line() == null) {
                Op op = held.op();
                LooseSummary summary = loose.getOrDefault(op.origin(), LooseSummary.NONE);
                loose.put(op.origin(), summary.plus(op.seq(), op.digest()));
            } else {
                require(of.lines.containsKey(held.line()), held.op() + " stands on no line");
            }
        }
        require(loose.equals(of.loose), "the loose summaries of " + commit + " are not those of the ops");
        SortedMap<String, List<OpKey>> carriers = new TreeMap<>();
        for (Held held : of.ops) {
            if (held.op().eventOrNull() != null) {
                carriers.computeIfAbsent(held.op().eventId(), id -> new ArrayList<>())
                        .add(OpKey.of(held.op()));
            }
        }
        require(carriers.keySet().equals(of.events.keySet()), "the event rows are not those of the ops");
        for (Commit.EventRow row : of.events.values()) {
            List<OpKey> named = new ArrayList<>(row.hidden());
            named.add(row.visible());
            List<OpKey> there = carriers.get(row.eventId());
            require(
                    named.size() == there.size() && there.containsAll(named),
                    "event " + row.eventId() + " does not name its ops");
        }
    }

    private static Held find(Contents in, OpKey key) {
        for (Held held : in.ops) {
            if (OpKey.of(held.op()).equals(key)) {
                return held;
            }
        }
        return null;
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalStateException(otherwise);
        }
    }

    @Override
    public List<Op> chained(Origin name, long after, int opsMax, long bytesMax) {
        Line line = now.lines.get(name);
        List<Op> path = new ArrayList<>();
        for (long to = line == null ? 0 : line.signedSeq(); line != null; line = now.lines.get(line.parent())) {
            long last = to;
            path.addAll(0, onLine(line.name(), op -> op.seq() > after && op.seq() <= last));
            to = line.first() - 1;
            if (line.parent() == null) {
                break;
            }
        }
        return page(path, opsMax, bytesMax);
    }

    @Override
    public List<Op> loose(Origin origin, long after, int opsMax, long bytesMax) {
        return page(looseOf(origin, op -> op.seq() > after), opsMax, bytesMax);
    }

    private List<Op> onLine(Origin name, Predicate<Op> which) {
        return now.ops.stream()
                .filter(held -> name.equals(held.line()) && which.test(held.op()))
                .map(Held::op)
                .sorted(Comparator.comparingLong(Op::seq))
                .toList();
    }

    private List<Op> looseOf(Origin origin, Predicate<Op> which) {
        return now.ops.stream()
                .filter(held -> held.line() == null && held.op().origin().equals(origin) && which.test(held.op()))
                .map(Held::op)
                .sorted(Comparator.comparingLong(Op::seq).thenComparing(Op::eventId))
                .toList();
    }

    private static List<Op> page(List<Op> ops, int opsMax, long bytesMax) {
        List<Op> page = new ArrayList<>();
        long bytes = 0;
        for (Op op : ops) {
            if (page.size() >= opsMax || bytes > bytesMax) {
                break;
            }
            page.add(op);
            bytes += CodePoints.utf8Length(FieldsText.write(op.fields()));
        }
        return page;
    }

    @Override
    public Digest chainAt(Origin name, long seq) {
        Line line = now.lines.get(name);
        while (line != null && seq < line.first()) {
            if (line.parent() == null) {
                return seq == 0 ? Chain.ROOT : null;
            }
            line = now.lines.get(line.parent());
        }
        if (line == null) {
            return null;
        }
        Origin found = line.name();
        return onLine(found, op -> op.seq() == seq).stream()
                .map(Op::chain)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    @Override
    public Artifact artifact(String id) {
        return now.artifacts.get(id);
    }
}
