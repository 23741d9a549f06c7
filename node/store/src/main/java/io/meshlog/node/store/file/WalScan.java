package io.meshlog.node.store.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * Reads an SQLite write-ahead log from outside: https://www.sqlite.org/fileformat.html §4. A frame counts if its salts
 * and running checksum are right and a commit frame follows it; what comes after the last such commit is torn. Stateless;
 * reads the log once, front to back.
 */
final class WalScan {
    private static final int HEADER_BYTES = 32;
    private static final int FRAME_HEADER_BYTES = 24;
    private static final int MAGIC_LITTLE = 0x377f0682;
    private static final int MAGIC_BIG = 0x377f0683;
    private static final int PAGE_BYTES_MAX = 65_536;

    // The running checksum, both halves.
    private int s0;
    private int s1;

    private WalScan() {}

    /** The first page of the database as the last committed frame of it has it, or null where none has. */
    static @Nullable ByteBuffer lastFirstPage(Path wal) throws IOException {
        try (FileChannel channel = FileChannel.open(wal, StandardOpenOption.READ)) {
            return new WalScan().scan(channel);
        }
    }

    private @Nullable ByteBuffer scan(FileChannel channel) throws IOException {
        ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES);
        if (!fill(channel, header)) {
            return null;
        }
        int magic = header.getInt(0);
        int pageBytes = header.getInt(8);
        if (magic != MAGIC_LITTLE && magic != MAGIC_BIG || pageBytes < 512 || pageBytes > PAGE_BYTES_MAX) {
            return null;
        }
        ByteOrder order = magic == MAGIC_BIG ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
        add(header, 0, HEADER_BYTES - 8, order);
        if (header.getInt(24) != s0 || header.getInt(28) != s1) {
            return null;
        }
        long salts = header.getLong(16);
        ByteBuffer frame = ByteBuffer.allocate(FRAME_HEADER_BYTES + pageBytes);
        byte @Nullable [] pending = null;
        byte @Nullable [] committed = null;
        while (fill(channel, frame)) {
            add(frame, 0, 8, order);
            add(frame, FRAME_HEADER_BYTES, pageBytes, order);
            if (frame.getLong(8) != salts || frame.getInt(16) != s0 || frame.getInt(20) != s1) {
                break;
            }
            if (frame.getInt(0) == 1) {
                pending = new byte[pageBytes];
                frame.get(FRAME_HEADER_BYTES, pending);
            }
            boolean isCommit = frame.getInt(4) != 0;
            if (isCommit && pending != null) {
                committed = pending;
            }
        }
        return committed == null ? null : ByteBuffer.wrap(committed);
    }

    private void add(ByteBuffer bytes, int from, int count, ByteOrder order) {
        ByteBuffer words = bytes.duplicate().order(order);
        int a = s0;
        int b = s1;
        for (int at = from; at < from + count; at += 8) {
            a += words.getInt(at) + b;
            b += words.getInt(at + 4) + a;
        }
        s0 = a;
        s1 = b;
    }

    private static boolean fill(FileChannel channel, ByteBuffer buffer) throws IOException {
        buffer.clear();
        while (buffer.hasRemaining()) {
            if (channel.read(buffer) < 0) {
                return false;
            }
        }
        buffer.flip();
        return true;
    }
}
