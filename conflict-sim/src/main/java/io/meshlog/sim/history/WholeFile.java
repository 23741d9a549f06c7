package io.meshlog.sim.history;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** Files that are there wholly or not at all, whoever is killed meanwhile. */
public final class WholeFile {
    private WholeFile() {}

    /** Writes a text under a name, in place of what stood there; makes the directories that it needs. */
    public static void write(Path file, String text) throws IOException {
        Path target = file.toAbsolutePath().normalize();
        Path directory = target.getParent();
        if (directory == null || target.getFileName() == null) {
            throw new IOException("it is no name of a file");
        }
        mayBeWritten(file);
        Files.createDirectories(directory);
        // Beside it: a move from elsewhere would be a copy.
        Path begun = directory.resolve("." + target.getFileName() + ".tmp");
        try {
            Files.write(begun, text.getBytes(StandardCharsets.UTF_8));
            try (FileChannel channel = FileChannel.open(begun, StandardOpenOption.WRITE)) {
                channel.force(true);
            }
            move(begun, target);
        } finally {
            Files.deleteIfExists(begun);
        }
    }

    /**
     * Whether a file of that name may be put there: nothing but a regular file is ever replaced, no device, no
     * directory.
     *
     * @throws IOException saying what stands there
     */
    private static void mayBeWritten(Path file) throws IOException {
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            throw new IOException(
                    "it is " + (Files.isDirectory(file) ? "a directory" : "no regular file") + "; name a file");
        }
    }

    /**
     * Tries, before there is anything to write, whether a file could be put there; leaves nothing behind.
     *
     * @throws IOException saying why not
     */
    public static void tryOut(Path file) throws IOException {
        Path target = file.toAbsolutePath().normalize();
        if (target.getParent() == null || target.getFileName() == null) {
            throw new IOException("it is no name of a file");
        }
        mayBeWritten(file);
        Path directory = tryOutDirectory(target.getParent());
        if (directory.equals(target.getParent())) {
            touch(directory.resolve("." + target.getFileName() + ".tmp"));
        }
    }

    /**
     * Tries whether files could be put into a directory, which need not be there yet; leaves nothing behind.
     *
     * @return the nearest one that is there already
     * @throws IOException saying why not
     */
    public static Path tryOutDirectory(Path directory) throws IOException {
        Path there = directory.toAbsolutePath().normalize();
        while (!Files.exists(there) && there.getParent() != null) {
            there = there.getParent();
        }
        if (!Files.isDirectory(there)) {
            throw new IOException(there + " is no directory");
        }
        Files.delete(Files.createTempFile(there, ".conflict-sim-", ".tmp"));
        return there;
    }

    private static void touch(Path file) throws IOException {
        try {
            Files.write(file, new byte[0]);
        } finally {
            Files.deleteIfExists(file);
        }
    }

    private static void move(Path from, Path to) throws IOException {
        try {
            Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
        }
    }
}
