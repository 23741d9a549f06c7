package io.meshlog.replica;

import io.meshlog.hlc.ClockMark;
import io.meshlog.op.Artifact;
import io.meshlog.op.Origin;
import io.meshlog.vector.LooseSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One step's commit while it is being put together. Confined to the step. */
final class Changes {
    private @Nullable Origin identity;
    private @Nullable String renewalDue;
    private final List<Commit.Split> splits = new ArrayList<>();
    private final List<OpKey> dropped = new ArrayList<>();
    private final List<Commit.NewOp> ops = new ArrayList<>();
    private final List<String> withdrawn = new ArrayList<>();
    private final List<Commit.EventRow> events = new ArrayList<>();
    private final SortedMap<String, Long> seqs = new TreeMap<>();
    private final List<Artifact> artifacts = new ArrayList<>();
    private final List<Commit.Signed> signatures = new ArrayList<>();
    private final SortedMap<Origin, Line> lines = new TreeMap<>();
    private final SortedMap<Origin, LooseSummary> loose = new TreeMap<>();
    private final List<Commit.Position> positions = new ArrayList<>();
    private final List<Succession> successions = new ArrayList<>();

    void identity(Origin id) {
        identity = id;
    }

    void renewalDue(String reason) {
        renewalDue = reason;
    }

    void split(Commit.Split split) {
        splits.add(split);
    }

    /** The split that this step made last, if it made one. */
    void lastSplit(Consumer<Commit.Split> action) {
        if (!splits.isEmpty()) {
            action.accept(splits.get(splits.size() - 1));
        }
    }

    void dropped(OpKey key) {
        dropped.add(key);
    }

    void op(Commit.NewOp op) {
        ops.add(op);
    }

    void withdrawn(String eventId) {
        withdrawn.add(eventId);
    }

    void event(Commit.EventRow row) {
        events.add(row);
        seqs.put(row.eventId(), row.seq());
    }

    /** The delivery position that this step gave an event. */
    long seqOf(String eventId) {
        Long seq = seqs.get(eventId);
        if (seq == null) {
            throw new IllegalStateException("event " + eventId + " was not delivered in this step");
        }
        return seq;
    }

    void artifact(Artifact artifact) {
        artifacts.add(artifact);
    }

    void signed(Commit.Signed signed) {
        signatures.add(signed);
    }

    void line(Line line) {
        lines.put(line.name(), line);
    }

    void loose(Origin origin, LooseSummary summary) {
        loose.put(origin, summary);
    }

    void position(Commit.Position position) {
        positions.add(position);
    }

    void succession(Succession succession) {
        successions.add(succession);
    }

    int newOps() {
        return ops.size();
    }

    boolean isEmpty() {
        return identity == null
                && renewalDue == null
                && splits.isEmpty()
                && dropped.isEmpty()
                && ops.isEmpty()
                && withdrawn.isEmpty()
                && events.isEmpty()
                && artifacts.isEmpty()
                && signatures.isEmpty()
                && lines.isEmpty()
                && loose.isEmpty()
                && positions.isEmpty()
                && successions.isEmpty();
    }

    /** Whether anything changed that peers or readers are told. */
    boolean isNews() {
        return identity != null
                || !events.isEmpty()
                || !withdrawn.isEmpty()
                || !lines.isEmpty()
                || !loose.isEmpty()
                || !successions.isEmpty();
    }

    Commit build(@Nullable ClockMark clock, long nextSeq) {
        return new Commit(
                identity,
                renewalDue,
                List.copyOf(splits),
                List.copyOf(dropped),
                List.copyOf(ops),
                List.copyOf(withdrawn),
                List.copyOf(events),
                List.copyOf(artifacts),
                List.copyOf(signatures),
                List.copyOf(lines.values()),
                java.util.Collections.unmodifiableSortedMap(loose),
                List.copyOf(positions),
                List.copyOf(successions),
                clock,
                nextSeq);
    }
}
