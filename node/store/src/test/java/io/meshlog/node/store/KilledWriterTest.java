package io.meshlog.node.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlog.op.Origin;
import io.meshlog.replica.Line;
import io.meshlog.replica.LogScript;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What was acknowledged survives a process that is killed while it writes (case R11). */
class KilledWriterTest {
    private static final Origin SELF = LogScript.origin(1);
    private static final int BATCH = 7;

    @TempDir
    Path directory;

    @Test
    void nothingAcknowledgedIsLostAndNothingIsHalf() throws Exception {
        long acknowledged = runAndKill(60);
        try (SqliteStore store = Stores.open(directory, SELF)) {
            Line line = store.opLog().recover().lines().get(SELF);
            assertThat(line.seq()).isGreaterThanOrEqualTo(acknowledged);
            assertThat(line.seq() % BATCH).isZero();
            assertThat(store.reader().counts().events()).isEqualTo(line.seq());
            assertThat(store.reader().counts().ops()).isEqualTo(line.seq());
            assertThat(store.opLog().recover().nextSeq()).isEqualTo(line.seq() + 1);
            assertThat(store.identity().boots()).isEqualTo(2);
            store.check();
        }
    }

    /** @return the last seq that the killed process said was durable */
    private long runAndKill(int afterLines) throws IOException, InterruptedException {
        Process writer = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path")
                                + File.pathSeparator
                                + System.getProperty("surefire.test.class.path", ""),
                        "-Xmx128m",
                        KilledWriterTest.class.getName(),
                        directory.toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        long last = 0;
        try (BufferedReader said = writer.inputReader(StandardCharsets.UTF_8)) {
            String line = said.readLine();
            for (int i = 0; line != null; i++) {
                last = Long.parseLong(line);
                if (i == afterLines) {
                    // By its handle: the process would take what it said with it.
                    writer.toHandle().destroyForcibly();
                }
                line = said.readLine();
            }
        }
        writer.waitFor();
        assertThat(last).isPositive();
        return last;
    }

    /** Commits batches for ever and says the last seq of each when it is durable. */
    public static void main(String[] args) {
        LogScript script = new LogScript();
        SqliteStore store = Stores.open(Path.of(args[0]), SELF, Stores.withWal(64 << 10, 256 << 10, 1_000));
        for (int i = 0; ; i++) {
            for (int j = 0; j < BATCH; j++) {
                script.chained(SELF, "e" + i + "-" + j, Map.of("body", "x".repeat(500)));
            }
            script.sign(SELF);
            store.opLog().commit(List.of(script.commit()));
            System.out.println(script.lines().get(SELF).seq());
        }
    }
}
