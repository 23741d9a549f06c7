package io.meshlog.sim.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlog.sim.history.CaseFile;
import io.meshlog.sim.history.CaseReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Cases of what once went wrong: each has to pass now. A new one is put into the directory, and that is all. */
class CorpusTest {
    private static final Path CORPUS = Path.of("src/test/corpus");

    @TestFactory
    List<DynamicTest> passesNow() throws IOException {
        try (Stream<Path> files = Files.list(CORPUS)) {
            List<Path> cases = files.filter(file -> file.toString().endsWith(".json"))
                    .sorted()
                    .toList();
            assertThat(cases).isNotEmpty();
            return cases.stream()
                    .map(file -> DynamicTest.dynamicTest(file.getFileName().toString(), () -> passes(file)))
                    .toList();
        }
    }

    private static void passes(Path file) throws Exception {
        CaseFile read = CaseReader.read(file);
        Verdict verdict = Cases.replay(read).verdict();
        assertThat(Cases.failure(verdict))
                .as("conflict-sim replay conflict-sim/%s", file)
                .isNull();
    }
}
