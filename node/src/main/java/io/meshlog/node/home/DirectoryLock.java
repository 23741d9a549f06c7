package io.meshlog.node.home;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The hold of one process on one directory: the kernel's lock on the file {@code lock}, which ends with the
 * process however it ends, so that none is ever stale. The file stays for good; what it says is for people.
 *
 * <p>The kernel drops a process's locks on a file as soon as <em>any</em> of its descriptors of that file is
 * closed. So nothing else in this process may ever open the file, and a second acquisition here is refused from
 * memory. Safe for use by several threads.
 */
public final class DirectoryLock implements AutoCloseable {
    private static final Map<Object, DirectoryLock> HELD_HERE = new HashMap<>();
    private static final Set<OpenOption> OPTIONS = Set.of(
            StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
    private static final int CONTENT_BYTES_MAX = 1024;
    /** A holder writes its name right after it locks: so long is waited for a name that fits. */
    private static final int READS_MAX = 5;

    private static final long READ_PAUSE_MILLIS = 40;

    private final Object directoryKey;
    private final FileChannel channel;
    private LockHolder holder;
    private boolean closed;

    private DirectoryLock(Object directoryKey, FileChannel channel, LockHolder holder) {
        this.directoryKey = directoryKey;
        this.channel = channel;
        this.holder = holder;
    }

    /** @throws UnfitDirectory naming the holder, if there is one */
    static DirectoryLock acquire(HomeFiles files) throws IOException {
        Object directoryKey = keyOf(files.directory());
        synchronized (HELD_HERE) {
            DirectoryLock here = HELD_HERE.get(directoryKey);
            if (here != null) {
                throw held(files, here.holder(), "this process itself");
            }
            FileChannel channel = FileChannel.open(files.lock(), OPTIONS, DurableFile.ownerOnly(files.directory()));
            boolean acquired = false;
            try {
                FileLock lock = tryLock(channel, files);
                if (lock == null) {
                    throw held(files, readHolder(channel), "another process");
                }
                DirectoryLock mine = new DirectoryLock(directoryKey, channel, LockHolder.thisProcess());
                mine.write(mine.holder.toBytes());
                HELD_HERE.put(directoryKey, mine);
                acquired = true;
                return mine;
            } finally {
                if (!acquired) {
                    channel.close();
                }
            }
        }
    }

    public synchronized LockHolder holder() {
        return holder;
    }

    /** Tells others where this process answers. @param address {@code host:port}, or null when it stops */
    public synchronized void listening(@Nullable String address) {
        holder = holder.listening(address);
        if (!closed) {
            write(holder.toBytes());
        }
    }

    @Override
    public void close() {
        synchronized (HELD_HERE) {
            synchronized (this) {
                if (closed) {
                    return;
                }
                closed = true;
                write(new byte[0]);
                try {
                    channel.close();
                } catch (IOException e) {
                    throw UnfitDirectory.failed("the lock could not be let go", e);
                } finally {
                    HELD_HERE.remove(directoryKey);
                }
            }
        }
    }

    private static @Nullable FileLock tryLock(FileChannel channel, HomeFiles files) {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException e) {
            throw held(files, null, "this process itself");
        } catch (IOException e) {
            throw UnfitDirectory.failed(files.lock() + " cannot be locked (does this file system have locks?)", e);
        }
    }

    private static UnfitDirectory held(HomeFiles files, @Nullable LockHolder holder, String who) {
        return UnfitDirectory.heldBy(
                holder,
                "data directory " + files.directory() + " is in use by " + who
                        + (holder == null ? "" : " (" + holder + ")") + ": stop it, or name another one with --data");
    }

    private static @Nullable LockHolder readHolder(FileChannel channel) throws IOException {
        LockHolder holder = null;
        for (int reads = 1; reads <= READS_MAX; reads++) {
            ByteBuffer content = ByteBuffer.allocate(CONTENT_BYTES_MAX);
            channel.read(content, 0);
            byte[] bytes = new byte[content.flip().remaining()];
            content.get(bytes);
            holder = LockHolder.parse(bytes);
            if (holder != null && holder.mayBeAlive() || reads == READS_MAX || !pause()) {
                break;
            }
        }
        return holder;
    }

    private static boolean pause() {
        try {
            Thread.sleep(READ_PAUSE_MILLIS);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** The lock holds whatever the file says: on a full disk it says nothing. */
    private boolean write(byte[] bytes) {
        try {
            ByteBuffer content = ByteBuffer.wrap(bytes);
            while (content.hasRemaining()) {
                channel.write(content, content.position());
            }
            channel.truncate(bytes.length);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static Object keyOf(Path directory) throws IOException {
        Object key = Files.readAttributes(directory, BasicFileAttributes.class).fileKey();
        return key == null ? directory : key;
    }
}
