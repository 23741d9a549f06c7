package io.meshlog.node.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlog.op.Digest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How {@code serve} starts, and how it refuses to: one clear line, an exit code, every byte as it was (spec §2, §11). */
class ServeIT {
    @TempDir
    Path dir;

    @Test
    void aSecondProcessIsToldWhoHoldsTheDirectory() throws Exception {
        try (ChildNode first = ChildNode.start(dir.resolve("a"))) {
            assertRefused(ChildNode.run(dir.resolve("a")), "in use by", "pid");
            assertThat(first.getJson("/healthz").toString()).isNotEmpty();
        }
    }

    @Test
    void aKilledHolderLeavesNoLockThatNeedsAPerson() throws Exception {
        ChildNode first = ChildNode.start(dir.resolve("a"));
        first.kill();
        try (ChildNode second = ChildNode.start(dir.resolve("a"))) {
            assertThat(second.frontier().path("heads")).isEmpty();
        }
    }

    @Test
    void anOpenAddressWithoutATokenIsRefusedBeforeAnythingIsMade() throws Exception {
        Path data = dir.resolve("a");
        assertRefused(ChildNode.run(data, "--listen", "0.0.0.0:0"), "0.0.0.0", "token");
        assertThat(data).doesNotExist();
    }

    @Test
    @Tag("case-D04")
    void aDamagedDatabaseIsRefusedAndLeftAsItIs() throws Exception {
        Path data = filled();
        Path database = data.resolve("meshlog.sqlite3");
        byte[] bytes = Files.readAllBytes(database);
        // Where a record stands: what hits the unused part of a page harms nothing, and nothing can find it.
        int record = new String(bytes, StandardCharsets.ISO_8859_1).indexOf("\"event 25\"");
        assertThat(record).isPositive();
        for (int i = 0; i < 100; i++) {
            bytes[record + i] = (byte) 0xA5;
        }
        Files.write(database, bytes);
        assertRefusedUntouched(data, "meshlog.sqlite3");
    }

    @Test
    @Tag("case-D04")
    void aFileThatIsNoDatabaseIsRefusedAndLeftAsItIs() throws Exception {
        Path data = filled();
        Files.writeString(data.resolve("meshlog.sqlite3"), "not a database, whatever its name says".repeat(200));
        assertRefusedUntouched(data, "meshlog.sqlite3");
    }

    @Test
    void aDatabaseOfANewerVersionIsRefusedAndLeftAsItIs() throws Exception {
        Path data = filled();
        try (Connection db = DriverManager.getConnection("jdbc:sqlite:" + data.resolve("meshlog.sqlite3"));
                Statement statement = db.createStatement()) {
            statement.execute("PRAGMA user_version = 9999");
        }
        assertRefusedUntouched(data, "9999");
    }

    @Test
    void aPathThatIsAFileIsRefused() throws Exception {
        Path file = Files.writeString(dir.resolve("file"), "x");
        assertRefused(ChildNode.run(file), file.toString());
        assertThat(Files.readString(file)).isEqualTo("x");
    }

    @Test
    void anUnknownOptionIsUsageAndMakesNothing() throws Exception {
        Process process = ChildNode.run(dir.resolve("a"), "--nonsense");
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(64);
        assertThat(ChildNode.errors(process)).contains("--nonsense").hasLineCount(1);
        assertThat(dir.resolve("a")).doesNotExist();
    }

    /** A directory that a node has used and left. */
    private Path filled() throws IOException {
        Path data = dir.resolve("a");
        try (ChildNode node = ChildNode.start(data)) {
            for (int i = 0; i < 50; i++) {
                assertThat(node.append("event " + i).statusCode()).isEqualTo(201);
            }
            node.stop();
        }
        return data;
    }

    private static void assertRefusedUntouched(Path data, String... words) throws Exception {
        Map<String, String> before = checksums(data);
        assertRefused(ChildNode.run(data), words);
        assertThat(checksums(data)).isEqualTo(before);
    }

    private static void assertRefused(Process process, String... words) throws Exception {
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        String errors = ChildNode.errors(process);
        assertThat(process.exitValue()).as(errors).isEqualTo(1);
        assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .isEmpty();
        assertThat(errors).contains(words).hasLineCount(1);
    }

    /** The lock file aside, which tells who holds the directory while it is held. */
    private static Map<String, String> checksums(Path data) throws IOException {
        Map<String, String> sums = new TreeMap<>();
        try (Stream<Path> files = Files.list(data)) {
            for (Path file : files.toList()) {
                if (!file.getFileName().toString().equals("lock")) {
                    sums.put(
                            file.getFileName().toString(),
                            Digest.sha256(Files.readAllBytes(file)).hex());
                }
            }
        }
        return sums;
    }
}
