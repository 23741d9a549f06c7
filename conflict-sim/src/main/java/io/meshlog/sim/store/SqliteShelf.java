package io.meshlog.sim.store;

import io.meshlog.node.store.SqliteStore;
import io.meshlog.node.store.file.StoreSettings;
import io.meshlog.op.Origin;
import io.meshlog.replica.OpLog;
import io.meshlog.sim.world.Shelf;
import io.meshlog.sim.world.Shown;
import io.meshlog.sim.world.SimClock;
import io.meshlog.sim.world.Views;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A log in a directory of its own, in the program's store. Every process that starts finds what a killed one leaves: a
 * database, and beside it the log of what was committed since and never copied back. Confined to its run.
 */
public final class SqliteShelf implements Shelf {
    /**
     * Nothing is copied back by the clock, which would make a run depend on how fast it is; the writer does it between
     * two commits, early, so that killed processes leave it half done.
     */
    private static final StoreSettings SETTINGS = settings(64L << 10);

    private final Directories directories;
    private final Origin self;
    private Path directory;
    private @Nullable SqliteStore open;

    private SqliteShelf(Directories directories, Origin self, Path directory) {
        this.directories = directories;
        this.self = self;
        this.directory = directory;
    }

    private static StoreSettings settings(long walBytes) {
        StoreSettings d = StoreSettings.DEFAULT;
        return new StoreSettings(
                1,
                d.busyMillis(),
                StoreSettings.WAL_BYTES_BOUND,
                walBytes,
                Integer.MAX_VALUE,
                d.writerCacheBytes(),
                d.readerCacheBytes(),
                d.termsCached(),
                d.examinedRowsMax(),
                d.checkedAtOpenBytesMax());
    }

    /** Shelves in directories under the one for temporary files; closing it deletes them all. */
    public static Maker maker() {
        return maker(Directories.make());
    }

    static Maker maker(Directories directories) {
        return new Maker() {
            @Override
            public Shelf make(Origin self) {
                return new SqliteShelf(directories, self, directories.next());
            }

            @Override
            public void close() {
                directories.close();
            }
        };
    }

    @Override
    public OpLog open() {
        SqliteStore before = open;
        if (before != null) {
            // What lies there now is what a process killed at this moment leaves: closing would tidy up first.
            Path left = directories.copy(directory);
            forget();
            directories.delete(directory);
            directory = left;
        }
        SqliteStore opened = SqliteStore.open(
                directory, () -> new SqliteStore.FirstIdentity(self, null), SETTINGS, () -> SimClock.EPOCH);
        open = opened;
        return opened.opLog();
    }

    private void forget() {
        SqliteStore before = open;
        open = null;
        if (before != null) {
            before.close();
        }
    }

    @Override
    public Shelf copy() {
        return new SqliteShelf(directories, self, directories.copy(directory));
    }

    @Override
    public void discard() {
        forget();
        directories.delete(directory);
    }

    @Override
    public Views views() {
        return new StoreViews(
                () -> Objects.requireNonNull(open, "no process has it open").reader());
    }

    @Override
    public List<String> differences(Supplier<Shown> expected) {
        SqliteStore store = open;
        return store == null ? List.of() : new ReadBack(store, expected.get()).differences();
    }
}
