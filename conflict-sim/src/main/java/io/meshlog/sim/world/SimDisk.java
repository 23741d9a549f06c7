package io.meshlog.sim.world;

import io.meshlog.op.Artifact;
import io.meshlog.op.Digest;
import io.meshlog.op.Op;
import io.meshlog.op.Origin;
import io.meshlog.replica.Commit;
import io.meshlog.replica.Facts;
import io.meshlog.replica.Needs;
import io.meshlog.replica.OpLog;
import io.meshlog.replica.RecoveredState;
import io.meshlog.sim.fault.FaultKind;
import io.meshlog.sim.fault.FaultLedger;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One replica's directory: its log and its keys, and what goes wrong with them. A commit that is being written is
 * pending; it becomes durable wholly or is gone wholly, at once or with the next start. Confined to its run.
 */
final class SimDisk implements OpLog, Views.Kept {
    private final FaultLedger faults;
    private final LongSupplier physical;
    private final Durable durable;
    private Shelf shelf;
    private OpLog log;
    private final SortedMap<Origin, SimKey> keys = new TreeMap<>();
    private boolean restoredMark;
    private boolean full;
    private @Nullable Trap crash;
    private @Nullable Trap error;
    private @Nullable SyncTrap syncError;
    private @Nullable Written unsynced;
    private long writes;

    /** Something that waits for the n-th write from when it was set. */
    private record Trap(long atWrite, boolean kept, long downMillis) {}

    private record SyncTrap(long atWrite, long killedInMillis, long downMillis) {}

    /** What lies in the file where the next process looks for it, and is no part of the log for this one. */
    private record Written(List<Commit> commits, long physicalMillis) {}

    /** Hears of commits. */
    interface Durable {
        /** @param physicalMillis what the wall clock showed when they were written */
        void committed(List<Commit> commits, long physicalMillis);
    }

    SimDisk(Shelf shelf, FaultLedger faults, LongSupplier physical, Durable durable) {
        this.shelf = shelf;
        this.log = shelf.open();
        this.faults = faults;
        this.physical = physical;
        this.durable = durable;
    }

    // ---- the directory

    /** A copy of a directory: log, keys, and whether it says of itself that it is one. */
    record Copy(Shelf shelf, SortedMap<Origin, SimKey> keys) {}

    Copy copy() {
        return new Copy(shelf.copy(), new TreeMap<>(keys));
    }

    void put(Copy copy, boolean marked) {
        unsynced = null;
        shelf.discard();
        shelf = copy.shelf.copy();
        log = shelf.open();
        keys.clear();
        if (!marked) {
            keys.putAll(copy.keys);
        }
        restoredMark = marked;
    }

    void replace(Shelf empty) {
        unsynced = null;
        shelf.discard();
        shelf = empty;
        log = shelf.open();
        restoredMark = false;
    }

    /** As a process that starts finds it: with what was written and never synced, which it makes durable first. */
    void reopen() {
        log = shelf.open();
        Written found = unsynced;
        unsynced = null;
        if (found != null) {
            faults.effective(FaultKind.FAILED_SYNC);
            keep(found.commits, found.physicalMillis);
        }
    }

    void discard() {
        shelf.discard();
    }

    @Override
    public @Nullable Views views() {
        return shelf.views();
    }

    List<String> differences(Supplier<Shown> expected) {
        return shelf.differences(expected);
    }

    SortedMap<Origin, SimKey> keys() {
        return keys;
    }

    boolean isMarkedRestored() {
        return restoredMark;
    }

    void clearMark() {
        restoredMark = false;
    }

    // ---- what goes wrong

    void crashIn(int write, boolean kept, long downMillis) {
        crash = new Trap(writes + write, kept, downMillis);
    }

    void failIn(int write, boolean kept) {
        error = new Trap(writes + write, kept, 0);
    }

    void failSyncIn(int write, long killedInMillis, long downMillis) {
        syncError = new SyncTrap(writes + write, killedInMillis, downMillis);
    }

    void full(boolean isFull) {
        full = isFull;
    }

    boolean isFull() {
        return full;
    }

    /** Nothing is set any more. */
    void mend() {
        crash = null;
        error = null;
        syncError = null;
        full = false;
    }

    @Override
    public void commit(List<Commit> commits) {
        writes++;
        long now = physical.getAsLong();
        if (full) {
            faults.effective(FaultKind.DISK_FULL);
            throw new DiskFailure("the disk is full");
        }
        fails(commits, now);
        dies(commits, now);
        keep(commits, now);
    }

    private void fails(List<Commit> commits, long now) {
        Trap fails = error;
        SyncTrap unsyncs = syncError;
        if (fails != null && writes >= fails.atWrite) {
            error = null;
            faults.applied(FaultKind.DISK_ERROR);
            faults.effective(FaultKind.DISK_ERROR);
            if (fails.kept) {
                keep(commits, now);
            }
            throw new DiskFailure("the disk reports an error");
        } else if (unsyncs != null && writes >= unsyncs.atWrite) {
            syncError = null;
            faults.applied(FaultKind.FAILED_SYNC);
            unsynced = new Written(List.copyOf(commits), now);
            throw new DiskFailure("the disk could not sync", unsyncs.killedInMillis, unsyncs.downMillis);
        }
    }

    private void dies(List<Commit> commits, long now) {
        Trap dies = crash;
        if (dies != null && writes >= dies.atWrite) {
            crash = null;
            faults.applied(FaultKind.CRASH_IN_WRITE);
            faults.effective(FaultKind.CRASH_IN_WRITE);
            if (dies.kept) {
                keep(commits, now);
            }
            throw new Crash(dies.downMillis);
        }
    }

    private void keep(List<Commit> commits, long physicalMillis) {
        unsynced = null;
        log.commit(commits);
        durable.committed(commits, physicalMillis);
    }

    // ---- the log

    @Override
    public RecoveredState recover() {
        return log.recover();
    }

    @Override
    public Facts facts(Needs needs) {
        return log.facts(needs);
    }

    @Override
    public List<Op> chained(Origin line, long after, int opsMax, long bytesMax) {
        return log.chained(line, after, opsMax, bytesMax);
    }

    @Override
    public List<Op> loose(Origin origin, long after, int opsMax, long bytesMax) {
        return log.loose(origin, after, opsMax, bytesMax);
    }

    @Override
    public @Nullable Digest chainAt(Origin line, long seq) {
        return log.chainAt(line, seq);
    }

    @Override
    public @Nullable Artifact artifact(String id) {
        return log.artifact(id);
    }
}
