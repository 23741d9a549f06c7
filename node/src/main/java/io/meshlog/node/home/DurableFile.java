package io.meshlog.node.home;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Small files that are there whole or not at all, also after a power cut. */
final class DurableFile {
    private static final Set<OpenOption> NEW = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);

    private DurableFile() {}

    /** Mode 0600 from the first moment on, where the file system has modes. */
    static FileAttribute<?>[] ownerOnly(Path directory) {
        return mode(directory, "rw-------");
    }

    /** Mode 0700; returns when its name is durable in its parent. */
    static void createDirectory(Path path) throws IOException {
        Files.createDirectory(path, mode(path, "rwx------"));
        sync(directoryOf(path));
    }

    /** Writes a new file, mode 0600, in place of any that is there; returns when it and its name are durable. */
    static void write(Path path, byte[] bytes) throws IOException {
        Path directory = directoryOf(path);
        Files.deleteIfExists(path);
        try (FileChannel channel = FileChannel.open(path, NEW, ownerOnly(directory))) {
            ByteBuffer content = ByteBuffer.wrap(bytes);
            while (content.hasRemaining()) {
                channel.write(content);
            }
            channel.force(true);
        }
        sync(directory);
    }

    /** Gives a file the name of another one, which ends; the file stays the same inode. Durable on return. */
    static void moveOver(Path from, Path to) throws IOException {
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        sync(directoryOf(to));
    }

    static void delete(Path path) throws IOException {
        if (Files.deleteIfExists(path)) {
            sync(directoryOf(path));
        }
    }

    private static void sync(Path directory) throws IOException {
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    private static Path directoryOf(Path path) {
        Path directory = path.getParent();
        if (directory == null) {
            throw new IllegalArgumentException(path + " stands in no directory");
        }
        return directory;
    }

    private static FileAttribute<?>[] mode(Path path, String permissions) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }
}
