package io.meshlog.node.store.check;

import io.meshlog.node.store.file.Database;
import io.meshlog.node.store.file.Migrations;
import io.meshlog.node.store.file.StoreException;
import io.meshlog.node.store.file.StoreException.Kind;
import io.meshlog.node.store.row.Terms;
import io.meshlog.node.store.write.ViewWrites;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Verifies the views of a database: derives them anew beside it and compares. Takes as long as writing them did.
 * Confined to the calling thread.
 *
 * <p>The copies are temporary tables of the same names: what writes views then writes there, because SQLite looks for a
 * name among them first. So even a connection that may only read can do this.
 */
public final class ViewCheck {
    private static final Pattern TABLE = Pattern.compile("(?s)CREATE TABLE (\\w+) \\(.*");
    private static final Pattern INDEX = Pattern.compile("(?s)CREATE( UNIQUE)? INDEX (\\w+) ON (\\w+) .*");

    private ViewCheck() {}

    /** @throws StoreException {@code CORRUPT} naming the first table that differs */
    public static void open(Database db, Terms terms) throws SQLException {
        try {
            copies(db);
            new ViewWrites(db, terms).rebuild();
            for (String table : ViewWrites.TABLES) {
                compare(db, table);
            }
        } finally {
            for (String table : ViewWrites.TABLES) {
                db.execute("DROP TABLE IF EXISTS temp." + table);
            }
        }
    }

    /** Empty tables with their indexes, as the schema makes them. */
    private static void copies(Database db) throws SQLException {
        for (String statement : Migrations.statements(1)) {
            String sql = statement
                    .substring(Math.max(0, statement.indexOf("CREATE ")))
                    .strip();
            Matcher table = TABLE.matcher(sql);
            Matcher index = INDEX.matcher(sql);
            if (table.matches() && ViewWrites.TABLES.contains(table.group(1))) {
                db.execute(sql.replaceFirst("CREATE TABLE ", "CREATE TEMP TABLE "));
            } else if (index.matches() && ViewWrites.TABLES.contains(index.group(3))) {
                db.execute(sql.replaceFirst(" INDEX ", " INDEX temp."));
            }
        }
    }

    private static void compare(Database db, String table) throws SQLException {
        for (List<String> sides : List.of(List.of("main", "temp"), List.of("temp", "main"))) {
            String sql = String.format(
                    Locale.ROOT,
                    "SELECT count(*) FROM (SELECT * FROM %s.%s EXCEPT SELECT * FROM %s.%s)",
                    sides.get(0),
                    table,
                    sides.get(1),
                    table);
            long differing = db.count(sql);
            if (differing > 0) {
                String what = sides.get(0).equals("main") ? " rows that do not follow from the log" : " rows too few";
                throw new StoreException(
                        Kind.CORRUPT, "the database is damaged: its view '" + table + "' has " + differing + what);
            }
        }
    }
}
