package io.meshlog.sim.cli;

import java.math.BigInteger;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.TypeConversionException;

/** Numbers as options write them: digits, with a minus where that makes sense to anyone. */
final class WholeNumbers {
    private static final Pattern FORM = Pattern.compile("[+-]?[0-9]{1,100}");

    private WholeNumbers() {}

    /** For all options of all commands. */
    static void register(CommandLine line) {
        line.registerConverter(int.class, text -> (int) within(text, Integer.MIN_VALUE, Integer.MAX_VALUE));
        line.registerConverter(Integer.class, text -> (int) within(text, Integer.MIN_VALUE, Integer.MAX_VALUE));
        line.registerConverter(long.class, text -> within(text, Long.MIN_VALUE, Long.MAX_VALUE));
        line.registerConverter(Long.class, text -> within(text, Long.MIN_VALUE, Long.MAX_VALUE));
    }

    private static long within(String text, long least, long most) {
        if (!FORM.matcher(text).matches()) {
            throw new TypeConversionException("'" + text + "' is no whole number");
        }
        BigInteger number = new BigInteger(text);
        if (number.compareTo(BigInteger.valueOf(least)) < 0 || number.compareTo(BigInteger.valueOf(most)) > 0) {
            throw new TypeConversionException("'" + text + "' is beyond every limit");
        }
        return number.longValueExact();
    }
}
