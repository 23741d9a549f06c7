package io.meshlog.sim.cli;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Durations as options write them: {@code 500ms 60s 5m 2h}; a whole number and one unit. */
final class Durations implements ITypeConverter<Duration> {
    private static final Pattern FORM = Pattern.compile("([0-9]{1,9})(ms|s|m|h)");
    private static final Duration MAX = Duration.ofDays(30);

    @Override
    public Duration convert(String value) {
        Matcher form = FORM.matcher(value);
        if (!form.matches()) {
            throw new TypeConversionException("'" + value + "' is no duration such as 500ms, 60s, 5m or 2h");
        }
        long count = Long.parseLong(form.group(1));
        Duration duration = switch (form.group(2)) {
            case "ms" -> Duration.ofMillis(count);
            case "s" -> Duration.ofSeconds(count);
            case "m" -> Duration.ofMinutes(count);
            default -> Duration.ofHours(count);
        };
        if (duration.isZero() || duration.compareTo(MAX) > 0) {
            throw new TypeConversionException("'" + value + "' is not between 1ms and " + MAX.toHours() + "h");
        }
        return duration;
    }
}
