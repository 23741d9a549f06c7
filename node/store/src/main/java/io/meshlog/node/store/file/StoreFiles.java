package io.meshlog.node.store.file;

import io.meshlog.node.store.file.StoreException.Kind;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.ReadOnlyFileSystemException;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * Looks at the files of a database without SQLite: opening them through it can already change them (a side file is
 * made, a log is copied back), and what is unfit must stay as it is, to the byte. Stateless.
 */
public final class StoreFiles {
    public static final String NAME = "meshlog.sqlite3";

    private static final byte[] MAGIC = "SQLite format 3\0".getBytes(StandardCharsets.US_ASCII);
    private static final int HEADER_BYTES = 100;

    private StoreFiles() {}

    public static Path wal(Path file) {
        return file.resolveSibling(file.getFileName() + "-wal");
    }

    public static Path shm(Path file) {
        return file.resolveSibling(file.getFileName() + "-shm");
    }

    /** Makes durable what a killed process left in the log, where there is no room to commit anything that would. */
    public static void syncLog(Path file) throws IOException {
        if (Files.exists(wal(file))) {
            try (FileChannel channel = FileChannel.open(wal(file), StandardOpenOption.WRITE)) {
                channel.force(true);
            }
        }
    }

    /**
     * What the first page says, https://www.sqlite.org/fileformat.html §1.3.
     *
     * @param version the {@code user_version}: the schema's version
     */
    public record Header(int pageBytes, int version, int applicationId) {
        static @Nullable Header of(ByteBuffer page) {
            for (int i = 0; i < MAGIC.length; i++) {
                if (page.get(i) != MAGIC[i]) {
                    return null;
                }
            }
            int size = page.getShort(16) & 0xffff;
            return new Header(size == 1 ? 65_536 : size, page.getInt(60), page.getInt(68));
        }
    }

    /**
     * The header as the last commit left it, in the file or in the log beside it; null where there is no database yet.
     *
     * @throws StoreException if the files are not what a working database leaves behind
     */
    public static @Nullable Header inspect(Path file) {
        Path wal = wal(file);
        try {
            requireWritable(file.toAbsolutePath().getParent());
            long walBytes = Files.exists(wal, LinkOption.NOFOLLOW_LINKS) ? readableBytes(wal) : 0;
            if (Files.exists(shm(file), LinkOption.NOFOLLOW_LINKS)) {
                readableBytes(shm(file));
            }
            if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
                if (walBytes > 0) {
                    throw new StoreException(
                            Kind.UNFIT,
                            file + " is missing, but its log " + wal + " holds " + walBytes
                                    + " bytes: put the database back beside it, or move the log away to start anew");
                }
                return null;
            }
            return header(file, wal, readableBytes(file), walBytes);
        } catch (IOException e) {
            throw new StoreException(Kind.IO, "could not read " + file + " or what belongs to it: " + e, e);
        }
    }

    private static Header header(Path file, Path wal, long fileBytes, long walBytes) throws IOException {
        if (fileBytes == 0) {
            throw new StoreException(
                    Kind.UNFIT,
                    file + " is empty" + (walBytes > 0 ? " beside a log of " + walBytes + " bytes" : "")
                            + ": restore it, or move it and what belongs to it away to start anew");
        }
        Header header = fileBytes < HEADER_BYTES ? null : Header.of(read(file, HEADER_BYTES));
        if (header == null) {
            throw new StoreException(Kind.UNFIT, file + " is not an SQLite database");
        }
        if (fileBytes % header.pageBytes() != 0) {
            throw new StoreException(
                    Kind.CORRUPT,
                    file + " holds " + fileBytes + " bytes, which is not a whole number of pages of "
                            + header.pageBytes());
        }
        if (walBytes == 0) {
            return header;
        }
        ByteBuffer page = WalScan.lastFirstPage(wal);
        if (page == null) {
            return header;
        }
        Header logged = Header.of(page);
        if (logged == null) {
            throw new StoreException(Kind.CORRUPT, wal + " holds a first page that is not SQLite's");
        }
        return logged;
    }

    private static void requireWritable(@Nullable Path directory) {
        if (directory == null || !Files.isDirectory(directory)) {
            throw new StoreException(Kind.IO, directory + " is not a directory");
        }
        if (!Files.isWritable(directory)) {
            throw new StoreException(
                    Kind.READ_ONLY, "may not write to " + directory + ": it is read-only or belongs to another user");
        }
    }

    /** Size of a file that can be read and written; opens it and changes nothing. */
    private static long readableBytes(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new StoreException(Kind.IO, file + " is not a file");
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return channel.size();
        } catch (AccessDeniedException | ReadOnlyFileSystemException e) {
            throw new StoreException(
                    Kind.READ_ONLY,
                    "may not read and write " + file + ": it belongs to another user or is read-only",
                    e);
        }
    }

    private static ByteBuffer read(Path file, int bytes) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(bytes);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            while (buffer.hasRemaining()) {
                if (channel.read(buffer) < 0) {
                    throw new EOFException(file + " ends within its first " + bytes + " bytes");
                }
            }
        }
        return buffer.flip();
    }
}
