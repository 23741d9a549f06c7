package io.meshlog.node.store;

import io.meshlog.hlc.PhysicalClock;
import io.meshlog.node.store.file.Boots;
import io.meshlog.node.store.file.Checkpointer;
import io.meshlog.node.store.file.Database;
import io.meshlog.node.store.file.StoreException;
import io.meshlog.node.store.file.StoreSettings;
import io.meshlog.node.store.log.FactReads;
import io.meshlog.node.store.log.LogReads;
import io.meshlog.node.store.log.Recovery;
import io.meshlog.node.store.row.Terms;
import io.meshlog.node.store.write.CommitWriter;
import io.meshlog.op.Artifact;
import io.meshlog.op.Digest;
import io.meshlog.op.Op;
import io.meshlog.op.Origin;
import io.meshlog.replica.Commit;
import io.meshlog.replica.Facts;
import io.meshlog.replica.Needs;
import io.meshlog.replica.OpLog;
import io.meshlog.replica.RecoveredState;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The writer: one replica's log in SQLite. Storage failures are {@link StoreException}s and leave all or nothing; what a
 * commit may not say is an {@link IllegalStateException} and leaves nothing. Confined to the thread that owns the
 * replica.
 */
public final class SqliteOpLog implements OpLog {
    private final Database db;
    private final CommitWriter writer;
    private final LogReads reads;
    private final FactReads facts;
    private final Recovery recovery;
    private final Checkpointer checkpointer;

    /** Counts commits, so that readers know when what they derived is old. */
    private final Generation generation;

    /** A write or sync failed: what reached the disk is known only after a checkpoint (spec §4). */
    private boolean isSuspect;

    /** Whether this opening is recorded: the first thing to be committed (spec §4). */
    private boolean isBegun;

    private volatile boolean isClosed;

    SqliteOpLog(
            Database db, StoreSettings settings, PhysicalClock clock, Checkpointer checkpointer, Generation generation)
            throws SQLException {
        Terms terms = new Terms(db, settings.termsCached());
        this.db = db;
        this.writer = new CommitWriter(db, terms, clock);
        this.reads = new LogReads(db, terms);
        this.facts = new FactReads(db, terms);
        this.recovery = new Recovery(db, terms);
        this.checkpointer = checkpointer;
        this.generation = generation;
    }

    @Override
    public RecoveredState recover() {
        return call("recover the replica", recovery::recover);
    }

    @Override
    public Facts facts(Needs needs) {
        return call("read what a step must know", () -> facts.facts(needs));
    }

    @Override
    public void commit(List<Commit> commits) {
        if (commits.isEmpty()) {
            return;
        }
        call("make sure that earlier commits are durable", () -> {
            if (isSuspect) {
                checkpointer.prove(db);
                isSuspect = false;
            }
            if (!isBegun) {
                begin();
            }
            return true;
        });
        call("commit", () -> {
            db.begin();
            boolean isDone = false;
            try {
                writer.apply(commits);
                db.commit();
                isDone = true;
            } catch (SQLException e) {
                isSuspect = true;
                throw e;
            } finally {
                if (!isDone) {
                    rollBack();
                }
            }
            return true;
        });
        generation.committed(writer.committed());
        checkpointer.committed(db);
    }

    /** Records this opening. Durable on return, and with it what a killed process left in the log. */
    void begin() throws SQLException {
        isSuspect = true;
        Boots.begin(db);
        isSuspect = false;
        isBegun = true;
    }

    /** Derives the views anew, in one transaction. Durable on return. */
    public void rebuildViews() {
        call("rebuild the views", () -> {
            db.begin();
            boolean isDone = false;
            try {
                writer.rebuildViews();
                db.commit();
                isDone = true;
            } finally {
                if (!isDone) {
                    rollBack();
                }
            }
            return true;
        });
        generation.committed(true);
    }

    private void rollBack() {
        try {
            db.forgetStatements();
            db.rollBack();
            writer.rolledBack();
        } catch (SQLException e) {
            isSuspect = true;
        }
    }

    /** The inode of the new {@code replica.key}: kept with the next commit that brings an identity. */
    public void keyOfNextIdentity(long inode) {
        writer.keyOfNextIdentity(inode);
    }

    @Override
    public List<Op> chained(Origin line, long after, int opsMax, long bytesMax) {
        return call("read ops of " + line, () -> reads.chained(line, after, opsMax, bytesMax));
    }

    @Override
    public List<Op> loose(Origin origin, long after, int opsMax, long bytesMax) {
        return call("read loose ops of " + origin, () -> reads.loose(origin, after, opsMax, bytesMax));
    }

    @Override
    public @Nullable Digest chainAt(Origin line, long seq) {
        return call("read the chain of " + line, () -> reads.chainAt(line, seq));
    }

    @Override
    public @Nullable Artifact artifact(String id) {
        return call("read artifact " + id, () -> reads.artifact(id));
    }

    /** @return whether it was open */
    boolean close() {
        boolean wasOpen = !isClosed;
        isClosed = true;
        return wasOpen;
    }

    <T extends @Nullable Object> T call(String doing, SqlCall<T> call) {
        if (isClosed) {
            throw new StoreException(StoreException.Kind.CLOSED, "could not " + doing + ": the store is closed");
        }
        try {
            return call.run();
        } catch (SQLException e) {
            RuntimeException failure = StoreException.of(e, doing);
            try {
                db.forgetStatements();
            } catch (SQLException second) {
                failure.addSuppressed(second);
            }
            throw failure;
        }
    }

    /** Something that asks the database. */
    @FunctionalInterface
    interface SqlCall<T extends @Nullable Object> {
        T run() throws SQLException;
    }
}
