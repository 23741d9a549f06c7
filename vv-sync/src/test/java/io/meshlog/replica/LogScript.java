package io.meshlog.replica;

import io.meshlog.hlc.ClockMark;
import io.meshlog.hlc.HlcTimestamp;
import io.meshlog.op.Artifact;
import io.meshlog.op.Canonical;
import io.meshlog.op.ChainSignature;
import io.meshlog.op.Digest;
import io.meshlog.op.Event;
import io.meshlog.op.Fields;
import io.meshlog.op.JsonText;
import io.meshlog.op.MergeKey;
import io.meshlog.op.Op;
import io.meshlog.op.Origin;
import io.meshlog.vector.Chain;
import io.meshlog.vector.Head;
import io.meshlog.vector.LooseSummary;
import io.meshlog.wire.OpReading;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Writes commits as a replica would, for tests of logs: keeps lines, summaries and events right and decides as little as
 * it can. What is called between two {@link #commit}s becomes one commit. Confined to one test.
 */
public final class LogScript {
    private static final ChainSignature SIGNATURE = ChainSignature.of(new byte[32], new byte[64]);

    private final SortedMap<Origin, Line> lines = new TreeMap<>();
    private final SortedMap<Origin, List<Op>> onLine = new TreeMap<>();
    private final SortedMap<Origin, LooseSummary> loose = new TreeMap<>();
    private final List<Op> looseOps = new ArrayList<>();
    private final SortedMap<String, Shown> shown = new TreeMap<>();
    private final SortedSet<String> stored = new TreeSet<>();
    private long nextSeq = 1;
    private long millis = 1_700_000_000_000L;

    private record Shown(long seq, boolean revised, Digest payload, List<Op> carriers) {}

    private Origin identity;
    private String renewalDue;
    private final List<Commit.Split> splits = new ArrayList<>();
    private final List<OpKey> dropped = new ArrayList<>();
    private final List<Commit.NewOp> ops = new ArrayList<>();
    private final SortedMap<String, List<Op>> carriers = new TreeMap<>();
    private final List<Artifact> artifacts = new ArrayList<>();
    private final List<Commit.Signed> signatures = new ArrayList<>();
    private final SortedSet<Origin> linesChanged = new TreeSet<>();
    private final SortedSet<Origin> looseChanged = new TreeSet<>();
    private final List<Commit.Position> positions = new ArrayList<>();
    private final List<Succession> successions = new ArrayList<>();

    public static Origin origin(int number) {
        return new Origin(String.format(java.util.Locale.ROOT, "rep_%020x", number));
    }

    /** Fields of an event, as canonical texts; {@code more} replaces and adds texts that are not JSON yet. */
    public Fields fields(Origin base, long seq, String id, Map<String, String> more) {
        SortedMap<String, String> texts = new TreeMap<>();
        texts.put("stream", "s");
        texts.put("room", "r");
        texts.put("type", "note");
        texts.put("from_agent", "a@d");
        texts.put("body", "text of " + id);
        texts.put("created_at", "2026-01-01T00:00:00Z");
        texts.put("hlc", new HlcTimestamp(millis++, 0, base.name()).text());
        texts.putAll(more);
        SortedMap<String, String> fields = new TreeMap<>();
        texts.forEach((name, text) ->
                fields.put(name, text.startsWith("[") || text.startsWith("{") ? text : JsonText.quote(text)));
        fields.put("id", JsonText.quote(id));
        fields.put("origin_replica", JsonText.quote(base.name()));
        fields.put("origin_seq", Long.toString(seq));
        return Fields.of(fields);
    }

    /** The next op of a line. */
    public Op chained(Origin line, String id, Map<String, String> more) {
        long seq = line(line).seq() + 1;
        return chained(line, fields(line.base(), seq, id, more));
    }

    public Op chained(Origin name, Fields fields) {
        Line line = line(name);
        Origin base = name.base();
        Digest chain = Chain.next(line.chain(), Canonical.bytes(fields));
        Op op = Op.chained(base, line.seq() + 1, fields, OpReading.read(base, fields), chain, null);
        lines.put(name, line.grown(op.seq(), chain));
        linesChanged.add(name);
        onLine.computeIfAbsent(name, n -> new ArrayList<>()).add(op);
        add(op, name);
        return op;
    }

    public Op loose(Origin origin, long seq, String id, Map<String, String> more) {
        return loose(origin, seq, fields(origin, seq, id, more));
    }

    public Op loose(Origin origin, long seq, Fields fields) {
        Op op = Op.loose(origin, seq, fields, OpReading.read(origin, fields));
        LooseSummary summary = loose.getOrDefault(origin, LooseSummary.NONE);
        loose.put(origin, summary.plus(seq, op.digest()));
        looseChanged.add(origin);
        looseOps.add(op);
        add(op, null);
        return op;
    }

    private void add(Op op, Origin line) {
        Event event = op.eventOrNull();
        List<String> pending = new ArrayList<>();
        if (event != null) {
            carriersOf(op.eventId()).add(op);
            for (String artifact : event.content().artifactIds()) {
                if (!stored.contains(artifact)) {
                    pending.add(artifact);
                }
            }
        }
        ops.add(new Commit.NewOp(op, line, List.copyOf(pending)));
    }

    private List<Op> carriersOf(String id) {
        return carriers.computeIfAbsent(
                id, i -> shown.containsKey(i) ? new ArrayList<>(shown.get(i).carriers()) : new ArrayList<>());
    }

    /** Takes a loose op away that an earlier commit brought. */
    public void drop(Op op) {
        looseOps.remove(op);
        long top = looseOps.stream()
                .filter(o -> o.origin().equals(op.origin()))
                .mapToLong(Op::seq)
                .max()
                .orElse(0);
        loose.put(op.origin(), loose.get(op.origin()).minus(op.digest(), top));
        looseChanged.add(op.origin());
        dropped.add(OpKey.of(op));
        if (op.eventOrNull() != null) {
            carriersOf(op.eventId()).remove(op);
        }
    }

    /** Signs the end of a line. */
    public void sign(Origin name) {
        Line line = line(name);
        if (line.isEmpty() || line.signedSeq() == line.seq()) {
            return;
        }
        lines.put(name, line.signed(line.seq(), line.chain(), SIGNATURE));
        linesChanged.add(name);
        signatures.add(new Commit.Signed(name, line.seq(), SIGNATURE));
        List<Op> there = onLine.get(name);
        there.set(there.size() - 1, there.get(there.size() - 1).withSig(SIGNATURE));
    }

    /** Ends a line after {@code lastSeq} and begins another branch there with one op. @return that branch */
    public Origin fork(Origin name, long lastSeq, String id, Map<String, String> more) {
        Line line = line(name);
        Origin base = name.base();
        List<Op> there = onLine.get(name);
        int kept = (int) (lastSeq - line.first() + 1);
        Digest lastChain = kept == 0 ? line.root() : there.get(kept - 1).chain();
        Fields fields = fields(base, lastSeq + 1, id, more);
        Origin branch = base.branch(Chain.next(lastChain, Canonical.bytes(fields)));
        if (kept < there.size()) {
            Origin rest = base.branch(there.get(kept).chain());
            lines.values().stream()
                    .filter(l -> name.equals(l.parent()))
                    .toList()
                    .forEach(child -> {
                        lines.put(child.name(), child.movedUnder(rest));
                        linesChanged.add(child.name());
                    });
            lines.put(rest, line.restAs(rest, lastSeq + 1, lastChain));
            lines.put(name, line.endedAt(lastSeq, lastChain));
            onLine.put(rest, new ArrayList<>(there.subList(kept, there.size())));
            onLine.put(name, new ArrayList<>(there.subList(0, kept)));
            splits.add(new Commit.Split(name, lastSeq, rest));
            linesChanged.add(rest);
            linesChanged.add(name);
        }
        lines.put(branch, Line.empty(branch, name, lastSeq + 1, lastChain));
        chained(branch, fields);
        sign(branch);
        return branch;
    }

    public Artifact artifact(String id, String content) {
        byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
        Fields fields = Fields.of(new TreeMap<>(Map.of("id", JsonText.quote(id), "novel", "1.0")));
        Artifact artifact = new Artifact(
                id,
                "note",
                Digest.sha256(bytes),
                bytes.length,
                content,
                "a@d",
                "2026-01-01T00:00:00Z",
                "rep_x",
                "{}",
                fields);
        stored.add(id);
        artifacts.add(artifact);
        return artifact;
    }

    public void position(String peer, Origin origin, long seq, String eventId) {
        positions.add(new Commit.Position(peer, origin, seq, eventId));
    }

    public void renew(Origin to) {
        identity = to;
        Head sealed = new Head(origin(1), 3, Digest.sha256(new byte[] {3}), SIGNATURE);
        successions.add(new Succession(origin(1), sealed, to, SIGNATURE, null));
    }

    public void renewalDue(String reason) {
        renewalDue = reason;
    }

    public SortedMap<Origin, Line> lines() {
        return lines;
    }

    /** Loose ops held, in the order they came. */
    public List<Op> looseOps() {
        return List.copyOf(looseOps);
    }

    /** What was called since the last one, as one commit. */
    public Commit commit() {
        List<Commit.EventRow> rows = new ArrayList<>();
        List<String> withdrawn = new ArrayList<>();
        carriers.forEach((id, held) -> settle(id, held, rows, withdrawn));
        SortedMap<Origin, LooseSummary> summaries = new TreeMap<>();
        looseChanged.forEach(origin -> summaries.put(origin, loose.get(origin)));
        loose.values().removeIf(summary -> summary.count() == 0);
        Commit commit = new Commit(
                identity,
                renewalDue,
                List.copyOf(splits),
                List.copyOf(dropped),
                List.copyOf(ops),
                withdrawn,
                rows,
                List.copyOf(artifacts),
                List.copyOf(signatures),
                linesChanged.stream().map(lines::get).toList(),
                summaries,
                List.copyOf(positions),
                List.copyOf(successions),
                new ClockMark(millis, 0),
                nextSeq);
        identity = null;
        renewalDue = null;
        List.of(splits, dropped, ops, artifacts, signatures, positions, successions)
                .forEach(List::clear);
        carriers.clear();
        linesChanged.clear();
        looseChanged.clear();
        return commit;
    }

    private void settle(String id, List<Op> held, List<Commit.EventRow> rows, List<String> withdrawn) {
        Shown before = shown.get(id);
        if (held.isEmpty()) {
            if (before != null) {
                withdrawn.add(id);
                shown.remove(id);
            }
            return;
        }
        held.sort((a, b) -> MergeKey.of(a).compareTo(MergeKey.of(b)));
        Op visible = held.get(0);
        boolean again = before != null && !before.payload().equals(visible.payload());
        long seq = before == null || again ? nextSeq++ : before.seq();
        boolean revised = again || before != null && before.revised();
        boolean conflict = held.stream().anyMatch(op -> !op.payload().equals(visible.payload()));
        rows.add(new Commit.EventRow(
                id,
                seq,
                before == null ? 0 : before.seq(),
                revised,
                conflict,
                OpKey.of(visible),
                held.stream().skip(1).map(OpKey::of).toList()));
        shown.put(id, new Shown(seq, revised, visible.payload(), List.copyOf(held)));
    }

    private Line line(Origin name) {
        return lines.computeIfAbsent(name, Line::ofOrigin);
    }
}
