package io.meshlog.node.store.file;

import java.sql.SQLException;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/**
 * The store could not do what was asked, for a reason outside of the program. What was asked for left no trace, unless
 * the message says otherwise.
 */
public final class StoreException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Why, as far as a caller can act on it. */
    public enum Kind {
        /** Another process holds the lock for longer than the busy limit: try again later. */
        BUSY,
        /** No room left: try again when there is. */
        DISK_FULL,
        /** The file or its file system may not be written. */
        READ_ONLY,
        /** Reading or writing failed. */
        IO,
        /** What is stored is damaged: restore or repair. */
        CORRUPT,
        /** The store was closed. */
        CLOSED,
        /** What lies at the path is not a database that this version may open. */
        UNFIT
    }

    private final Kind kind;

    public StoreException(Kind kind, String message) {
        super(message);
        this.kind = kind;
    }

    public StoreException(Kind kind, String message, Throwable cause) {
        super(message, cause);
        this.kind = kind;
    }

    public Kind kind() {
        return kind;
    }

    /**
     * What a failed statement means to callers: a storage failure, or for what only a faulty program can cause (a
     * violated constraint, a wrong statement) an {@link IllegalStateException}.
     *
     * @param doing what failed, as in "could not …"
     */
    public static RuntimeException of(SQLException e, String doing) {
        String message = "could not " + doing + ": " + e.getMessage();
        Kind kind = kindOf(e);
        return kind == null ? new IllegalStateException(message, e) : new StoreException(kind, message, e);
    }

    public static boolean isDiskFull(SQLException e) {
        return kindOf(e) == Kind.DISK_FULL;
    }

    private static @org.jspecify.annotations.Nullable Kind kindOf(SQLException e) {
        int code = e instanceof SQLiteException s ? s.getResultCode().code : e.getErrorCode();
        if (code == SQLiteErrorCode.SQLITE_IOERR_SHMSIZE.code) {
            // No room for the side file that the log's readers share: https://www.sqlite.org/rescode.html#ioerr_shmsize
            return Kind.DISK_FULL;
        }
        // The low byte is the primary code: https://www.sqlite.org/rescode.html
        return switch (code & 0xff) {
            case 5, 6 -> Kind.BUSY;
            case 13 -> Kind.DISK_FULL;
            case 3, 8 -> Kind.READ_ONLY;
            case 7, 10, 14, 15, 22 -> Kind.IO;
            case 11, 26 -> Kind.CORRUPT;
            default -> null;
        };
    }
}
