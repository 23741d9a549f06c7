package io.meshlog.sim.report;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A sweep as an XML file of the form that Surefire writes, for build servers. */
public final class JUnitReport {
    private JUnitReport() {}

    /**
     * One test case for a block of seeds.
     *
     * @param failure what it was, such as {@code V9/told}; null where it passed
     * @param skipped whether it proved nothing: an inconclusive sweep
     * @param text the first line is the message
     */
    public static String of(
            String profile,
            String seeds,
            long wallMillis,
            @Nullable String failure,
            boolean skipped,
            List<String> text) {
        String seconds = String.format(Locale.ROOT, "%.3f", wallMillis / 1000.0);
        String name = "seeds " + seeds;
        StringBuilder xml = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        xml.append("<testsuite name=\"conflict-sim.")
                .append(escaped(profile))
                .append("\" time=\"")
                .append(seconds);
        xml.append("\" tests=\"1\" errors=\"0\" skipped=\"")
                .append(skipped ? 1 : 0)
                .append("\" failures=\"");
        xml.append(failure == null ? 0 : 1).append("\">\n");
        xml.append("  <testcase classname=\"conflict-sim.")
                .append(escaped(profile))
                .append("\" name=\"");
        xml.append(escaped(name)).append("\" time=\"").append(seconds).append("\">\n");
        String message = escaped(text.isEmpty() ? "" : text.get(0));
        String body = escaped(String.join("\n", text));
        if (failure != null) {
            xml.append("    <failure type=\"")
                    .append(escaped(failure))
                    .append("\" message=\"")
                    .append(message);
            xml.append("\">").append(body).append("</failure>\n");
        } else if (skipped) {
            xml.append("    <skipped message=\"").append(message).append("\"/>\n");
        } else if (!text.isEmpty()) {
            xml.append("    <system-out>").append(body).append("</system-out>\n");
        }
        return xml.append("  </testcase>\n</testsuite>\n").toString();
    }

    /** As text and as the value of an attribute; what no XML can hold is a question mark. */
    static String escaped(String text) {
        StringBuilder out = new StringBuilder(text.length() + 16);
        text.codePoints().forEach(c -> {
            switch (c) {
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '&' -> out.append("&amp;");
                case '"' -> out.append("&quot;");
                case '\n' -> out.append("&#10;");
                case '\t' -> out.append("&#9;");
                default -> {
                    boolean can = c >= 0x20 && c <= 0xd7ff || c >= 0xe000 && c <= 0xfffd || c >= 0x10000;
                    out.appendCodePoint(can ? c : '?');
                }
            }
        });
        return out.toString();
    }
}
