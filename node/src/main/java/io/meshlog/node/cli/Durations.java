package io.meshlog.node.cli;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Durations as options write them: {@code 500ms 1s 5m 2h 90d}; a whole number and one unit. */
public final class Durations implements ITypeConverter<Duration> {
    private static final Pattern FORM = Pattern.compile("([0-9]{1,18})(ms|s|m|h|d)");

    /** A hundred years: every timer can count them in nanoseconds. */
    private static final Duration MAX = Duration.ofDays(36_500);

    @Override
    public Duration convert(String value) {
        Matcher form = FORM.matcher(value);
        if (!form.matches()) {
            throw new TypeConversionException("'" + value + "' is no duration such as 500ms, 1s, 5m, 2h or 90d");
        }
        long count = Long.parseLong(form.group(1));
        try {
            Duration duration = switch (form.group(2)) {
                case "ms" -> Duration.ofMillis(count);
                case "s" -> Duration.ofSeconds(count);
                case "m" -> Duration.ofMinutes(count);
                case "h" -> Duration.ofHours(count);
                default -> Duration.ofDays(count);
            };
            if (duration.compareTo(MAX) <= 0) {
                return duration;
            }
        } catch (ArithmeticException e) {
            // Longer than that, too.
        }
        throw new TypeConversionException("'" + value + "' is longer than " + MAX.toDays() + "d");
    }
}
