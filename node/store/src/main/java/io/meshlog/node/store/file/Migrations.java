package io.meshlog.node.store.file;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The schema's versions: file {@code schema-<n>.sql} takes a database from version n-1 to n. Stateless.
 */
public final class Migrations {
    /** "mshl": says that a database is ours, https://www.sqlite.org/pragma.html#pragma_application_id. */
    static final int APPLICATION_ID = 0x6d73686c;

    static final int VERSION = 1;

    private static final Pattern STATEMENT_END = Pattern.compile(";\\s*\\n");

    private Migrations() {}

    /** @throws StoreException if this version may not open such a database */
    public static void requireKnown(StoreFiles.Header header, Object file) {
        if (header.applicationId() != APPLICATION_ID) {
            throw new StoreException(
                    StoreException.Kind.UNFIT,
                    String.format(
                            java.util.Locale.ROOT,
                            "%s is a database of another program: application id 0x%08x, expected 0x%08x",
                            file,
                            header.applicationId(),
                            APPLICATION_ID));
        }
        if (header.version() > VERSION || header.version() < 1) {
            throw new StoreException(
                    StoreException.Kind.UNFIT,
                    file + " has schema version " + header.version() + "; this program knows 1 to " + VERSION
                            + ": use a newer program, or restore a backup made by this one");
        }
    }

    /** Takes a database to {@link #VERSION}, in one transaction. */
    public static void migrate(Database db, int from) throws SQLException {
        if (from == VERSION) {
            return;
        }
        db.transact(() -> {
            for (int version = from + 1; version <= VERSION; version++) {
                for (String statement : statements(version)) {
                    db.execute(statement);
                }
            }
            db.execute("PRAGMA application_id = " + APPLICATION_ID);
            db.execute("PRAGMA user_version = " + VERSION);
        });
    }

    /** The statements that take a database to a version, each after its comments. */
    public static List<String> statements(int version) {
        return STATEMENT_END
                .splitAsStream(script(version))
                .filter(statement -> !statement.isBlank())
                .toList();
    }

    private static String script(int version) {
        String name = "schema-" + version + ".sql";
        try (InputStream in = Migrations.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException(name + " is missing from the program");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException("could not read " + name + " from the program", e);
        }
    }
}
