package io.meshlog.node.bench;

import io.meshlog.node.store.file.StoreSettings;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collections;

/**
 * A database with the node's pragmas and none of its code, except that it looks the sizes up: straight JDBC. The
 * write-ahead log is copied back as the node does it, in the background and between commits, so that a ceiling pays for
 * what a node pays for; or on the commit path, as SQLite does by itself.
 */
final class BareDatabase implements AutoCloseable {
    private static final long LOOK_MILLIS = 20;

    private final Connection connection;
    private final File wal;
    private final boolean inBackground;
    private final Thread copier;
    private volatile boolean isClosing;

    /** @param inBackground whether the log is copied back off the commit path */
    BareDatabase(Path file, boolean inBackground) throws SQLException {
        this.wal = new File(file + "-wal");
        this.inBackground = inBackground;
        this.connection = open(file);
        if (inBackground) {
            execute("PRAGMA wal_autocheckpoint = 0");
        }
        this.copier = new Thread(() -> copyBack(file), "bench-checkpoint");
        if (inBackground) {
            copier.start();
        }
    }

    private static Connection open(Path file) throws SQLException {
        Connection opened = DriverManager.getConnection("jdbc:sqlite:" + file);
        try (Statement statement = opened.createStatement()) {
            statement.execute("PRAGMA journal_mode = WAL");
            statement.execute("PRAGMA synchronous = FULL");
            statement.execute("PRAGMA foreign_keys = ON");
            statement.execute("PRAGMA temp_store = MEMORY");
            statement.execute("PRAGMA busy_timeout = " + StoreSettings.DEFAULT.busyMillis());
            statement.execute("PRAGMA cache_size = -" + (StoreSettings.DEFAULT.writerCacheBytes() >> 10));
        }
        return opened;
    }

    /** Makes the tables of the node. */
    void nodeSchema() throws SQLException, IOException {
        try (InputStream in = StoreSettings.class.getResourceAsStream("schema-1.sql")) {
            for (String statement : new String(in.readAllBytes(), StandardCharsets.UTF_8).split(";\\s*\\n", -1)) {
                if (!statement.isBlank()) {
                    execute(statement);
                }
            }
        }
    }

    void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    PreparedStatement prepare(String sql) throws SQLException {
        return connection.prepareStatement(sql);
    }

    /** An insert with a place for each column. */
    PreparedStatement insert(String table, int columns) throws SQLException {
        return prepare(
                "INSERT INTO " + table + " VALUES (" + String.join(", ", Collections.nCopies(columns, "?")) + ")");
    }

    static void bind(PreparedStatement statement, Object... row) throws SQLException {
        for (int i = 0; i < row.length; i++) {
            if (row[i] instanceof Number number) {
                statement.setLong(i + 1, number.longValue());
            } else if (row[i] instanceof String text) {
                statement.setString(i + 1, text);
            } else {
                statement.setObject(i + 1, row[i]);
            }
        }
    }

    void begin() throws SQLException {
        connection.setAutoCommit(false);
    }

    void commit() throws SQLException {
        connection.commit();
        if (inBackground && wal.length() >= StoreSettings.DEFAULT.walHighBytes()) {
            connection.setAutoCommit(true);
            execute("PRAGMA wal_checkpoint(TRUNCATE)");
            connection.setAutoCommit(false);
        }
    }

    private void copyBack(Path file) {
        try (Connection own = open(file);
                Statement statement = own.createStatement()) {
            while (!isClosing) {
                if (wal.length() >= StoreSettings.DEFAULT.walLowBytes()) {
                    statement.execute("PRAGMA wal_checkpoint(PASSIVE)");
                }
                Thread.sleep(LOOK_MILLIS);
            }
        } catch (SQLException e) {
            throw new IllegalStateException("could not copy the log back", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() throws SQLException {
        isClosing = true;
        try {
            copier.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        connection.close();
    }
}
