package io.meshlog.node.it;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A file system of its own for a node's directory, which a test fills, makes read-only and takes away. */
final class SmallDisk implements AutoCloseable {
    private final Path mount;
    private boolean isMounted;

    private SmallDisk(Path mount) {
        this.mount = mount;
    }

    /** In memory. Skips the test where it may not be mounted. */
    static SmallDisk ofMemory(Path mount, int megabytes) throws IOException {
        Tools.needRoot();
        Files.createDirectories(mount);
        SmallDisk disk = new SmallDisk(mount);
        disk.mounted("mount", "-t", "tmpfs", "-o", "mode=700,size=" + megabytes + "m", "none", mount.toString());
        return disk;
    }

    /** Ext4 in a file. Skips the test where it may not be mounted. */
    static SmallDisk ofExt4(Path image, Path mount, int megabytes) throws IOException {
        Tools.needRoot();
        Tools.need("mkfs.ext4", "chattr");
        Files.createDirectories(mount);
        Tools.run("truncate", "-s", megabytes + "m", image.toString());
        Tools.run("mkfs.ext4", "-q", "-m", "0", image.toString());
        SmallDisk disk = new SmallDisk(mount);
        disk.mountImage(image);
        return disk;
    }

    void mountImage(Path image) {
        mounted("mount", "-o", "loop", image.toString(), mount.toString());
    }

    private void mounted(String... command) {
        Tools.need(Tools.isSuccess(command), "nothing can be mounted: " + String.join(" ", command));
        isMounted = true;
    }

    /** @return the directory of a node on it */
    Path data() {
        return mount.resolve("node");
    }

    /** Takes all the room that there is, to the last byte. */
    void fill() {
        fillUpTo(0);
    }

    /** Leaves about this much. */
    void fillUpTo(long bytesLeft) {
        try (FileChannel file =
                FileChannel.open(mount.resolve("filler"), StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            for (int piece = 1 << 20; piece > 0; piece >>= 5) {
                while (Files.getFileStore(mount).getUsableSpace() >= bytesLeft + piece
                        && file.write(ByteBuffer.allocate(piece)) == piece) {
                    continue;
                }
            }
        } catch (IOException e) {
            if (bytesLeft > 0) {
                throw new UncheckedIOException(e);
            }
            // Full a little earlier than it said.
        }
    }

    void free() throws IOException {
        Files.delete(mount.resolve("filler"));
    }

    void remount(String option) {
        Tools.run("mount", "-o", "remount," + option, mount.toString());
    }

    void unmount() {
        Tools.run("umount", mount.toString());
        isMounted = false;
    }

    @Override
    public void close() {
        if (isMounted) {
            // Also where a process is still about to let go of it.
            Tools.run("umount", "-l", mount.toString());
            isMounted = false;
        }
    }
}
