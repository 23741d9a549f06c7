package io.meshlog.node.cli;

import java.util.Locale;

/**
 * Text from the log as a terminal may get it. What moves the cursor, starts an escape sequence, ends a line or
 * turns the direction of reading is shown as an escape; everything else, in every script, stays as it is.
 */
public final class Visible {
    private Visible() {}

    /** One line: {@code \n \r \t} and {@code \}{@code uXXXX} stand for what a terminal must not get. */
    public static String text(String text) {
        return escaped(text, false);
    }

    /**
     * The same JSON value on one line. Outside of strings JSON has no control but white space, and inside it can
     * hold raw only what {@code \}{@code uXXXX} says as well, so that no value changes.
     */
    static String json(String json) {
        return escaped(json, true);
    }

    private static String escaped(String text, boolean json) {
        StringBuilder out = new StringBuilder(text.length() + 16);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (json && c < 0x20) {
                out.append(' ');
            } else if (Character.isHighSurrogate(c)
                    && i + 1 < text.length()
                    && Character.isLowSurrogate(text.charAt(i + 1))) {
                out.append(c).append(text.charAt(++i));
            } else if (harmless(c)) {
                out.append(c);
            } else {
                escape(out, c);
            }
        }
        return out.toString();
    }

    private static void escape(StringBuilder out, char c) {
        switch (c) {
            case '\n' -> out.append("\\n");
            case '\r' -> out.append("\\r");
            case '\t' -> out.append("\\t");
            default -> out.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
        }
    }

    private static boolean harmless(char c) {
        if (c < 0x7f) {
            return c >= 0x20;
        }
        return switch (Character.getType(c)) {
            case Character.CONTROL, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR, Character.SURROGATE ->
                false;
            case Character.FORMAT -> !turnsDirection(c);
            default -> true;
        };
    }

    private static boolean turnsDirection(char c) {
        return c == '\u061c'
                || c == '\u200e'
                || c == '\u200f'
                || (c >= '\u202a' && c <= '\u202e')
                || (c >= '\u2066' && c <= '\u2069');
    }
}
