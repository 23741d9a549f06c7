package io.meshlog.node.cli;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Wall clock times for people. */
final class Moments {
    private static final Pattern MILLIS = Pattern.compile("[0-9]{11,15}");

    private Moments() {}

    /** @param value milliseconds since 1970, or a text that says it already; null, empty and 0 are never */
    static String text(@Nullable String value) {
        if (value == null || value.isEmpty() || value.equals("0")) {
            return "never";
        }
        return MILLIS.matcher(value).matches()
                ? Instant.ofEpochMilli(Long.parseLong(value))
                        .truncatedTo(ChronoUnit.SECONDS)
                        .toString()
                : value;
    }
}
