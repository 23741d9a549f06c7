package io.meshlog.sim.report;

import java.util.Locale;

/** Times and texts as reports show them. */
public final class Shown {
    private Shown() {}

    /** Virtual time: {@code 00:03.120}, {@code 01:00:03.120}. */
    public static String time(long millis) {
        long seconds = millis / 1000;
        String tail = String.format(Locale.ROOT, "%02d:%02d.%03d", seconds / 60 % 60, seconds % 60, millis % 1000);
        return seconds < 3600 ? tail : String.format(Locale.ROOT, "%02d:", seconds / 3600) + tail;
    }

    /** How long: {@code 0.25s}, {@code 12.3s}, {@code 3m07s}, {@code 2h03m}. */
    public static String span(long millis) {
        if (millis < 60_000) {
            return String.format(Locale.ROOT, millis < 10_000 ? "%.2fs" : "%.1fs", millis / 1000.0);
        }
        long seconds = millis / 1000;
        return seconds < 3600
                ? String.format(Locale.ROOT, "%dm%02ds", seconds / 60, seconds % 60)
                : String.format(Locale.ROOT, "%dh%02dm", seconds / 3600, seconds / 60 % 60);
    }

    /** {@code 3.7}; {@code -} where no time has passed. */
    public static String rate(long count, long millis) {
        return millis <= 0 ? "-" : String.format(Locale.ROOT, "%.1f", count * 1000.0 / millis);
    }

    /** One line of at most so many characters; whatever would move a terminal's cursor is a question mark. */
    public static String line(String text, int most) {
        StringBuilder out = new StringBuilder(text.length());
        text.codePoints().forEach(c -> {
            int type = Character.getType(c);
            boolean harmless = type != Character.CONTROL
                    && type != Character.FORMAT
                    && type != Character.SURROGATE
                    && type != Character.LINE_SEPARATOR
                    && type != Character.PARAGRAPH_SEPARATOR;
            out.appendCodePoint(harmless ? c : c == '\n' || c == '\t' ? ' ' : '?');
        });
        String shown = out.toString();
        if (shown.codePointCount(0, shown.length()) <= most) {
            return shown;
        }
        return shown.substring(0, shown.offsetByCodePoints(0, most - 1)) + "…";
    }
}
