package io.meshlog.sim.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.meshlog.sim.check.Invariant;
import io.meshlog.sim.check.Violation;
import io.meshlog.sim.run.HistoryKeeper;
import io.meshlog.sim.run.SimConfig;
import io.meshlog.sim.run.Simulation;
import io.meshlog.sim.run.Verdict;
import io.meshlog.sim.run.Watcher;
import io.meshlog.sim.workload.PlanMaker;
import io.meshlog.sim.workload.Profile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class HistoryTest {
    private static final PlanMaker.Size SMALL = new PlanMaker.Size(3, 50);

    @TempDir
    Path directory;

    private static List<String> history(Profile profile, long seed) {
        List<String> lines = new ArrayList<>();
        SimConfig config = new SimConfig(seed, profile, SMALL, "memory");
        Verdict verdict = Simulation.run(config, new HistoryKeeper(lines::add, new Watcher() {}));
        assertThat(verdict.trace())
                .as("a run does not depend on who writes it down")
                .isEqualTo(Simulation.run(config).trace());
        assertThat(verdict.passed()).isTrue();
        return lines;
    }

    private HistoryReader.Checked check(List<String> lines) throws IOException, BadFile {
        return HistoryReader.check(Files.write(directory.resolve("history.jsonl"), lines));
    }

    @ParameterizedTest
    @EnumSource(Profile.class)
    void holdsForARunThatPassed(Profile profile) throws Exception {
        for (long seed = 1; seed <= 3; seed++) {
            List<String> lines = history(profile, seed);
            HistoryReader.Checked checked = check(lines);
            assertThat(checked.violation()).isNull();
            assertThat(checked.rested()).isTrue();
            assertThat(checked.lines()).isEqualTo(lines.size());
        }
    }

    private static int first(List<String> lines, Predicate<String> which) {
        for (int i = 0; i < lines.size(); i++) {
            if (which.test(lines.get(i))) {
                return i;
            }
        }
        throw new AssertionError("no such line");
    }

    private Violation broken(List<String> lines) throws IOException, BadFile {
        Violation violation = check(lines).violation();
        assertThat(violation).isNotNull();
        return violation;
    }

    @Test
    void findsAnOpThatNoCommitMadeDurable() throws Exception {
        List<String> lines = history(Profile.CALM, 1);
        int acknowledged = first(lines, line -> line.contains("\"event\":\"acknowledged\""));
        String replica = lines.get(acknowledged).replaceAll(".*?\"replica\":\"(r\\d)\".*", "$1");
        lines.remove(first(
                lines,
                line -> line.contains("\"event\":\"committed\"")
                        && line.contains("\"replica\":\"" + replica + "\"")
                        && line.contains("\"ops\":[{")));
        assertThat(broken(lines).replica()).isNotEmpty();
    }

    @Test
    void findsAnAcknowledgementWithoutACommit() throws Exception {
        List<String> lines = history(Profile.CALM, 1);
        int acknowledged = first(lines, line -> line.contains("\"event\":\"acknowledged\""));
        String moved = lines.remove(acknowledged);
        lines.add(first(lines, line -> line.contains("\"event\":\"committed\"")), moved);
        assertThat(broken(lines).invariant()).isEqualTo(Invariant.L2);
    }

    @Test
    void findsARequestThatNobodyAnswered() throws Exception {
        List<String> lines = history(Profile.CALM, 1);
        lines.remove(first(lines, line -> line.contains("\"event\":\"acknowledged\"")));
        assertThat(broken(lines).invariant()).isEqualTo(Invariant.G5);
    }

    @Test
    void saysWhereNobodyCameToRest() throws Exception {
        List<String> lines = history(Profile.CALM, 1);
        lines.removeIf(line -> line.contains("\"event\":\"rest\""));
        assertThat(check(lines).violation()).isNull();
        assertThat(check(lines).rested()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "no json",
                "[]",
                "{} {}",
                "{\"at\":1}",
                "{\"at\":1,\"at\":2}",
                "{\"at\":1,\"replica\":\"r1\",\"event\":\"flies\"}",
                "{\"at\":1,\"replica\":\"r1\",\"event\":\"placed\",\"how\":\"new\"}",
                "{\"at\":1,\"replica\":\"r1\",\"event\":\"placed\",\"how\":\"new\",\"holds\":{\"identity\":\"?!\"}}",
                "{\"at\":1,\"replica\":\"r1\",\"event\":\"acknowledged\",\"request\":1,\"op\":7}",
                "{\"at\":1,\"replica\":\"r1\",\"event\":\"acknowledged\",\"request\":1,\"op\":{\"a\":1}}",
                "{\"at\":1,\"replica\":\"r1\",\"event\":\"committed\",\"commits\":[{}],\"physicalMillis\":1}"
            })
    void saysInOneLineWhatIsWrong(String line) throws IOException {
        List<String> lines = List.of("{\"format\":\"conflict-sim-history-1\"}", line);
        BadFile bad = catchThrowableOfType(BadFile.class, () -> check(lines));
        assertThat(bad.line()).contains("history.jsonl: line 2: ").doesNotContain("\n");
    }

    @Test
    void refusesALineBeyondItsLimit() throws IOException {
        String format = "{\"format\":\"conflict-sim-history-1\"}";
        Path file = Files.write(directory.resolve("history.jsonl"), List.of(format, "x".repeat(200_000), format));
        assertThat(catchThrowableOfType(BadFile.class, () -> HistoryReader.check(file, 1_000))
                        .line())
                .isEqualTo(file + ": line 2: must have at most 1000 bytes, found 200000");
    }

    @Test
    void takesLinesHoweverTheyEnd() throws Exception {
        List<String> lines = history(Profile.CALM, 1);
        Path file = Files.writeString(directory.resolve("history.jsonl"), String.join("\r\n", lines));
        assertThat(HistoryReader.check(file).violation()).isNull();
        assertThat(HistoryReader.check(file).lines()).isEqualTo(lines.size());
    }

    @Test
    void saysWhichLineIsNotUtf8() throws IOException {
        byte[] format = "{\"format\":\"conflict-sim-history-1\"}\n\u00e9".getBytes(StandardCharsets.ISO_8859_1);
        Path file = Files.write(directory.resolve("history.jsonl"), format);
        assertThat(catchThrowableOfType(BadFile.class, () -> HistoryReader.check(file))
                        .line())
                .isEqualTo(file + ": line 2: is not UTF-8");
        assertThat(catchThrowableOfType(BadFile.class, () -> HistoryReader.check(directory))
                        .line())
                .isEqualTo(directory + ": cannot be read: is a directory");
    }

    @Test
    void refusesWhatIsNoHistory() throws IOException {
        assertThat(catchThrowableOfType(BadFile.class, () -> check(List.of())).line())
                .endsWith("history.jsonl: is empty");
        assertThat(catchThrowableOfType(BadFile.class, () -> check(List.of("{\"format\":\"other\"}")))
                        .line())
                .endsWith("history.jsonl: line 1: format must be \"conflict-sim-history-1\"");
        Path gone = directory.resolve("gone");
        assertThat(catchThrowableOfType(BadFile.class, () -> HistoryReader.check(gone))
                        .line())
                .isEqualTo(gone + ": cannot be read: there is no such file");
    }
}
