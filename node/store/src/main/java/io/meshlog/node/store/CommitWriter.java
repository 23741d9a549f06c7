package io.meshlog.node.store;

import io.meshlog.hlc.ClockMark;
import io.meshlog.hlc.PhysicalClock;
import io.meshlog.op.Artifact;
import io.meshlog.op.Origin;
import io.meshlog.replica.Commit;
import io.meshlog.replica.Line;
import io.meshlog.replica.OpKey;
import io.meshlog.replica.Succession;
import io.meshlog.vector.LooseSummary;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * Carries commits out to the letter inside of a transaction that the caller holds. What does not fit what is stored is
 * the core's error: {@link IllegalStateException}, and the caller rolls back. Confined to the writer's thread.
 */
final class CommitWriter {
    private final Database db;
    private final Terms terms;
    private final OpWrites ops;
    private final EventWrites events;
    private final ArtifactWrites artifacts;
    private final StateWrites state;
    private final PhysicalClock clock;

    // As the last durable commit left them.
    private Origin self;
    private ClockMark mark;
    private long nextSeq;

    CommitWriter(Database db, Terms terms, PhysicalClock clock) throws SQLException {
        this.db = db;
        this.terms = terms;
        this.ops = new OpWrites(db, terms);
        this.events = new EventWrites(db, terms, ops);
        this.artifacts = new ArtifactWrites(db);
        this.state = new StateWrites(db, terms);
        this.clock = clock;
        try (ResultSet rows = db.query("SELECT replica, clock_millis, clock_counter, next_seq FROM meta")) {
            rows.next();
            this.self = new Origin(rows.getString(1));
            this.mark = new ClockMark(rows.getLong(2), rows.getInt(3));
            this.nextSeq = rows.getLong(4);
        }
    }

    /** Applies commits in order, and the replica's own row once for all of them. */
    void apply(List<Commit> commits) throws SQLException {
        Origin newSelf = self;
        ClockMark newMark = mark;
        long newNext = nextSeq;
        ops.begin(clock.millis());
        for (Commit commit : commits) {
            Origin identity = commit.identity();
            if (identity != null) {
                db.update("INSERT INTO previous_id (replica) VALUES (?)", newSelf.name());
                newSelf = identity;
            }
            apply(commit, newNext);
            ClockMark commitMark = commit.clock();
            if (commitMark != null) {
                require(
                        commitMark.compareTo(newMark) >= 0 || identity != null,
                        "the clock's mark may not go back from " + newMark + " to " + commitMark);
                newMark = commitMark;
            }
            newNext = commit.nextSeq();
        }
        if (!newSelf.equals(self) || !newMark.equals(mark) || newNext != nextSeq) {
            db.update(
                    "UPDATE meta SET replica = ?, clock_millis = ?, clock_counter = ?, next_seq = ?",
                    newSelf.name(),
                    newMark.millis(),
                    newMark.counter(),
                    newNext);
        }
        pendingSelf = newSelf;
        pendingMark = newMark;
        pendingNext = newNext;
    }

    private @Nullable Origin pendingSelf;
    private @Nullable ClockMark pendingMark;
    private long pendingNext;

    /** The transaction is durable. */
    void committed() {
        self = java.util.Objects.requireNonNull(pendingSelf);
        mark = java.util.Objects.requireNonNull(pendingMark);
        nextSeq = pendingNext;
    }

    /** The transaction was rolled back: nothing that was remembered in it holds. */
    void rolledBack() throws SQLException {
        terms.forget();
        ops.rolledBack();
    }

    private void apply(Commit commit, long seqFrom) throws SQLException {
        require(commit.nextSeq() >= seqFrom, "nextSeq may not go back from " + seqFrom + " to " + commit.nextSeq());
        for (Commit.Split split : commit.splits()) {
            ops.split(split);
        }
        for (OpKey key : commit.dropped()) {
            ops.drop(key);
        }
        for (Commit.NewOp op : commit.ops()) {
            ops.insert(op);
        }
        for (String eventId : commit.withdrawn()) {
            events.withdraw(eventId);
        }
        for (Commit.EventRow row : commit.events()) {
            events.put(row, seqFrom, commit.nextSeq());
        }
        for (Artifact artifact : commit.artifacts()) {
            artifacts.put(artifact);
        }
        for (Commit.Signed signed : commit.signatures()) {
            ops.sign(signed);
        }
        for (Line line : commit.lines()) {
            state.put(line);
        }
        for (SortedMap.Entry<Origin, LooseSummary> loose : commit.loose().entrySet()) {
            state.put(loose.getKey(), loose.getValue());
        }
        for (Commit.Position position : commit.positions()) {
            state.put(position);
        }
        for (Succession succession : commit.successions()) {
            state.put(succession);
        }
        events.checkDropped();
        ops.checkEnds(commit);
    }

    static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalStateException(otherwise);
        }
    }
}
