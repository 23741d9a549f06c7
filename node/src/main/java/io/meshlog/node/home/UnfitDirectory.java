package io.meshlog.node.home;

import java.io.IOException;
import java.nio.file.FileSystemException;
import org.jspecify.annotations.Nullable;

/**
 * The data directory cannot be used. The message is one line for people: which path, what is wrong with it,
 * what to do. Whatever was refused before the directory was opened is unchanged to the byte.
 */
public final class UnfitDirectory extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private static final int REFUSED = 1;

    private final int exitCode;
    private final transient @Nullable LockHolder holder;

    private UnfitDirectory(String message, int exitCode, @Nullable LockHolder holder, @Nullable Throwable cause) {
        super(message, cause);
        this.exitCode = exitCode;
        this.holder = holder;
    }

    public UnfitDirectory(String message, int exitCode) {
        this(message, exitCode, null, null);
    }

    static UnfitDirectory because(String message) {
        return new UnfitDirectory(message, REFUSED);
    }

    static UnfitDirectory heldBy(@Nullable LockHolder holder, String message) {
        return new UnfitDirectory(message, REFUSED, holder, null);
    }

    /** @param what what could not be done, with its path */
    static UnfitDirectory failed(String what, IOException cause) {
        return new UnfitDirectory(what + ": " + reason(cause), REFUSED, null, cause);
    }

    /** What the program's exit code should be (spec §11). */
    public int exitCode() {
        return exitCode;
    }

    /** Who holds the directory, where that is why and it could be read; null otherwise. */
    public @Nullable LockHolder holder() {
        return holder;
    }

    /** The JDK's own messages repeat the path, and sometimes are nothing but the path. */
    private static String reason(IOException cause) {
        String reason = cause instanceof FileSystemException file ? file.getReason() : cause.getMessage();
        String kind = cause.getClass().getSimpleName().replace("Exception", "");
        return reason == null ? kind : reason.lines().findFirst().orElse(kind);
    }
}
