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
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One replica's directory: its log and its keys, and what goes wrong with them. A commit that is being written is
 * pending; it becomes durable wholly or is gone wholly. Confined to its run.
 */
final class SimDisk implements OpLog {
    private final FaultLedger faults;
    private final Consumer<List<Commit>> whenDurable;
    private Shelf shelf;
    private OpLog log;
    private final SortedMap<Origin, SimKey> keys = new TreeMap<>();
    private boolean restoredMark;
    private boolean full;
    private @Nullable Trap crash;
    private @Nullable Trap error;
    private long writes;

    /** Something that waits for the n-th write from when it was set. */
    private record Trap(long atWrite, boolean kept, long downMillis) {}

    SimDisk(Shelf shelf, FaultLedger faults, Consumer<List<Commit>> whenDurable) {
        this.shelf = shelf;
        this.log = shelf.open();
        this.faults = faults;
        this.whenDurable = whenDurable;
    }

    // ---- the directory

    /** A copy of a directory: log, keys, and whether it says of itself that it is one. */
    record Copy(Shelf shelf, SortedMap<Origin, SimKey> keys) {}

    Copy copy() {
        return new Copy(shelf.copy(), new TreeMap<>(keys));
    }

    void put(Copy copy, boolean marked) {
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
        shelf.discard();
        shelf = empty;
        log = shelf.open();
        restoredMark = false;
    }

    void reopen() {
        log = shelf.open();
    }

    void discard() {
        shelf.discard();
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
        full = false;
    }

    @Override
    public void commit(List<Commit> commits) {
        writes++;
        Trap dies = crash;
        Trap fails = error;
        if (full) {
            faults.effective(FaultKind.DISK_FULL);
            throw new DiskFailure("the disk is full", true);
        } else if (fails != null && writes >= fails.atWrite) {
            error = null;
            faults.applied(FaultKind.DISK_ERROR);
            faults.effective(FaultKind.DISK_ERROR);
            keep(commits, fails.kept);
            throw new DiskFailure("the disk reports an error", false);
        } else if (dies != null && writes >= dies.atWrite) {
            crash = null;
            faults.applied(FaultKind.CRASH_IN_WRITE);
            faults.effective(FaultKind.CRASH_IN_WRITE);
            keep(commits, dies.kept);
            throw new Crash(dies.downMillis);
        }
        keep(commits, true);
    }

    private void keep(List<Commit> commits, boolean kept) {
        if (kept) {
            log.commit(commits);
            whenDurable.accept(commits);
        }
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
