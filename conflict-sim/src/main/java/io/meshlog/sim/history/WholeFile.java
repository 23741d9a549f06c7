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
            throw new IOException(file + " is no name of a file");
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
    public static void mayBeWritten(Path file) throws IOException {
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            throw new IOException(
                    file + " is " + (Files.isDirectory(file) ? "a directory" : "no regular file") + "; name a file");
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
