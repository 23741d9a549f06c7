package io.meshlog.node.api.artifact;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One range of bytes as a {@code Range} header asks for it (RFC 9110 §14). Immutable.
 *
 * @param first the first byte, from 0; -1 where the last {@code last} bytes are asked for
 * @param last inclusive, may lie behind the end; of a suffix how many bytes
 */
record ByteRange(long first, long last) {
    private static final Pattern SINGLE = Pattern.compile("bytes\\s*=\\s*([0-9]*)\\s*-\\s*([0-9]*)");

    /** Null for what is to be let pass, so that all is sent: other units, several ranges, what is no range. */
    static @Nullable ByteRange parse(String header) {
        Matcher matcher = SINGLE.matcher(header.trim().toLowerCase(Locale.ROOT));
        if (!matcher.matches()) {
            return null;
        }
        String first = matcher.group(1);
        String last = matcher.group(2);
        if (first.isEmpty()) {
            return last.isEmpty() ? null : new ByteRange(-1, number(last));
        }
        ByteRange range = new ByteRange(number(first), last.isEmpty() ? Long.MAX_VALUE : number(last));
        return range.first <= range.last ? range : null;
    }

    /** What does not fit is behind every end. */
    private static long number(String digits) {
        String plain = digits.replaceFirst("^0+(?=.)", "");
        return plain.length() > 18 ? Long.MAX_VALUE : Long.parseLong(plain);
    }

    boolean isWithin(int length) {
        return first < 0 ? last > 0 && length > 0 : first < length;
    }

    int from(int length) {
        return (int) (first < 0 ? Math.max(0, length - last) : first);
    }

    /** Inclusive. */
    int to(int length) {
        return (int) (first < 0 ? length - 1 : Math.min(last, length - 1L));
    }

    String shown(int length) {
        return "bytes " + from(length) + '-' + to(length) + '/' + length;
    }
}
