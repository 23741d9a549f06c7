package io.meshlog.node.store.check;

import io.meshlog.node.store.file.Database;
import io.meshlog.node.store.file.StoreException;
import io.meshlog.node.store.file.StoreException.Kind;
import io.meshlog.node.store.file.StoreFiles;
import io.meshlog.node.store.file.StoreSettings;
import io.meshlog.node.store.log.Recovery;
import io.meshlog.node.store.row.LooseBlocks;
import io.meshlog.node.store.row.OpRows;
import io.meshlog.node.store.row.Terms;
import io.meshlog.op.Digest;
import io.meshlog.op.Op;
import io.meshlog.op.Origin;
import io.meshlog.replica.Line;
import io.meshlog.replica.RecoveredState;
import io.meshlog.vector.Chain;
import io.meshlog.vector.LooseSummary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Verifies a database: its pages, every chain from its root, every loose summary. Confined to the calling thread; reads
 * everything, about 50 MB a second.
 */
public final class LogCheck {
    private static final Logger LOG = LoggerFactory.getLogger(LogCheck.class);

    /** What SQLite needs beside a log to read it, and some. */
    private static final long INDEX_BYTES = 1L << 20;

    private final Database db;
    private final Terms terms;
    private final OpRows opRows;

    private LogCheck(Database db) {
        this.db = db;
        this.terms = new Terms(db, 1_000);
        this.opRows = new OpRows(terms);
    }

    /** Verifies closed files and leaves them as they are. @throws StoreException if they are damaged */
    public static void closedFiles(Path file) {
        Path wal = StoreFiles.wal(file);
        try {
            if (!Files.exists(wal) || Files.size(wal) == 0) {
                try (Database db = Database.immutable(file)) {
                    open(db);
                }
            } else {
                privateCopy(file, wal);
            }
        } catch (StoreException e) {
            throw new StoreException(
                    e.kind(), file + ": " + e.getMessage() + "; the files were left as they are: restore a backup", e);
        } catch (SQLException e) {
            throw StoreException.of(e, "verify " + file);
        } catch (IOException e) {
            throw new StoreException(Kind.IO, "could not verify " + file + ": " + e, e);
        }
    }

    private static void privateCopy(Path file, Path wal) throws IOException, SQLException {
        Path directory = Files.createTempDirectory("meshlog-check");
        Path copy = directory.resolve("copy.sqlite3");
        try {
            if (Files.getFileStore(directory).getUsableSpace() < Files.size(file) + Files.size(wal) + INDEX_BYTES) {
                // Where the disk is full, what is here is to be read all the same.
                LOG.warn("no room for a copy in {}: {} is not verified", directory.getParent(), file);
                return;
            }
            Files.copy(file, copy);
            Files.copy(wal, StoreFiles.wal(copy));
            try (Database db = Database.writer(copy, StoreSettings.DEFAULT, false)) {
                open(db);
            }
        } finally {
            Files.deleteIfExists(StoreFiles.wal(copy));
            Files.deleteIfExists(StoreFiles.shm(copy));
            Files.deleteIfExists(copy);
            Files.deleteIfExists(directory);
        }
    }

    /** Verifies what this connection sees. @throws StoreException if it is damaged */
    public static void open(Database db) throws SQLException {
        String verdict = db.text("PRAGMA quick_check(1)");
        if (!"ok".equals(verdict)) {
            throw new StoreException(
                    Kind.CORRUPT,
                    "the database is damaged: " + String.valueOf(verdict).replace('\n', ' '));
        }
        new LogCheck(db).check();
    }

    private void check() throws SQLException {
        RecoveredState state = new Recovery(db, terms).recover();
        for (Line line : state.lines().values()) {
            check(line);
        }
        for (Map.Entry<Origin, LooseSummary> loose : state.loose().entrySet()) {
            check(loose.getKey(), loose.getValue());
        }
    }

    private void check(Line line) throws SQLException {
        String sql = "SELECT " + OpRows.COLUMNS + " FROM op o WHERE o.line = ? ORDER BY o.seq";
        long seq = line.first() - 1;
        Digest chain = line.root();
        try (ResultSet rows = db.query(sql, terms.find(line.name().name()))) {
            while (rows.next()) {
                Op op = opRows.read(rows, 1).op();
                if (op.seq() != ++seq || !Chain.follows(chain, op)) {
                    throw new StoreException(
                            Kind.CORRUPT,
                            "the database is damaged: " + line.name() + "#" + op.seq()
                                    + " does not follow from what stands before it");
                }
                chain = OpRows.digest(rows, 5);
            }
        }
        if (seq != line.seq() || !chain.equals(line.chain())) {
            throw new StoreException(
                    Kind.CORRUPT,
                    "the database is damaged: " + line.name() + " ends at " + seq + ", expected " + line.seq());
        }
    }

    private void check(Origin origin, LooseSummary expected) throws SQLException {
        LooseSummary inBlocks = new LooseBlocks(db, opRows)
                .upTo(java.util.Objects.requireNonNull(terms.find(origin.name())), Long.MAX_VALUE);
        String sql = "SELECT " + OpRows.COLUMNS + " FROM op o WHERE o.line IS NULL AND o.origin = ?";
        LooseSummary found = LooseSummary.NONE;
        try (ResultSet rows = db.query(sql, terms.find(origin.name()))) {
            while (rows.next()) {
                Op op = opRows.read(rows, 1).op();
                found = found.plus(op.seq(), op.digest());
            }
        }
        if (!found.equals(expected) || !inBlocks.equals(expected)) {
            throw new StoreException(
                    Kind.CORRUPT,
                    "the database is damaged: the loose ops of " + origin + " are " + found + ", expected " + expected);
        }
    }
}
