package io.meshlog.node.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Collects figures round by round, and tells them as a table and as JSON. Confined to one thread. */
final class Report {
    private static final List<Figure.Ratio> RATIOS = List.of(
            new Figure.Ratio(
                    "appends, many connections / 100-row ceiling", Figure.APPENDS, Figure.CEILING_100, "≥ 0.7"),
            new Figure.Ratio("appends, 1 connection / 100-row ceiling", Figure.SINGLE_APPENDS, Figure.CEILING_100, "–"),
            new Figure.Ratio(
                    "appends, many connections / 100-row ceiling, views",
                    Figure.APPENDS,
                    Figure.CEILING_100_VIEWS,
                    "–"),
            new Figure.Ratio(
                    "appends, batches of 100 / 1,000-row ceiling", Figure.BATCHES, Figure.CEILING_1000, "≥ 0.75"),
            new Figure.Ratio(
                    "appends, batches of 100 / 1,000-row ceiling, views",
                    Figure.BATCHES,
                    Figure.CEILING_1000_VIEWS,
                    "–"),
            new Figure.Ratio(
                    "views: 1,000-row ceiling with / without", Figure.CEILING_1000_VIEWS, Figure.CEILING_1000, "–"),
            new Figure.Ratio("catch-up / 1,000-row ceiling, views", Figure.CATCH_UP, Figure.CEILING_1000_VIEWS, "–"),
            new Figure.Ratio("catch-up / 1,000-row ceiling", Figure.CATCH_UP, Figure.CEILING_1000, "≥ 0.75 cold"),
            new Figure.Ratio("catch-up / 500-row ceiling", Figure.CATCH_UP, Figure.CEILING_500, "–"),
            new Figure.Ratio(
                    "catch-up / 1,000-row ceiling, processor time", Figure.CATCH_UP_CPU, Figure.CEILING_1000_CPU, "–"),
            new Figure.Ratio("schema / five text indexes", Figure.CEILING_1000, Figure.TEXT_INDEXES, "≥ 1.5"),
            new Figure.Ratio(
                    "schema / five text indexes, SQLite's checkpoints",
                    Figure.CEILING_1000,
                    Figure.TEXT_INDEXES_DEFAULT,
                    "≥ 1.5"),
            new Figure.Ratio("tick / compare-and-set", Figure.TICK, Figure.COMPARE_AND_SET, "≤ 1.5"),
            new Figure.Ratio("String.format / text", Figure.STAMP_FORMAT, Figure.STAMP_TEXT, "–"));

    private final Map<String, String> machine;
    private final Settings settings;
    private final List<String> loads = new ArrayList<>();
    private final Map<Figure, List<Double>> samples = new EnumMap<>(Figure.class);

    Report(Map<String, String> machine, Settings settings) {
        this.machine = machine;
        this.settings = settings;
    }

    void load(String average) {
        loads.add(average);
    }

    void sample(Figure figure, double value) {
        samples.computeIfAbsent(figure, f -> new ArrayList<>()).add(value);
    }

    /** The ratio in each round. */
    List<Double> ratios(Figure.Ratio ratio) {
        List<Double> of = samples.getOrDefault(ratio.of(), List.of());
        List<Double> over = samples.getOrDefault(ratio.over(), List.of());
        List<Double> ratios = new ArrayList<>();
        for (int i = 0; i < Math.min(of.size(), over.size()); i++) {
            ratios.add(of.get(i) / over.get(i));
        }
        return ratios;
    }

    /** For people. */
    String table() {
        StringBuilder out = new StringBuilder();
        machine.forEach((name, value) -> out.append(String.format(Locale.ROOT, "%-10s %s%n", name, value)));
        out.append(String.format(Locale.ROOT, "%-10s %s%n", "load", String.join(" ", loads)));
        out.append(String.format(
                Locale.ROOT,
                "%-10s events=%d singles=%d rounds=%d connections=%d%n%n",
                "parameters",
                settings.events(),
                settings.singles(),
                settings.rounds(),
                settings.connections()));
        out.append(String.format(Locale.ROOT, "%-52s %-9s %10s   %s%n", "figure", "unit", "median", "each round"));
        samples.forEach((figure, values) -> out.append(row(figure.title(), figure.unit(), "%,.1f", values)));
        out.append(String.format(Locale.ROOT, "%n%-52s %-9s %10s   %s%n", "ratio", "goal", "median", "each round"));
        for (Figure.Ratio ratio : RATIOS) {
            if (!ratios(ratio).isEmpty()) {
                out.append(row(ratio.title(), ratio.goal(), "%.2f", ratios(ratio)));
            }
        }
        return out.toString();
    }

    private static String row(String title, String unit, String format, List<Double> values) {
        StringBuilder each = new StringBuilder();
        values.forEach(
                value -> each.append(String.format(Locale.ROOT, format, value)).append("  "));
        String median = String.format(Locale.ROOT, format, median(values));
        return String.format(
                Locale.ROOT,
                "%-52s %-9s %10s   %s%n",
                title,
                unit,
                median,
                each.toString().trim());
    }

    /** For programs. */
    void write(Path file) throws IOException {
        ObjectMapper json = new ObjectMapper();
        ObjectNode out = json.createObjectNode();
        ObjectNode facts = out.putObject("machine");
        machine.forEach(facts::put);
        loads.forEach(out.putArray("load")::add);
        out.putObject("parameters")
                .put("events", settings.events())
                .put("singles", settings.singles())
                .put("rounds", settings.rounds())
                .put("connections", settings.connections());
        ObjectNode figures = out.putObject("figures");
        samples.forEach((figure, values) -> entry(figures, figure.name(), figure.unit(), values));
        ObjectNode ratios = out.putObject("ratios");
        RATIOS.forEach(ratio -> entry(ratios, ratio.title(), ratio.goal(), ratios(ratio)));
        json.writerWithDefaultPrettyPrinter().writeValue(file.toFile(), out);
    }

    private static void entry(ObjectNode into, String name, String about, List<Double> values) {
        if (!values.isEmpty()) {
            ObjectNode entry = into.putObject(name).put("about", about).put("median", median(values));
            values.forEach(entry.putArray("rounds")::add);
        }
    }

    private static double median(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }
}
