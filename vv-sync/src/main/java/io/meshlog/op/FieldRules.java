package io.meshlog.op;

import org.jspecify.annotations.Nullable;

/**
 * The rules of spec §3.1 for single fields of what is authored here. Each returns null where the value passes.
 * What was stored or replicated under other rules is never held against them.
 */
public final class FieldRules {
    private FieldRules() {}

    /** A required or optional name, already trimmed; optional ones are not checked while null. */
    public static @Nullable Invalid name(String field, String trimmed) {
        Invalid text = wellFormed(field, trimmed);
        if (text != null) {
            return text;
        }
        if (trimmed.isEmpty()) {
            return Invalid.of(field, field + " is required and may not be empty");
        }
        int points = trimmed.codePointCount(0, trimmed.length());
        if (points > Limits.NAME_CODE_POINTS_MAX) {
            return Invalid.tooLarge(field, "code points", Limits.NAME_CODE_POINTS_MAX, points);
        }
        for (int i = 0; i < trimmed.length(); i++) {
            char c = trimmed.charAt(i);
            if (c < 0x20 || c == 0x7f) {
                return Invalid.of(
                        field, field + " may hold no control characters; U+" + hex4(c) + " stands at index " + i);
            }
        }
        return null;
    }

    public static @Nullable Invalid type(String value) {
        if (isType(value)) {
            return null;
        }
        return value.length() > Limits.TYPE_LENGTH_MAX
                ? Invalid.tooLarge("type", "characters", Limits.TYPE_LENGTH_MAX, value.length())
                : Invalid.of(
                        "type",
                        "type must match ^[a-z0-9][a-z0-9_.-]{0,63}$ (lowercase); it is " + JsonText.quote(value));
    }

    private static boolean isType(String value) {
        if (value.isEmpty() || value.length() > Limits.TYPE_LENGTH_MAX) {
            return false;
        }
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            boolean first = c >= 'a' && c <= 'z' || c >= '0' && c <= '9';
            if (!first && (i == 0 || "_.-".indexOf(c) < 0)) {
                return false;
            }
        }
        return true;
    }

    public static @Nullable Invalid status(String value) {
        return Limits.STATUSES.contains(value)
                ? null
                : Invalid.of(
                        "status",
                        "status is one of " + String.join(" ", Limits.STATUSES) + "; it is " + JsonText.quote(value));
    }

    public static @Nullable Invalid body(String value) {
        Invalid text = wellFormed("body", value);
        if (text != null) {
            return text;
        }
        int nul = value.indexOf('\0');
        if (nul >= 0) {
            return Invalid.of("body", "body may hold no NUL; one stands at index " + nul);
        }
        long bytes = CodePoints.utf8Length(value);
        return bytes > Limits.BODY_BYTES_MAX
                ? Invalid.tooLarge("body", "bytes of UTF-8", Limits.BODY_BYTES_MAX, bytes)
                : null;
    }

    /** @param canonical a canonical JSON object */
    public static @Nullable Invalid metadata(String canonical) {
        long bytes = spacedLength(canonical);
        return bytes > Limits.METADATA_BYTES_MAX
                ? Invalid.tooLarge("metadata", "bytes of UTF-8", Limits.METADATA_BYTES_MAX, bytes)
                : null;
    }

    public static @Nullable Invalid idempotencyKey(String value) {
        if (value.isEmpty() || value.length() > Limits.IDEMPOTENCY_KEY_LENGTH_MAX) {
            return Invalid.tooLarge(
                    "idempotency_key",
                    "printable ASCII characters, and at least 1",
                    Limits.IDEMPOTENCY_KEY_LENGTH_MAX,
                    value.length());
        }
        for (int i = 0; i < value.length(); i++) {
            if (value.charAt(i) < 0x20 || value.charAt(i) > 0x7e) {
                return Invalid.of("idempotency_key", "idempotency_key is printable ASCII; index " + i + " is not");
            }
        }
        return null;
    }

    /** Text that has no UTF-8 form is refused wherever it stands. */
    public static @Nullable Invalid wellFormed(String field, String value) {
        int lone = CodePoints.loneSurrogate(value);
        return lone < 0 ? null : Invalid.of(field, field + " holds a lone surrogate at index " + lone);
    }

    /** Without leading and trailing Unicode White_Space. */
    public static String trim(String value) {
        int from = 0;
        int to = value.length();
        while (from < to && isWhiteSpace(value.charAt(from))) {
            from++;
        }
        while (to > from && isWhiteSpace(value.charAt(to - 1))) {
            to--;
        }
        return value.substring(from, to);
    }

    /** The property White_Space of Unicode, all of it in the basic plane; {@code strip()} knows another set. */
    private static boolean isWhiteSpace(char c) {
        return c >= 0x9 && c <= 0xd
                || c == 0x20
                || c == 0x85
                || c == 0xa0
                || c == 0x1680
                || c >= 0x2000 && c <= 0x200a
                || c == 0x2028
                || c == 0x2029
                || c == 0x202f
                || c == 0x205f
                || c == 0x3000;
    }

    /** UTF-8 bytes of a compact JSON text if it were written with ", " and ": ": how the reference measures. */
    private static long spacedLength(String compact) {
        long separators = 0;
        boolean inString = false;
        for (int i = 0; i < compact.length(); i++) {
            char c = compact.charAt(i);
            if (inString && c == '\\') {
                i++;
            } else if (c == '"') {
                inString = !inString;
            } else if (!inString && (c == ',' || c == ':')) {
                separators++;
            }
        }
        return CodePoints.utf8Length(compact) + separators;
    }

    private static String hex4(char c) {
        String hex = Integer.toHexString(c).toUpperCase(java.util.Locale.ROOT);
        return "0".repeat(4 - hex.length()) + hex;
    }
}
