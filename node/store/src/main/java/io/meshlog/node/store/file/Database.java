package io.meshlog.node.store.file;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteException;
import org.sqlite.SQLiteOpenMode;

/**
 * One connection with its prepared statements. A statement is given out again for the same text, so a caller closes a
 * result before it asks for the same text again. Confined to the thread that holds it.
 */
public final class Database implements AutoCloseable {
    private static final int STATEMENTS_MAX = 200;

    private final Connection connection;
    private final LinkedHashMap<String, PreparedStatement> statements = new LinkedHashMap<>(64, 0.75f, true);

    private Database(Connection connection) {
        this.connection = connection;
    }

    /** Opens for writing; the file is made where {@code create} says so. */
    public static Database writer(Path file, StoreSettings settings, boolean create) throws SQLException {
        SQLiteConfig config = new SQLiteConfig();
        config.resetOpenMode(SQLiteOpenMode.CREATE);
        if (create) {
            config.setOpenMode(SQLiteOpenMode.CREATE);
        }
        Database db = open(name(file, settings), config, settings.busyMillis(), settings.writerCacheBytes());
        try {
            db.execute("PRAGMA journal_mode = WAL");
            db.execute("PRAGMA synchronous = FULL");
            db.execute("PRAGMA foreign_keys = ON");
            db.execute("PRAGMA wal_autocheckpoint = 0");
            return db;
        } catch (SQLException e) {
            db.close();
            throw e;
        }
    }

    /** Opens for reading a database that a writer of this process holds open. */
    public static Database reader(Path file, StoreSettings settings) throws SQLException {
        SQLiteConfig config = new SQLiteConfig();
        config.setReadOnly(true);
        return open(name(file, settings), config, settings.busyMillis(), settings.readerCacheBytes());
    }

    /** Opens for reading without locks and without a side file, as SQLite does for media that cannot change. */
    public static Database immutable(Path file) throws SQLException {
        SQLiteConfig config = new SQLiteConfig();
        config.setReadOnly(true);
        return open(uri(file, "immutable=1"), config, 0, 4 << 20);
    }

    /** https://www.sqlite.org/vfs.html §2.1: this one keeps the log's index in memory, where others need a side file. */
    private static String name(Path file, StoreSettings settings) {
        return settings.isExclusive() ? uri(file, "vfs=unix-excl") : file.toString();
    }

    private static String uri(Path file, String parameter) {
        return "file:" + file.toUri().getRawPath() + "?" + parameter;
    }

    private static Database open(String name, SQLiteConfig config, int busyMillis, int cacheBytes) throws SQLException {
        config.setBusyTimeout(busyMillis);
        config.setTempStore(SQLiteConfig.TempStore.MEMORY);
        config.setCacheSize(-(cacheBytes >> 10));
        // Else the driver asks for the last row's number after each insert.
        config.setGetGeneratedKeys(false);
        Properties properties = config.toProperties();
        try {
            return new Database(DriverManager.getConnection("jdbc:sqlite:" + name, properties));
        } catch (SQLiteException e) {
            throw e;
        } catch (SQLException e) {
            // Not SQLite's word: the driver could not unpack it.
            throw new StoreException(
                    StoreException.Kind.IO,
                    "could not load SQLite, which must be unpacked into java.io.tmpdir "
                            + System.getProperty("java.io.tmpdir") + ": is there room?",
                    e);
        }
    }

    /** The statement for this text; its parameters are those of its last use. */
    public PreparedStatement prepare(String sql) throws SQLException {
        PreparedStatement known = statements.get(sql);
        if (known != null) {
            return known;
        }
        if (statements.size() >= STATEMENTS_MAX) {
            Map.Entry<String, PreparedStatement> eldest =
                    statements.entrySet().iterator().next();
            statements.remove(eldest.getKey());
            eldest.getValue().close();
        }
        PreparedStatement made = connection.prepareStatement(sql);
        statements.put(sql, made);
        return made;
    }

