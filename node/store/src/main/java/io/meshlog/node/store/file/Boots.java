package io.meshlog.node.store.file;

import java.security.SecureRandom;
import java.sql.SQLException;
import java.util.HexFormat;

/**
 * Which delivery positions mean something in this log. A number alone does not tell: a log that was set back to an older
 * copy gives the same numbers to other events. So each opening has a random mark, and a position is known by the one that
 * it was given in: an older copy does not know the marks that came after it.
 */
public final class Boots {
    /** Positions that were given in earlier ones are no longer known; readers then go on by what they cover. */
    private static final int KEPT_MAX = 10_000;

    private static final SecureRandom RANDOM = new SecureRandom();

    private Boots() {}

    /** A transaction of its own, durable before any position is given. */
    public static void begin(Database db) throws SQLException {
        byte[] mark = new byte[8];
        RANDOM.nextBytes(mark);
        db.transact(() -> {
            db.update("UPDATE meta SET boots = boots + 1");
            String sql = "INSERT INTO boot (n, mark, next_seq) SELECT boots, ?, next_seq FROM meta";
            db.update(sql, HexFormat.of().formatHex(mark));
            db.update("DELETE FROM boot WHERE n <= (SELECT boots FROM meta) - ?", KEPT_MAX);
        });
    }

    public static String mark(Database db) throws SQLException {
        String mark = db.text("SELECT mark FROM boot ORDER BY n DESC LIMIT 1");
        if (mark == null) {
            throw new StoreException(StoreException.Kind.CORRUPT, "the database does not say when it was opened");
        }
        return mark;
    }

    public static boolean hasGiven(Database db, String mark, long position) throws SQLException {
        Long n = db.number("SELECT n FROM boot WHERE mark = ?", mark);
        if (n == null) {
            return false;
        }
        String sql = "SELECT coalesce((SELECT next_seq FROM boot WHERE n > ? ORDER BY n LIMIT 1),"
                + " (SELECT next_seq FROM meta)) - 1";
        return position <= db.count(sql, n);
    }
}
