package io.meshlog.op;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Takes canonical JSON texts apart (spec §12). They were written by this program: compact, keys sorted,
 * strings escaped one way. Anything else is a programmer's error or a damaged store, and throws.
 */
public final class CanonicalText {
    private final String text;
    private int at;

    private CanonicalText(String text) {
        this.text = text;
    }

    public static boolean isString(@Nullable String text) {
        return text != null && text.length() >= 2 && text.charAt(0) == '"';
    }

    public static boolean isObject(@Nullable String text) {
        return text != null && text.length() >= 2 && text.charAt(0) == '{';
    }

    public static boolean isArray(@Nullable String text) {
        return text != null && text.length() >= 2 && text.charAt(0) == '[';
    }

    /** The value of a JSON string, or null if the text is absent or something else. */
    public static @Nullable String stringOrNull(@Nullable String text) {
        return text != null && isString(text) ? new CanonicalText(text).string() : null;
    }

    /** A whole number in plain digits that fits a long, or null. */
    public static @Nullable Long longOrNull(@Nullable String text) {
        if (text == null || text.isEmpty() || text.length() > 19) {
            return null;
        }
        for (int i = text.charAt(0) == '-' ? 1 : 0; i < text.length(); i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return null;
            }
        }
        try {
            return Long.valueOf(text);
        } catch (NumberFormatException e) {
            return null;
        }
    }

    /** The elements of an array as canonical texts. */
    public static List<String> elements(String array) {
        CanonicalText scan = new CanonicalText(array);
        List<String> elements = new ArrayList<>();
        scan.expect('[');
        while (!scan.ends(']', elements.isEmpty())) {
            elements.add(scan.value());
        }
        scan.finish();
        return elements;
    }

    /** The members of an object as canonical texts, names unescaped. */
    public static Fields object(String object) {
        CanonicalText scan = new CanonicalText(object);
        SortedMap<String, String> members = new TreeMap<>(CodePoints.ORDER);
        scan.expect('{');
        while (!scan.ends('}', members.isEmpty())) {
            String name = scan.string();
            scan.expect(':');
            members.put(name, scan.value());
        }
        scan.finish();
        return Fields.of(members);
    }

    /** Whether a NaN or an infinity stands in the text as a number: literal, but no JSON. */
    public static boolean holdsNonFinite(String text) {
        if (!text.contains("NaN") && !text.contains("INF") && !text.contains("Inf")) {
            return false;
        }
        boolean inString = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (inString && c == '\\') {
                i++;
            } else if (c == '"') {
                inString = !inString;
            } else if (!inString && (c == 'N' || c == 'I')) {
                return true;
            }
        }
        return false;
    }

    private boolean ends(char close, boolean first) {
        if (at < text.length() && text.charAt(at) == close) {
            at++;
            return true;
        }
        if (!first) {
            expect(',');
        }
        return false;
    }

    private void expect(char c) {
        if (at >= text.length() || text.charAt(at) != c) {
            throw new IllegalArgumentException(
                    "no canonical JSON: '" + c + "' expected at index " + at + " of " + text.length() + " characters");
        }
        at++;
    }

    private void finish() {
        if (at != text.length()) {
            throw new IllegalArgumentException("no canonical JSON: it goes on at index " + at);
        }
    }

    private String value() {
        int from = at;
        int depth = 0;
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == '"') {
                skipString();
                continue;
            }
            if (depth == 0 && (c == ',' || c == '}' || c == ']')) {
                break;
            }
            if (c == '{' || c == '[') {
                depth++;
            } else if (c == '}' || c == ']') {
                depth--;
            }
            at++;
        }
        if (at == from) {
            throw new IllegalArgumentException("no canonical JSON: a value expected at index " + at);
        }
        return text.substring(from, at);
    }

    /** @return whether anything in it is escaped */
    private boolean skipString() {
        boolean escaped = false;
        for (at++; at < text.length() && text.charAt(at) != '"'; at++) {
            if (text.charAt(at) == '\\') {
                escaped = true;
                at++;
            }
        }
        expect('"');
        return escaped;
    }

    private String string() {
        int from = at + 1;
        boolean escaped = skipString();
        int to = at - 1;
        return escaped ? unescaped(from, to) : text.substring(from, to);
    }

    private String unescaped(int from, int to) {
        StringBuilder out = new StringBuilder(to - from);
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            if (c != '\\') {
                out.append(c);
                continue;
            }
            c = text.charAt(++i);
            switch (c) {
                case 'b' -> out.append('\b');
                case 't' -> out.append('\t');
                case 'n' -> out.append('\n');
                case 'f' -> out.append('\f');
                case 'r' -> out.append('\r');
                case 'u' -> {
                    out.append((char) Integer.parseInt(text, i + 1, i + 5, 16));
                    i += 4;
                }
                default -> out.append(c);
            }
        }
        return out.toString();
    }
}
