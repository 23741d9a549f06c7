package io.meshlog.op;

/**
 * The one spelling of a JSON string that canonical bytes know (spec §12): only {@code "}, {@code \} and
 * controls are escaped, as {@code \b \t \n \f \r} or {@code \}{@code u00xx} in lowercase.
 */
public final class JsonText {
    private static final char[] HEX = "0123456789abcdef".toCharArray();

    private JsonText() {}

    public static String quote(String text) {
        return quote(new StringBuilder(text.length() + 2), text).toString();
    }

    public static StringBuilder quote(StringBuilder out, String text) {
        out.append('"');
        int from = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= 0x20 && c != '"' && c != '\\') {
                continue;
            }
            out.append(text, from, i);
            from = i + 1;
            escape(out, c);
        }
        return out.append(text, from, text.length()).append('"');
    }

    private static void escape(StringBuilder out, char c) {
        out.append('\\');
        switch (c) {
            case '"', '\\' -> out.append(c);
            case '\b' -> out.append('b');
            case '\t' -> out.append('t');
            case '\n' -> out.append('n');
            case '\f' -> out.append('f');
            case '\r' -> out.append('r');
            default -> out.append("u00").append(HEX[c >> 4]).append(HEX[c & 0xf]);
        }
    }
}
