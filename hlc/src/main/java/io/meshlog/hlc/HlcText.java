package io.meshlog.hlc;

import org.jspecify.annotations.Nullable;

/** The fixed-width text of {@link HlcTimestamp}, read and written by hand because every op passes here. Stateless. */
final class HlcText {

    static final String REPLICA_FORM = "1 to " + HlcTimestamp.REPLICA_LENGTH_MAX + " chars of [A-Za-z0-9._:~-]";
    static final String FORM = "<13 digits>-<6 lowercase hex digits>-<replica: " + REPLICA_FORM + ">";

    private static final int MILLIS_DIGITS = 13;
    private static final int COUNTER_DIGITS = 6;
    private static final int COUNTER_AT = MILLIS_DIGITS + 1;

    /** Where the replica id begins: behind both dashes. */
    static final int REPLICA_AT = COUNTER_AT + COUNTER_DIGITS + 1;

    private static final int QUOTED_MAX = 160;
    private static final String HEX = "0123456789abcdef";

    private HlcText() {}

    /** What is wrong with a text, or null if {@link #read} takes it. Allocates nothing. */
    static @Nullable String fault(String text) {
        if (text.length() <= REPLICA_AT) {
            return "which is 22 chars or more";
        }
        for (int i = 0; i < MILLIS_DIGITS; i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return "which begins with 13 ASCII digits";
            }
        }
        if (text.charAt(COUNTER_AT - 1) != '-' || text.charAt(REPLICA_AT - 1) != '-') {
            return "with '-' at offsets 13 and 20";
        }
        for (int i = COUNTER_AT; i < REPLICA_AT - 1; i++) {
            if (hexValue(text.charAt(i)) < 0) {
                return "with a counter of lowercase hex digits";
            }
        }
        return isReplica(text, REPLICA_AT) ? null : "with a replica id from offset 21 on";
    }

    /** Reads a text in which {@link #fault} found none. */
    static HlcTimestamp read(String text) {
        long millis = 0;
        for (int i = 0; i < MILLIS_DIGITS; i++) {
            millis = millis * 10 + (text.charAt(i) - '0');
        }
        int counter = 0;
        for (int i = COUNTER_AT; i < REPLICA_AT - 1; i++) {
            counter = counter << 4 | hexValue(text.charAt(i));
        }
        return new HlcTimestamp(millis, counter, text.substring(REPLICA_AT));
    }

    /** Fills {@code head[0, REPLICA_AT)} with all that stands before the replica id. */
    static void writeHead(long millis, int counter, byte[] head) {
        long restMillis = millis;
        for (int i = MILLIS_DIGITS - 1; i >= 0; i--) {
            head[i] = (byte) ('0' + restMillis % 10);
            restMillis /= 10;
        }
        head[COUNTER_AT - 1] = '-';
        int restCounter = counter;
        for (int i = REPLICA_AT - 2; i >= COUNTER_AT; i--) {
            head[i] = (byte) HEX.charAt(restCounter & 0xF);
            restCounter >>>= 4;
        }
        head[REPLICA_AT - 1] = '-';
    }

    /** Whether the chars from {@code from} to the end are a replica id. */
    static boolean isReplica(String text, int from) {
        int length = text.length() - from;
        if (length < 1 || length > HlcTimestamp.REPLICA_LENGTH_MAX) {
            return false;
        }
        for (int i = from; i < text.length(); i++) {
            if (!isReplicaChar(text.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    /** A text from who knows where, fit for a log line: one line, ASCII, cut off where it gets long. */
    static String quoted(String text) {
        StringBuilder out = new StringBuilder().append('"');
        for (int i = 0; i < Math.min(text.length(), QUOTED_MAX); i++) {
            char c = text.charAt(i);
            if (c < ' ' || c > '~' || c == '"' || c == '\\') {
                out.append("\\u");
                for (int shift = 12; shift >= 0; shift -= 4) {
                    out.append(HEX.charAt(c >>> shift & 0xF));
                }
            } else {
                out.append(c);
            }
        }
        out.append('"');
        return text.length() > QUOTED_MAX
                ? out.append("... (").append(text.length()).append(" chars)").toString()
                : out.toString();
    }

    private static boolean isReplicaChar(char c) {
        return (c >= 'a' && c <= 'z')
                || (c >= '0' && c <= '9')
                || (c >= 'A' && c <= 'Z')
                || c == '_'
                || c == '-'
                || c == '.'
                || c == ':'
                || c == '~';
    }

    private static int hexValue(char c) {
        if (c >= '0' && c <= '9') {
            return c - '0';
        }
        return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
    }
}
