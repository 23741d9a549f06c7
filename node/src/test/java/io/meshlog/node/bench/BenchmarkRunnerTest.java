package io.meshlog.node.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The runner runs, in small. What it measures is nobody's business here. */
class BenchmarkRunnerTest {

    @Test
    void everyFigureStandsBesideItsCeiling(@TempDir Path directory) throws Exception {
        Report report = BenchmarkRunner.run(new Settings(500, 20, 1, 8, 1_000, directory));

        assertThat(report.table()).contains("catch-up / 1,000-row ceiling", "appends, many connections", "revision");
        List<Path> left;
        try (Stream<Path> files = Files.list(directory)) {
            left = files.toList();
        }
        assertThat(left).hasSize(1);
        JsonNode json = new ObjectMapper().readTree(left.get(0).toFile());
        for (Figure figure : Figure.values()) {
            assertThat(json.path("figures").path(figure.name()).path("median").asDouble())
                    .as(figure.title())
                    .isPositive();
        }
        assertThat(json.path("ratios").size()).isEqualTo(14);
    }

    @Test
    void everyPageIsLookedAtAtEachSize(@TempDir Path directory) throws Exception {
        String table = PageBenchmark.run(List.of(1_000, 2_000), 1, directory);

        assertThat(table.lines()
                        .filter(line -> line.matches("(owed|list|thread|one|agents|conflicts|version|append).*")))
                .hasSize(15)
                .allMatch(line -> line.matches(".*\\s[0-9]+\\.[0-9]{2}"));
    }

    @Test
    void callersThatWaitAreGatheredAndWoken(@TempDir Path directory) throws Exception {
        String table = WaiterBenchmark.run(directory, 20, 5, 300, 1);

        assertThat(table)
                .contains("woken after append", "polls p50", "streams p50")
                .containsPattern("median [0-9.]+");
    }
}
