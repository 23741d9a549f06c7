package io.meshlog.sim.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlog.sim.Main;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who is told to end in the middle of a run leaves nothing behind, and tells of no failure that it made itself. */
class LeftoversTest {
    @TempDir
    Path directory;

    @Test
    void areNotThereOnceTheProcessWasToldToEnd() throws Exception {
        Path temporary = Files.createDirectory(directory.resolve("tmp"));
        Path cases = directory.resolve("cases");
        Path said = directory.resolve("said");
        Process child = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-Djava.io.tmpdir=" + temporary,
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        Main.class.getName(),
                        "run",
                        "--store",
                        "sqlite",
                        "--for",
                        "5m",
                        "--out",
                        cases.toString())
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
        try {
            for (int i = 0; i < 600 && runs(temporary).isEmpty(); i++) {
                Thread.sleep(50);
            }
            assertThat(runs(temporary)).as(Files.readString(said)).isNotEmpty();
            // Somewhere within a run.
            Thread.sleep(700);
            child.destroy();
            assertThat(child.waitFor(1, TimeUnit.MINUTES)).isTrue();
        } finally {
            child.destroyForcibly();
        }
        assertThat(runs(temporary)).isEmpty();
        assertThat(cases).doesNotExist();
        assertThat(Files.readAllLines(said)).hasSize(1);
    }

    private static List<Path> runs(Path temporary) throws IOException {
        try (Stream<Path> all = Files.list(temporary)) {
            return all.filter(path -> path.getFileName().toString().startsWith("conflict-sim-"))
                    .toList();
        }
    }
}
