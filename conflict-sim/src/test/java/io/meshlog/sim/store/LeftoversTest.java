package io.meshlog.sim.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlog.sim.Main;
import java.io.IOException;
import java.io.UncheckedIOException;
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
            // Within a run: a log is open and was written to.
            for (int i = 0; i < 600 && !isWriting(temporary); i++) {
                Thread.sleep(50);
            }
            assertThat(runs(temporary)).as(Files.readString(said)).isNotEmpty();
            child.destroy();
            assertThat(child.waitFor(1, TimeUnit.MINUTES)).isTrue();
        } finally {
            child.destroyForcibly();
        }
        assertThat(runs(temporary)).isEmpty();
        assertThat(cases).doesNotExist();
        assertThat(Files.readAllLines(said)).hasSize(1);
    }

    private static boolean isWriting(Path temporary) throws IOException {
        for (Path run : runs(temporary)) {
            try (Stream<Path> files = Files.walk(run)) {
                if (files.anyMatch(path -> path.toString().endsWith("-wal"))) {
                    return true;
                }
            } catch (UncheckedIOException e) {
                // What it looked at was just deleted: it is within a run.
                return true;
            }
        }
        return false;
    }

    private static List<Path> runs(Path temporary) throws IOException {
        try (Stream<Path> all = Files.list(temporary)) {
            return all.filter(path -> path.getFileName().toString().startsWith("conflict-sim-"))
                    .toList();
        }
    }
}
