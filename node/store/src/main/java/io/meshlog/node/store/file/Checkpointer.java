package io.meshlog.node.store.file;

import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the write-ahead log short without making commits wait: copies it back in the background from the low mark on,
 * lets the writer empty it at the high mark, and empties it when nothing is written any more. Thread-safe; runs one
 * thread with a connection of its own. Cost: one {@code stat} a commit.
 *
 * <p>Under steady writing the background never catches up wholly, because each copy ends where the log ended when it
 * began; only the writer can start the log anew, and at the high mark little is left to copy.
 */
public final class Checkpointer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Checkpointer.class);

    /** How long commits are gathered before the log is looked at again. */
    private static final long GATHER_MILLIS = 20;

    /** How long the background waits for readers: it holds the write lock meanwhile, and a commit would wait with it. */
    private static final int BACKGROUND_WAITS_MILLIS = 10;

    /** How long the writer waits for readers when it empties the log; they are done in less or not soon. */
    private static final int WRITER_WAITS_MILLIS = 100;

    private final java.io.File wal;
    private final Database db;
    private final StoreSettings settings;
    private final long pageBytes;
    private final Thread thread;

    /** Held while a log is copied back: at the high mark the writer waits for the background, so that the bound holds. */
    private final ReentrantLock copying = new ReentrantLock();

    // Guarded by this.
    private long commits;
    private boolean isClosing;

    // Confined to the writer's thread.
    private long retryAtBytes;

    /** What went wrong last and was said, so that it is said once; null while nothing does. */
    private volatile @Nullable String trouble;

    public Checkpointer(Path file, StoreSettings settings) throws SQLException {
        this.wal = StoreFiles.wal(file).toFile();
        this.settings = settings;
        this.db = Database.writer(file, settings, false);
        db.execute("PRAGMA busy_timeout = " + BACKGROUND_WAITS_MILLIS);
        this.pageBytes = db.count("PRAGMA page_size");
        this.retryAtBytes = settings.walHighBytes();
        this.thread = new Thread(this::run, "meshlog-checkpoint");
        thread.setDaemon(true);
        thread.start();
    }

    /** Size of the log file, in bytes. */
    public long walBytes() {
        return wal.length();
    }

    /** A commit is durable. @param writer the connection that made it, on its thread */
    public void committed(Database writer) {
        synchronized (this) {
            commits++;
            notifyAll();
        }
        long bytes = walBytes();
        if (bytes < settings.walHighBytes()) {
            retryAtBytes = settings.walHighBytes();
        } else if (bytes >= retryAtBytes) {
            // Another program may hold a snapshot: then it is tried again when the log has grown, not at each commit.
            retryAtBytes = bytes + settings.walLowBytes();
            emptyBetweenCommits(writer, bytes);
        }
    }

    private void emptyBetweenCommits(Database writer, long bytes) {
        try {
            writer.execute("PRAGMA busy_timeout = " + WRITER_WAITS_MILLIS);
            boolean isEmptied;
            try {
                isEmptied = checkpoint(writer, "TRUNCATE");
            } finally {
                writer.execute("PRAGMA busy_timeout = " + settings.busyMillis());
            }
            if (isEmptied) {
                retryAtBytes = settings.walHighBytes();
            } else if (bytes >= StoreSettings.WAL_BYTES_BOUND) {
                LOG.warn("write-ahead log is at {} bytes: something holds an old snapshot of the database", bytes);
            }
        } catch (SQLException e) {
            failed("empty", e);
        }
    }

    /** Copies back and empties the log, or fails: what was committed before is then known to be durable. */
    public void prove(Database writer) throws SQLException {
        if (!checkpoint(writer, "TRUNCATE")) {
            throw new StoreException(
                    StoreException.Kind.BUSY,
                    "after a failed write, the log must be copied back before anything is accepted; a reader is in the way");
        }
    }

    /** @return whether all of the log was copied back, and for TRUNCATE whether it was emptied */
    private boolean checkpoint(Database db, String mode) throws SQLException {
        copying.lock();
        try (ResultSet rows = db.query("PRAGMA wal_checkpoint(" + mode + ")")) {
            trouble = null;
            return rows.next() && rows.getInt(1) == 0 && rows.getLong(2) == rows.getLong(3);
        } finally {
            copying.unlock();
        }
    }

    private void run() {
        long seen = 0;
        boolean isEmptied = false;
        try {
            while (true) {
                boolean isNews;
                synchronized (this) {
                    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(settings.walIdleMillis());
                    while (!isClosing && commits == seen && (isEmptied || deadline - System.nanoTime() > 0)) {
                        long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime()) + 1;
                        wait(isEmptied ? 0 : Math.max(1, left));
                    }
                    if (isClosing) {
                        return;
                    }
                    isNews = commits != seen;
                    seen = commits;
                }
                if (isNews) {
                    isEmptied = false;
                    copyBack();
                    gather();
                } else {
                    isEmptied = emptyWhenIdle();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void gather() throws InterruptedException {
        long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(GATHER_MILLIS);
        long left = GATHER_MILLIS;
        while (!isClosing && left > 0) {
            wait(left);
            left = TimeUnit.NANOSECONDS.toMillis(until - System.nanoTime());
        }
    }

    private void copyBack() {
        if (walBytes() < settings.walLowBytes()) {
            return;
        }
        try {
            long waiting;
            try (ResultSet rows = db.query("PRAGMA wal_checkpoint(NOOP)")) {
                waiting = rows.next() ? (rows.getLong(2) - rows.getLong(3)) * pageBytes : 0;
            }
            if (waiting >= settings.walLowBytes()) {
                checkpoint(db, "PASSIVE");
            }
        } catch (SQLException e) {
            failed("copy back", e);
        }
    }

    private boolean emptyWhenIdle() {
        try {
            return walBytes() == 0 || checkpoint(db, "TRUNCATE");
        } catch (SQLException e) {
            failed("empty", e);
            return false;
        }
    }

    private void failed(String doing, SQLException e) {
        String reason = String.valueOf(e.getMessage());
        if (!reason.equals(trouble)) {
            trouble = reason;
            LOG.warn("could not {} the write-ahead log at {} bytes: {}", doing, walBytes(), reason);
        }
    }

    @Override
    public void close() throws SQLException {
        synchronized (this) {
            isClosing = true;
            notifyAll();
        }
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        db.close();
    }
}
