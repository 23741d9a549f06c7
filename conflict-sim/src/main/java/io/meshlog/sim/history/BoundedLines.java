package io.meshlog.sim.history;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Lines of a file from anywhere, none of them longer than a limit. Confined to one thread. */
final class BoundedLines {
    private final InputStream in;
    private final long bytesMax;
    private final byte[] buffer = new byte[1 << 16];
    private int at;
    private int end;

    BoundedLines(InputStream in, long bytesMax) {
        this.in = in;
        this.bytesMax = bytesMax;
    }

    /** A line that is longer than the limit. */
    static final class TooLong extends Exception {
        private static final long serialVersionUID = 1;

        TooLong(String sentence) {
            super(sentence);
        }

        String sentence() {
            return String.valueOf(getMessage());
        }
    }

    /**
     * The next one without its end; null after the last.
     *
     * @throws TooLong once the whole of it has gone by, without having been kept
     * @throws java.nio.charset.CharacterCodingException where it is not UTF-8
     */
    @Nullable
    String next() throws IOException, TooLong {
        if (!fill()) {
            return null;
        }
        ByteArrayOutputStream kept = new ByteArrayOutputStream();
        long length = 0;
        boolean isWhole = false;
        while (!isWhole && fill()) {
            int from = at;
            while (at < end && buffer[at] != '\n') {
                at++;
            }
            length += at - from;
            if (length <= bytesMax) {
                kept.write(buffer, from, at - from);
            }
            isWhole = at < end;
            at += isWhole ? 1 : 0;
        }
        if (length > bytesMax) {
            throw new TooLong("must have at most " + bytesMax + " bytes, found " + length);
        }
        String line = StandardCharsets.UTF_8
                .newDecoder()
                .decode(ByteBuffer.wrap(kept.toByteArray()))
                .toString();
        return line.endsWith("\r") ? line.substring(0, line.length() - 1) : line;
    }

    /** @return whether there is a byte to read */
    private boolean fill() throws IOException {
        while (at >= end && end >= 0) {
            at = 0;
            end = in.read(buffer);
        }
        return end > 0;
    }
}
