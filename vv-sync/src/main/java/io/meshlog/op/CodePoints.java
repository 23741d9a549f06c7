package io.meshlog.op;

import java.util.Comparator;

/** Text in code-point order, as canonical bytes want it; UTF-16 order puts U+10000 before U+E000. */
public final class CodePoints {
    public static final Comparator<String> ORDER = CodePoints::compare;

    private CodePoints() {}

    public static int compare(String a, String b) {
        int length = Math.min(a.length(), b.length());
        for (int i = 0; i < length; i++) {
            char x = a.charAt(i);
            char y = b.charAt(i);
            if (x != y) {
                boolean high = Character.isSurrogate(x) != Character.isSurrogate(y);
                // A surrogate stands for a code point above every other char, though its code unit is not.
                return high ? (Character.isSurrogate(x) ? 1 : -1) : Character.compare(x, y);
            }
        }
        return Integer.compare(a.length(), b.length());
    }

    /** @return the index of the first surrogate that has no partner, or -1 */
    public static int loneSurrogate(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isHighSurrogate(c) && i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1))) {
                i++;
            } else if (Character.isSurrogate(c)) {
                return i;
            }
        }
        return -1;
    }

    /** The length of this text in UTF-8, in bytes. */
    public static long utf8Length(String text) {
        long bytes = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            // Two halves of a pair count two bytes each: four for the code point.
            bytes += c < 0x80 ? 1 : c < 0x800 || Character.isSurrogate(c) ? 2 : 3;
        }
        return bytes;
    }
}
