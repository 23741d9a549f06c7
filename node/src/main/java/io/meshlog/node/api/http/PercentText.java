package io.meshlog.node.api.http;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Percent-encoded UTF-8 (RFC 3986 §2.1), strict: what cannot be decoded exactly is not decoded at all. */
public final class PercentText {
    private static final String UNRESERVED = "-._~";

    private PercentText() {}

    /** @param plusIsSpace as in the query of a form @return null for a cut escape, a char beyond ASCII, or no UTF-8 */
    public static @Nullable String decode(String text, boolean plusIsSpace) {
        byte[] bytes = new byte[text.length()];
        int size = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            int value = c;
            if (c == '%') {
                int high = i + 2 < text.length() ? Character.digit(text.charAt(i + 1), 16) : -1;
                int low = high < 0 ? -1 : Character.digit(text.charAt(i + 2), 16);
                value = low < 0 ? -1 : high * 16 + low;
                i += 2;
            } else if (c == '+' && plusIsSpace) {
                value = ' ';
            } else if (c > 0x7e) {
                value = -1;
            }
            if (value < 0) {
                return null;
            }
            bytes[size++] = (byte) value;
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes, 0, size))
                    .toString();
        } catch (CharacterCodingException e) {
            return null;
        }
    }

    public static String encode(String text) {
        StringBuilder out = new StringBuilder(text.length() + 8);
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (b & 0xff);
            if (c < 0x80 && (Character.isLetterOrDigit(c) || UNRESERVED.indexOf(c) >= 0)) {
                out.append(c);
            } else {
                out.append('%').append(Character.forDigit(b >> 4 & 0xf, 16)).append(Character.forDigit(b & 0xf, 16));
            }
        }
        return out.toString();
    }
}
