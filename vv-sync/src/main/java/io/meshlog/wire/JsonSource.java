package io.meshlog.wire;

import io.meshlog.op.CodePoints;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The text of a JSON document that came as bytes: plain UTF-8 and nothing else. A parser that is given bytes
 * guesses at UTF-16 and UTF-32, and takes overlong forms and halves of pairs.
 */
final class JsonSource {
    private final String text;

    private JsonSource(String text) {
        this.text = text;
    }

    /** @throws IOException if the bytes are not UTF-8, or start with a byte order mark */
    static JsonSource of(byte[] utf8) throws IOException {
        String text = new String(utf8, StandardCharsets.UTF_8);
        // The decoder puts U+FFFD where it finds no UTF-8; where it was sent, it encodes to the same bytes again.
        if (text.indexOf('\uFFFD') >= 0 && !Arrays.equals(text.getBytes(StandardCharsets.UTF_8), utf8)) {
            throw new IOException("the bytes are not UTF-8");
        }
        if (text.startsWith("\uFEFF")) {
            throw new IOException("the document starts with a byte order mark; send plain UTF-8");
        }
        return new JsonSource(withBareSurrogates(text));
    }

    String text() {
        return text;
    }

    /** Whether the text between two indices takes more bytes in UTF-8 than that. */
    boolean isLonger(long from, long to, long bytesMax) {
        return 3 * (to - from) > bytesMax && bytes(from, to) > bytesMax;
    }

    long bytes(long from, long to) {
        return CodePoints.utf8Length(text.substring((int) from, (int) to));
    }

    /**
     * Escapes of lone surrogates as the bare halves. The parser gives up on such escapes in a member's name, which
     * would cost every op of a page for one bad one; what is bare it hands on, and we refuse it where it stands.
     */
    private static String withBareSurrogates(String text) {
        int at = text.indexOf("\\u");
        if (at < 0) {
            return text;
        }
        StringBuilder out = null;
        int from = 0;
        while (at >= 0 && at + 1 < text.length()) {
            int next = at + 2;
            char half = surrogate(text, at);
            if (half != 0) {
                next = at + 6;
                char other = surrogate(text, next);
                if (Character.isHighSurrogate(half) && Character.isLowSurrogate(other)) {
                    next += 6;
                } else {
                    out = out == null ? new StringBuilder(text.length()) : out;
                    out.append(text, from, at).append(half);
                    from = next;
                }
            }
            at = text.indexOf('\\', next);
        }
        return out == null ? text : out.append(text, from, text.length()).toString();
    }

    /** The surrogate that is escaped at an index, or 0. */
    private static char surrogate(String text, int at) {
        if (at + 6 > text.length() || text.charAt(at) != '\\' || text.charAt(at + 1) != 'u') {
            return 0;
        }
        int unit = 0;
        for (int i = at + 2; i < at + 6; i++) {
            int digit = Character.digit(text.charAt(i), 16);
            if (digit < 0 || text.charAt(i) > 'f') {
                return 0;
            }
            unit = unit << 4 | digit;
        }
        return Character.isSurrogate((char) unit) ? (char) unit : 0;
    }
}
