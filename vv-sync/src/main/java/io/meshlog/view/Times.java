package io.meshlog.view;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/**
 * Reads times that authors write for people. By hand, so that every version of Java reads the same: what a text means
 * decides what replicas show. Stateless.
 */
public final class Times {
    /** {@code YYYY-MM-DDTHH:MM:SS}. */
    private static final int SECONDS_END = 19;

    private Times() {}

    /** Unix milliseconds of {@code YYYY-MM-DDTHH:MM:SS[.f…](Z|±HH:MM)}; null for anything else. */
    public static @Nullable Long millisOrNull(String text) {
        if (!hasShape(text, "dddd-dd-ddTdd:dd:dd")) {
            return null;
        }
        int end = SECONDS_END;
        int millis = 0;
        if (end < text.length() && text.charAt(end) == '.') {
            int from = ++end;
            while (end < text.length() && isDigit(text.charAt(end))) {
                end++;
            }
            if (end == from) {
                return null;
            }
            millis = Integer.parseInt((text.substring(from, Math.min(end, from + 3)) + "00").substring(0, 3));
        }
        Integer offset = offsetSeconds(text.substring(end));
        try {
            return offset == null ? null : (Long) (1_000 * (seconds(text) - offset) + millis);
        } catch (DateTimeException e) {
            return null;
        }
    }

    private static long seconds(String text) {
        LocalDate date = LocalDate.of(number(text, 0, 4), number(text, 5, 7), number(text, 8, 10));
        LocalTime time = LocalTime.of(number(text, 11, 13), number(text, 14, 16), number(text, 17, 19));
        return date.atTime(time).toEpochSecond(ZoneOffset.UTC);
    }

    private static @Nullable Integer offsetSeconds(String text) {
        if (text.equals("Z")) {
            return 0;
        }
        if (!hasShape(text, "+dd:dd") && !hasShape(text, "-dd:dd") || text.length() != 6) {
            return null;
        }
        int seconds = 60 * (60 * number(text, 1, 3) + number(text, 4, 6));
        return text.charAt(0) == '-' ? -seconds : seconds;
    }

    /** Whether it begins like this, where {@code d} stands for a digit. */
    private static boolean hasShape(String text, String shape) {
        if (text.length() < shape.length()) {
            return false;
        }
        for (int i = 0; i < shape.length(); i++) {
            char expected = shape.charAt(i);
            char found = text.charAt(i);
            if (expected == 'd' ? !isDigit(found) : found != expected) {
                return false;
            }
        }
        return true;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static int number(String text, int from, int to) {
        return Integer.parseInt(text.substring(from, to));
    }
}
