package io.meshlog.node.home;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Spec §2: one process a directory, and no lock that needs a person. */
class DirectoryLockTest {
    @TempDir
    private Path temp;

    private Path home;

    @BeforeEach
    void makeADirectory() throws IOException {
        home = Files.createDirectory(temp.toRealPath().resolve("home"));
    }

    @Test
    void aSecondProcessIsToldWhoHoldsTheDirectory() throws Exception {
        try (HoldingProcess holder = new HoldingProcess(home)) {
            assertThat(holder.said()).isEqualTo("held");
            String content = Files.readString(home.resolve("lock"));

            UnfitDirectory refused = refusal();
            assertThat(refused.getMessage())
                    .startsWith("data directory " + home + " is in use by another process (pid " + holder.pid()
                            + ", started ")
                    .contains("listening on 127.0.0.1:8787")
                    .doesNotContain("\n");
            assertThat(refused.holder()).isNotNull();
            assertThat(refused.holder().listen()).isEqualTo("127.0.0.1:8787");
            assertThat(home.resolve("lock")).hasContent(content.strip());
        }
    }

    @Test
    void aKilledHolderLeavesNoLock() throws Exception {
        try (HoldingProcess holder = new HoldingProcess(home)) {
            assertThat(holder.said()).isEqualTo("held");
            holder.kill();
        }
        assertThat(Files.size(home.resolve("lock"))).isPositive();
        DataDirectory.open(home).close();
    }

    @Test
    void aLeftNameOfALivingProcessIsNoLock() throws IOException {
        LockHolder somebody = LockHolder.thisProcess().listening("127.0.0.1:8787");
        Files.write(home.resolve("lock"), somebody.toBytes());
        DataDirectory.open(home).close();
    }

    @Test
    void aHolderThatEndsLeavesNoName() throws Exception {
        try (HoldingProcess holder = new HoldingProcess(home)) {
            assertThat(holder.said()).isEqualTo("held");
            holder.end();
        }
        assertThat(home.resolve("lock")).exists().isEmptyFile();
    }

    @Test
    void aSecondOpeningInThisProcessIsRefusedAndTheLockSurvivesIt() throws Exception {
        try (DataDirectory first = DataDirectory.open(home)) {
            first.lock().listening("127.0.0.1:9000");
            assertThat(refusal().getMessage())
                    .contains("in use by this process itself (pid "
                            + ProcessHandle.current().pid())
                    .contains("listening on 127.0.0.1:9000");
            Path link = Files.createSymbolicLink(temp.resolve("link"), home);
            assertThat(refusal(link).getMessage()).contains("in use by this process itself");

            try (HoldingProcess other = new HoldingProcess(home)) {
                assertThat(other.said())
                        .contains("in use by another process (pid "
                                + ProcessHandle.current().pid());
            }
        }
        try (HoldingProcess other = new HoldingProcess(home)) {
            assertThat(other.said()).isEqualTo("held");
        }
    }

    @Test
    void aHolderThatStopsListeningSaysSo() throws Exception {
        try (DataDirectory directory = DataDirectory.open(home)) {
            directory.lock().listening("some-long-host-name.example:65535");
            directory.lock().listening(null);
            try (HoldingProcess other = new HoldingProcess(home)) {
                assertThat(other.said()).contains("in use by another process").doesNotContain("listening");
            }
        }
    }

    @Test
    void closingTwiceIsClosingOnce() {
        DataDirectory first = DataDirectory.open(home);
        first.close();
        try (DataDirectory second = DataDirectory.open(home)) {
            first.close();
            first.lock().listening("nobody:1");
            assertThat(refusal().getMessage()).contains("this process itself");
            assertThat(second.lock().holder().listen()).isNull();
        }
    }

    @Test
    void whatIsNoHolderIsReadAsNone() {
        for (String text : new String[] {
            "", "{", "7", "null", "{\"pid\": \"7\"}", "{\"pid\": 7}", "{\"pid\": 7, \"started_at\": \"soon\"}"
        }) {
            assertThat(LockHolder.parse(text.getBytes(StandardCharsets.UTF_8)))
                    .as(text)
                    .isNull();
        }
        LockHolder holder = LockHolder.thisProcess().listening("[::1]:8787");
        assertThat(LockHolder.parse(holder.toBytes())).isEqualTo(holder);
    }

    private UnfitDirectory refusal() {
        return refusal(home);
    }

    private static UnfitDirectory refusal(Path path) {
        try (DataDirectory opened = DataDirectory.open(path)) {
            throw new AssertionError(opened.path() + " was opened");
        } catch (UnfitDirectory e) {
            return e;
        }
    }
}
