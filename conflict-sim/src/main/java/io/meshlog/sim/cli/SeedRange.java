package io.meshlog.sim.cli;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** {@code 1..200}, both inclusive, or one seed. */
record SeedRange(long first, long last) {
    static final long SEEDS_MAX = 10_000_000;

    private static final Pattern FORM = Pattern.compile("([0-9]{1,30})(?:\\.\\.([0-9]{1,30}))?");

    String text() {
        return first + ".." + last;
    }

    /** @return null for a text that is no seed */
    static @org.jspecify.annotations.Nullable Long seed(String text) {
        try {
            return Long.valueOf(text);
        } catch (NumberFormatException e) {
            return null;
        }
    }

    /** From an option. */
    static final class Converter implements ITypeConverter<SeedRange> {
        @Override
        public SeedRange convert(String value) {
            Matcher form = FORM.matcher(value);
            if (!form.matches()) {
                throw new TypeConversionException("'" + value + "' is no range of seeds such as 1..200");
            }
            Long first = seed(form.group(1));
            Long last = form.group(2) == null ? first : seed(form.group(2));
            if (first == null || last == null) {
                throw new TypeConversionException("'" + value + "' goes beyond the last seed, " + Long.MAX_VALUE);
            } else if (first > last) {
                throw new TypeConversionException("'" + value + "' ends before it begins");
            } else if (last - first >= SEEDS_MAX) {
                throw new TypeConversionException(
                        "'" + value + "' is " + (last - first + 1) + " seeds; at most " + SEEDS_MAX + " are run");
            }
            return new SeedRange(first, last);
        }
    }
}