    /** The rows of a query with these parameters: null, Long, Integer, String or byte[]. The caller closes them. */
    public ResultSet query(String sql, @Nullable Object... values) throws SQLException {
        PreparedStatement statement = prepare(sql);
        for (int i = 0; i < values.length; i++) {
            bind(statement, i + 1, values[i]);
        }
        try {
            return statement.executeQuery();
        } catch (SQLException e) {
            forget(sql, e);
            throw e;
        }
    }

    /** Runs a change with these parameters. @return how many rows it touched */
    public int update(String sql, @Nullable Object... values) throws SQLException {
        PreparedStatement statement = prepare(sql);
        for (int i = 0; i < values.length; i++) {
            bind(statement, i + 1, values[i]);
        }
        try {
            return statement.executeUpdate();
        } catch (SQLException e) {
            forget(sql, e);
            throw e;
        }
    }

    /** The driver closes a statement that failed, without a word to whoever holds it: the next one must be another. */
    private void forget(String sql, SQLException failure) {
        PreparedStatement failed = statements.remove(sql);
        if (failed == null) {
            return;
        }
        try {
            failed.close();
        } catch (SQLException e) {
            failure.addSuppressed(e);
        }
    }

    /** The first column of the first row as a number, or null where there is no row or no value. */
    public @Nullable Long number(String sql, @Nullable Object... values) throws SQLException {
        try (ResultSet rows = query(sql, values)) {
            if (!rows.next()) {
                return null;
            }
            long value = rows.getLong(1);
            return rows.wasNull() ? null : value;
        }
    }

    /** Like {@link #number}, where there always is one. */
    public long count(String sql, @Nullable Object... values) throws SQLException {
        Long value = number(sql, values);
        if (value == null) {
            throw new IllegalStateException("no value from: " + sql);
        }
        return value;
    }

    /** The first column of the first row as a text, or null. */
    public @Nullable String text(String sql, @Nullable Object... values) throws SQLException {
        try (ResultSet rows = query(sql, values)) {
            return rows.next() ? rows.getString(1) : null;
        }
    }

    /** Begins a transaction that writes. */
    public void begin() throws SQLException {
        prepare("BEGIN IMMEDIATE").execute();
    }

    public void commit() throws SQLException {
        prepare("COMMIT").execute();
    }

    /** Runs statements that have no parameters; answers of pragmas are dropped. */
    public void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** What runs in one transaction. */
    @FunctionalInterface
    public interface Work {
        void run() throws SQLException;
    }

    /** All of it or nothing. Durable on return. */
    public void transact(Work work) throws SQLException {
        execute("BEGIN IMMEDIATE");
        boolean isDone = false;
        try {
            work.run();
            execute("COMMIT");
            isDone = true;
        } finally {
            if (!isDone) {
                rollBack();
            }
        }
    }

    /** After a failure: also those whose rows were being read when it came, which would keep their transaction open. */
    public void forgetStatements() throws SQLException {
        for (PreparedStatement statement : statements.values()) {
            statement.close();
        }
        statements.clear();
    }

    /** Ends a transaction that failed. SQLite has ended it already where a write failed or the disk is full. */
    public void rollBack() throws SQLException {
        try {
            execute("ROLLBACK");
        } catch (SQLException e) {
            String message = e.getMessage();
            if (message == null || !message.contains("no transaction is active")) {
                throw e;
            }
        }
    }

    public static void bind(PreparedStatement statement, int at, @Nullable Object value) throws SQLException {
        if (value == null) {
            statement.setObject(at, null);
        } else if (value instanceof String text) {
            statement.setString(at, text);
        } else if (value instanceof Long number) {
            statement.setLong(at, number);
        } else if (value instanceof Integer number) {
            statement.setInt(at, number);
        } else if (value instanceof byte[] bytes) {
            statement.setBytes(at, bytes);
        } else {
            throw new IllegalArgumentException("cannot bind a " + value.getClass());
        }
    }

    @Override
    public void close() throws SQLException {
        // Closes its statements with it.
        statements.clear();
        connection.close();
    }
}
