package io.meshlog.node.store.write;

import io.meshlog.cursor.Places;
import io.meshlog.hlc.ClockMark;
import io.meshlog.hlc.PhysicalClock;
import io.meshlog.node.store.file.Database;
import io.meshlog.node.store.row.Terms;
import io.meshlog.op.Artifact;
import io.meshlog.op.Op;
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
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Carries commits out to the letter inside of a transaction that the caller holds. What does not fit what is stored is
 * the core's error: {@link IllegalStateException}, and the caller rolls back. Confined to the writer's thread.
 */
public final class CommitWriter {
    private final Database db;
    private final Terms terms;
    private final OpWrites ops;
    private final EventWrites events;
    private final ArtifactWrites artifacts;
    private final StateWrites state;
    private final ViewWrites views;
    private final PhysicalClock clock;

    /** The replica's own row. */
    private record Own(Origin self, @Nullable String renewalDue, ClockMark mark, long nextSeq) {
        Own with(Commit commit) {
            Origin identity = commit.identity();
            ClockMark newMark = commit.clock();
            // A mark may go back only where a new line starts from a clock that was wrong.
            require(
                    newMark == null || identity != null || newMark.compareTo(mark) >= 0,
                    () -> "the clock's mark may not go back from " + mark + " to " + newMark);
            require(
                    commit.nextSeq() >= nextSeq,
                    () -> "nextSeq may not go back from " + nextSeq + " to " + commit.nextSeq());
            String due = commit.renewalDue() != null ? commit.renewalDue() : identity == null ? renewalDue : null;
            return new Own(identity == null ? self : identity, due, newMark == null ? mark : newMark, commit.nextSeq());
        }
    }

    /** As the last durable commit left it, and as this transaction leaves it. */
    private Own own;

    private Own pending;

    /** The inode of the key that the next identity was made with. */
    private @Nullable Long nextKeyInode;

    public CommitWriter(Database db, Terms terms, PhysicalClock clock) throws SQLException {
        this.db = db;
        this.terms = terms;
        this.ops = new OpWrites(db, terms);
        this.views = new ViewWrites(db, terms);
        this.events = new EventWrites(db, terms, ops, views);
        this.artifacts = new ArtifactWrites(db, terms);
        this.state = new StateWrites(db, terms);
        this.clock = clock;
        try (ResultSet rows =
                db.query("SELECT replica, renewal_due, clock_millis, clock_counter, next_seq FROM meta")) {
            rows.next();
            this.own = new Own(
                    new Origin(rows.getString(1)),
                    rows.getString(2),
                    new ClockMark(rows.getLong(3), rows.getInt(4)),
                    rows.getLong(5));
        }
        this.pending = own;
    }

    public void keyOfNextIdentity(long inode) {
        nextKeyInode = inode;
    }

    /** Applies commits in order, and writes the replica's own row once for all of them. */
    public void apply(List<Commit> commits) throws SQLException {
        pending = own;
        ops.begin(clock.millis());
        views.begin();
        for (Commit commit : commits) {
            Own next = pending.with(commit);
            if (commit.identity() != null) {
                db.update(
                        "INSERT INTO previous_id (replica) VALUES (?)",
                        pending.self().name());
                // The new id is this copy's own, whatever it was restored from.
                db.update("UPDATE meta SET key_inode = ?, restored = NULL", nextKeyInode);
            }
            apply(commit, pending.nextSeq());
            pending = next;
        }
        if (!pending.equals(own)) {
            db.update(
                    "UPDATE meta SET replica = ?, renewal_due = ?, clock_millis = ?, clock_counter = ?, next_seq = ?",
                    pending.self().name(),
                    pending.renewalDue(),
                    pending.mark().millis(),
                    pending.mark().counter(),
                    pending.nextSeq());
        }
    }

    /** The transaction is durable. @return whether it changed who has written where */
    public boolean committed() {
        if (!pending.self().equals(own.self())) {
            nextKeyInode = null;
        }
        own = pending;
        return views.takeNewVoice();
    }

    /** The transaction was rolled back: nothing that was remembered in it holds. */
    public void rolledBack() throws SQLException {
        pending = own;
        terms.forget();
        ops.rolledBack();
        views.begin();
    }

    private void apply(Commit commit, long seqFrom) throws SQLException {
        retract(commit);
        for (Commit.Split split : commit.splits()) {
            ops.split(split);
        }
        for (OpKey key : commit.dropped()) {
            Op dropped = ops.drop(key).op();
            if (dropped.eventOrNull() == null) {
                views.release(dropped);
            }
        }
        Places places = new Places(commit, seqFrom);
        for (Commit.NewOp op : commit.ops()) {
            long n = ops.insert(op, places);
            if (op.op().eventOrNull() == null) {
                views.quarantine(n, op.op());
            }
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
            put(line);
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
        views.settle();
    }

    /** Views take events out as they stand: before any op that they are shown by goes. */
    private void retract(Commit commit) throws SQLException {
        for (String eventId : commit.withdrawn()) {
            views.retract(eventId);
        }
        for (Commit.EventRow row : commit.events()) {
            if (row.previousSeq() != 0) {
                views.retract(row.eventId());
            }
        }
    }

    private void put(Line line) throws SQLException {
        Origin parent = line.parent();
        Origin before = parent == null ? null : state.parent(line.name());
        state.put(line);
        views.forked(before, parent);
    }

    /** Derives the views anew from the rows that they follow from. */
    public void rebuildViews() throws SQLException {
        views.rebuild();
    }

    /** @param otherwise what is wrong; written only if it is, because this is asked several times an op */
    static void require(boolean holds, Supplier<String> otherwise) {
        if (!holds) {
            throw new IllegalStateException(otherwise.get());
        }
    }
}
