package io.meshlog.node.bench;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** The rows of a node's log, as they stand in its database: what a ceiling writes again without any of its code. */
record LogRows(
        List<Object[]> terms,
        List<Object[]> ops,
        List<Object[]> events,
        List<Object[]> lines,
        List<Object[]> meta,
        ViewRows views) {

    static LogRows read(Path database) throws SQLException {
        try (Connection db = DriverManager.getConnection("jdbc:sqlite:" + database)) {
            LogRows rows = new LogRows(
                    rows(db, "term ORDER BY code"),
                    rows(db, "op ORDER BY n"),
                    rows(db, "event ORDER BY seq"),
                    rows(db, "line"),
                    rows(db, "meta"),
                    ViewRows.read(db));
            if (rows.ops.size() != rows.events.size() || rows.lines.size() != 1) {
                throw new IllegalStateException(
                        "not one line of readable ops: " + rows.ops.size() + " ops, " + rows.events.size() + " events");
            }
            return rows;
        }
    }

    /** How many events a database has. */
    static int count(Path database) throws SQLException {
        try (Connection db = DriverManager.getConnection("jdbc:sqlite:" + database);
                Statement statement = db.createStatement();
                ResultSet count = statement.executeQuery("SELECT count(*) FROM event")) {
            count.next();
            return count.getInt(1);
        }
    }

    static List<Object[]> rows(Connection db, String from) throws SQLException {
        try (Statement statement = db.createStatement();
                ResultSet rows = statement.executeQuery("SELECT * FROM " + from)) {
            int columns = rows.getMetaData().getColumnCount();
            List<Object[]> read = new ArrayList<>();
            while (rows.next()) {
                Object[] row = new Object[columns];
                for (int i = 0; i < columns; i++) {
                    row[i] = rows.getObject(i + 1);
                }
                read.add(row);
            }
            return read;
        }
    }
}
