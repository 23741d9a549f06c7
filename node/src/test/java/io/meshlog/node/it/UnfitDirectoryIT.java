package io.meshlog.node.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlog.node.home.Snapshot;
import io.meshlog.node.store.file.StoreFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Case D04: a start that fails says why in a line, and changes nothing of what is there: bytes, modes, times, names. */
@Tag("ci")
@Tag("case-D04")
class UnfitDirectoryIT {
    /** As a killed node leaves it: what it wrote stands in the log alone. */
    private static Path left;

    @TempDir
    Path dir;

    /** What can be wrong with a directory, and how that comes about. */
    private enum Fault {
        SHUT_DIRECTORY("cannot be written") {
            @Override
            void befall(Path data) throws IOException {
                mode(data, "r-x------");
            }
        },
        FOREIGN_DIRECTORY("belongs to user") {
            @Override
            void befall(Path data) throws IOException {
                giveAway(data);
            }
        },
        FOREIGN_DATABASE("belongs to user") {
            @Override
            void befall(Path data) throws IOException {
                giveAway(data.resolve(StoreFiles.NAME));
            }
        },
        SHUT_LOG("cannot be read") {
            @Override
            void befall(Path data) throws IOException {
                mode(StoreFiles.wal(data.resolve(StoreFiles.NAME)), "---------");
            }
        },
        EMPTIED_DATABASE("is empty") {
            @Override
            void befall(Path data) throws IOException {
                Files.write(data.resolve(StoreFiles.NAME), new byte[0]);
            }
        },
        MISSING_DATABASE("is missing") {
            @Override
            void befall(Path data) throws IOException {
                Files.delete(data.resolve(StoreFiles.NAME));
            }
        },
        OPEN_KEY("others may read it") {
            @Override
            void befall(Path data) throws IOException {
                mode(data.resolve("replica.key"), "rw-r--r--");
            }
        };

        private final String words;

        Fault(String words) {
            this.words = words;
        }

        abstract void befall(Path data) throws IOException;

        private static void giveAway(Path path) throws IOException {
            Tools.needRoot();
            Files.setAttribute(path, "unix:uid", 4711);
        }

        private static void mode(Path path, String mode) throws IOException {
            Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode));
        }
    }

    @BeforeAll
    static void leave(@TempDir Path kept) throws IOException {
        left = kept.resolve("node");
        leaveByKill(left);
    }

    @ParameterizedTest
    @EnumSource
    void whatIsUnfitIsRefusedAndLeftAsItIs(Fault fault) throws Exception {
        Path data = Files.createDirectory(
                dir.resolve("node"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        try (Stream<Path> files = Files.list(left)) {
            for (Path file : files.toList()) {
                Files.copy(file, data.resolve(file.getFileName()), StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
        fault.befall(data);
        assertRefusedUntouched(data, fault.words);
    }

    @Test
    void aReadOnlyFileSystemIsRefusedAndLeftAsItIs() throws Exception {
        try (SmallDisk disk = SmallDisk.ofMemory(dir.resolve("disk"), 40)) {
            leaveByKill(disk.data());
            disk.remount("ro");
            assertRefusedUntouched(disk.data(), "mounted read-only");
            disk.remount("rw");
            try (ChildNode node = ChildNode.start(disk.data())) {
                assertThat(new KeptReader().readOn(node)).containsOnlyKeys("kept");
                node.stop();
            }
        }
    }

    private static void leaveByKill(Path data) throws IOException {
        try (ChildNode node = ChildNode.start(data)) {
            assertThat(node.append("kept").statusCode()).isEqualTo(201);
            node.kill();
        }
    }

    private static void assertRefusedUntouched(Path data, String words) throws Exception {
        Map<String, String> before = Snapshot.of(data);
        Process process = ChildNode.run(data);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        String errors = ChildNode.errors(process);
        assertThat(process.exitValue()).as(errors).isEqualTo(1);
        assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .isEmpty();
        assertThat(errors).contains(words).hasLineCount(1);
        assertThat(Snapshot.of(data)).isEqualTo(before);
    }
}
