package io.meshlog.node.store;

import io.meshlog.hlc.PhysicalClock;
import io.meshlog.node.store.check.LogCheck;
import io.meshlog.node.store.file.Checkpointer;
import io.meshlog.node.store.file.Database;
import io.meshlog.node.store.file.Migrations;
import io.meshlog.node.store.file.StoreException;
import io.meshlog.node.store.file.StoreFiles;
import io.meshlog.node.store.file.StoreSettings;
import io.meshlog.op.Origin;
import io.meshlog.wire.OpReading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One replica's database: opens or makes it, and hands out the one writer and the reader. That a directory has one
 * process is the caller's business. Opened and closed by one thread; {@link #opLog} belongs to the thread that owns the
 * replica, {@link #reader} to everyone.
 */
public final class SqliteStore implements AutoCloseable {

    /** Who a new replica is. @param keyInode of its {@code replica.key}, or null where it is not known */
    public record FirstIdentity(Origin self, @Nullable Long keyInode) {}

    private static final Logger LOG = LoggerFactory.getLogger(SqliteStore.class);

    private final Database db;
    private final SqliteOpLog opLog;
    private final EventReader reader;
    private final Checkpointer checkpointer;
    private final boolean isNew;

    private SqliteStore(Path file, StoreSettings settings, PhysicalClock clock, boolean isNew)
            throws SQLException, IOException {
        this.isNew = isNew;
        this.db = Database.writer(file, settings, false);
        Checkpointer started = null;
        try {
            Migrations.migrate(db, (int) db.count("PRAGMA user_version"));
            Generation generation = new Generation();
            started = new Checkpointer(file, settings);
            this.checkpointer = started;
            this.opLog = new SqliteOpLog(db, settings, clock, checkpointer, generation);
            beginOrHold(file);
            this.reader = new EventReader(file, settings, generation);
        } catch (SQLException | IOException | RuntimeException e) {
            if (started != null) {
                started.close();
            }
            db.close();
            throw e;
        }
    }

    /**
     * Opens the database of a directory, or makes one where there is none.
     *
     * @param directory exists
     * @param firstIdentity asked only where a database is made: the id of the new replica
     * @param clock says when ops arrived
     * @throws StoreException {@code UNFIT} if what is there was made by another program or a newer version, or is
     *     incomplete; {@code CORRUPT}, {@code READ_ONLY}, {@code IO}. The files are then as they were, to the byte.
     *     {@code DISK_FULL} where there is no room to make one; what is there can be read on a full disk, and the log
     *     takes commits once there is room
     */
    public static SqliteStore open(
            Path directory, Supplier<FirstIdentity> firstIdentity, StoreSettings settings, PhysicalClock clock) {
        Path file = directory.resolve(StoreFiles.NAME);
        StoreFiles.Header header = StoreFiles.inspect(file);
        try {
            if (header == null) {
                create(file, firstIdentity.get(), settings, clock);
            } else {
                Migrations.requireKnown(header, file);
                if (Files.size(file) <= settings.checkedAtOpenBytesMax()) {
                    LogCheck.closedFiles(file);
                }
            }
            return openMade(file, settings, clock, header == null);
        } catch (SQLException e) {
            throw StoreException.of(e, "open " + file);
        } catch (IOException e) {
            throw new StoreException(StoreException.Kind.IO, "could not open " + file + ": " + e, e);
        }
    }

    private static SqliteStore openMade(Path file, StoreSettings settings, PhysicalClock clock, boolean isNew)
            throws SQLException, IOException {
        try {
            return new SqliteStore(file, settings, clock, isNew);
        } catch (SQLException e) {
            if (!StoreException.isDiskFull(e)) {
                throw e;
            }
            LOG.warn("no room beside {}: until the next start no other program can open it", file);
            return new SqliteStore(file, settings.exclusive(), clock, isNew);
        }
    }

    /** Durable before anything is told: what a killed process left in the log (spec §4), also where nothing fits. */
    private void beginOrHold(Path file) throws SQLException, IOException {
        try {
            opLog.begin();
        } catch (SQLException e) {
            if (!StoreException.isDiskFull(e)) {
                throw e;
            }
            StoreFiles.syncLog(file);
        }
    }

    /** Makes a database under another name first: a crash leaves either none or a whole one. */
    private static void create(Path file, FirstIdentity first, StoreSettings settings, PhysicalClock clock)
            throws SQLException, IOException {
        Path made = file.resolveSibling(file.getFileName() + ".new");
        for (Path left : List.of(made, StoreFiles.wal(made), StoreFiles.shm(made))) {
            Files.deleteIfExists(left);
        }
        try (Database db = Database.writer(made, settings, true)) {
            Migrations.migrate(db, 0);
            db.update(
                    "INSERT INTO meta (one, replica, key_inode, clock_millis, clock_counter, next_seq, boots,"
                            + " created_at, reading_level) VALUES (1, ?, ?, 0, 0, 1, 0, ?, ?)",
                    first.self().name(),
                    first.keyInode(),
                    clock.millis(),
                    OpReading.LEVEL);
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)");
        }
        Files.move(made, file, StandardCopyOption.ATOMIC_MOVE);
    }

    /** Whether this opening made the database. */
    public boolean isNew() {
        return isNew;
    }

    public SqliteOpLog opLog() {
        return opLog;
    }

    public EventReader reader() {
        return reader;
    }

    /** Size of the write-ahead log file, in bytes. */
    public long walBytes() {
        return checkpointer.walBytes();
    }

    /** As the last commit left it. Confined to the writer's thread. */
    public StoreIdentity identity() {
        return opLog.call("read the replica's identity", () -> {
            List<Origin> previous = new ArrayList<>();
            try (ResultSet rows = db.query("SELECT replica FROM previous_id ORDER BY n")) {
                while (rows.next()) {
                    previous.add(new Origin(rows.getString(1)));
                }
            }
            try (ResultSet rows =
                    db.query("SELECT replica, key_inode, clock_millis, restored, created_at, boots FROM meta")) {
                rows.next();
                long keyInode = rows.getLong(2);
                return new StoreIdentity(
                        new Origin(rows.getString(1)),
                        List.copyOf(previous),
                        rows.wasNull() ? null : (Long) keyInode,
                        rows.getLong(3),
                        rows.getString(4),
                        rows.getLong(5),
                        rows.getLong(6));
            }
        });
    }

    /** Remembers what {@code replica.key} is now. Durable on return. Confined to the writer's thread. */
    public void recordKeyInode(long keyInode) {
        opLog.call("record the key", () -> db.update("UPDATE meta SET key_inode = ?", keyInode));
    }

    /** Sets or takes away the mark of a restored copy. Durable on return. Confined to the writer's thread. */
    public void markRestored(@Nullable String mark) {
        opLog.call("mark the copy", () -> db.update("UPDATE meta SET restored = ?", mark));
    }

    /** Verifies pages, chains, summaries and views; reads everything. @throws StoreException {@code CORRUPT} with the finding */
    public void check() {
        reader.check();
    }

    /** For tests: how many pages the database has, and how many it may have; a full disk in small. */
    long pages() throws SQLException {
        return db.count("PRAGMA page_count");
    }

    void limitPages(long max) throws SQLException {
        db.execute("PRAGMA max_page_count = " + max);
    }

    /** Copies the log back and empties it. Whatever is still asked afterwards fails with {@code CLOSED}. */
    @Override
    public void close() {
        if (!opLog.close()) {
            return;
        }
        reader.close();
        try {
            checkpointer.close();
        } catch (SQLException e) {
            throw StoreException.of(e, "close the store");
        } finally {
            closeWriter();
        }
    }

    private void closeWriter() {
        try (Database closing = db) {
            closing.execute("PRAGMA wal_checkpoint(TRUNCATE)");
        } catch (SQLException e) {
            throw StoreException.of(e, "close the store");
        }
    }
}
