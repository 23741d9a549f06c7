package io.meshlog.node.store.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshlog.node.store.SqliteStore;
import io.meshlog.node.store.StoreIdentity;
import io.meshlog.node.store.Stores;
import io.meshlog.op.Digest;
import io.meshlog.op.Origin;
import io.meshlog.replica.LogScript;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is unfit is refused with a clear word and stays as it is, to the byte (case D04). */
class StoreFilesTest {
    private static final Origin SELF = LogScript.origin(1);

    @TempDir
    Path directory;

    @Test
    void aNewStoreLeavesOneFileBehind() throws IOException {
        try (SqliteStore store = Stores.open(directory, SELF)) {
            assertThat(store.isNew()).isTrue();
            assertThat(store.identity())
                    .isEqualTo(new StoreIdentity(SELF, List.of(), 42L, 0, null, Stores.NOW_MILLIS, 1));
        }
        assertThat(checksums().keySet()).containsExactly(StoreFiles.NAME);
        try (SqliteStore store = Stores.open(directory, new Origin("not-asked"))) {
            assertThat(store.isNew()).isFalse();
            assertThat(store.identity().self()).isEqualTo(SELF);
            assertThat(store.identity().boots()).isEqualTo(2);
        }
    }

    @Test
    void aLeftoverOfAnInterruptedStartIsReplaced() throws IOException {
        Files.writeString(directory.resolve(StoreFiles.NAME + ".new"), "half of a database");
        Files.writeString(directory.resolve(StoreFiles.NAME + ".new-wal"), "half of a log");
        Stores.open(directory, SELF).close();
        assertThat(checksums().keySet()).containsExactly(StoreFiles.NAME);
    }

    @Test
    void refusesANewerVersion() throws SQLException {
        filled();
        change("PRAGMA user_version = 99");
        assertRefused(StoreException.Kind.UNFIT, "schema version 99");
    }

    @Test
    void refusesANewerVersionThatOnlyTheLogKnows() throws Exception {
        filled();
        logged("PRAGMA user_version = 99");
        assertThat(Files.size(StoreFiles.wal(file()))).isPositive();
        assertRefused(StoreException.Kind.UNFIT, "schema version 99");
    }

    @Test
    void aTornEndOfTheLogDoesNotCount() throws Exception {
        filled();
        logged("PRAGMA user_version = 99");
        Path wal = StoreFiles.wal(file());
        try (FileChannel channel = FileChannel.open(wal, StandardOpenOption.WRITE)) {
            channel.truncate(channel.size() - 1);
        }
        try (SqliteStore store = Stores.open(directory, SELF)) {
            assertThat(store.reader().counts().events()).isEqualTo(20);
        }
    }

    @Test
    void aLogOfAKilledProcessIsTakenIn() throws Exception {
        filled();
        logged("UPDATE meta SET restored = 'from the log'");
        try (SqliteStore store = Stores.open(directory, SELF)) {
            assertThat(store.identity().restored()).isEqualTo("from the log");
        }
    }

    @Test
    void refusesADatabaseOfAnotherProgram() throws SQLException {
        filled();
        change("PRAGMA application_id = 7");
        assertRefused(StoreException.Kind.UNFIT, "another program");
    }

    @Test
    void refusesWhatIsNoDatabase() throws IOException {
        Files.writeString(file(), "x".repeat(4096));
        assertRefused(StoreException.Kind.UNFIT, "not an SQLite database");
    }

    @Test
    void refusesAnEmptyDatabaseBesideAFilledLog() throws Exception {
        filled();
        logged("UPDATE meta SET boots = boots + 1");
        Files.write(file(), new byte[0]);
        assertRefused(StoreException.Kind.UNFIT, "is empty beside a log");
    }

    @Test
    void refusesALogWhoseDatabaseIsGone() throws Exception {
        filled();
        logged("UPDATE meta SET boots = boots + 1");
        Files.delete(file());
        assertRefused(StoreException.Kind.UNFIT, "is missing");
    }

    @Test
    void refusesALogThatCannotBeRead() throws IOException {
        filled();
        Files.createDirectory(StoreFiles.wal(file()));
        assertThatThrownBy(() -> Stores.open(directory, SELF).close())
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.kind()).isEqualTo(StoreException.Kind.IO))
                .hasMessageContaining("-wal is not a file");
    }

    @Test
    void refusesATruncatedDatabase() throws IOException {
        filled();
        try (FileChannel channel = FileChannel.open(file(), StandardOpenOption.WRITE)) {
            channel.truncate(channel.size() - 100);
        }
        assertRefused(StoreException.Kind.CORRUPT, "whole number of pages");
    }

    @Test
    void refusesDamageInTheMiddle() throws IOException {
        filled();
        damage(100);
        assertRefused(StoreException.Kind.CORRUPT, "damaged");
    }

    @Test
    void refusesDamageBesideALogToo() throws Exception {
        filled();
        logged("UPDATE meta SET boots = boots + 1");
        damage(100);
        assertRefused(StoreException.Kind.CORRUPT, "damaged");
    }

    @Test
    void refusesOneChangedLetterOfARecord() throws SQLException {
        filled();
        change("UPDATE op SET doc = replace(doc, 'text of e5', 'Text of e5')");
        assertRefused(StoreException.Kind.CORRUPT, "does not follow");
    }

    private Path file() {
        return directory.resolve(StoreFiles.NAME);
    }

    private void filled() {
        LogScript script = new LogScript();
        for (int i = 0; i < 20; i++) {
            script.chained(SELF, "e" + i, Map.of());
        }
        script.sign(SELF);
        try (SqliteStore store = Stores.open(directory, SELF)) {
            store.opLog().commit(List.of(script.commit()));
        }
    }

    private void change(String sql) throws SQLException {
        try (Database db = Database.writer(file(), StoreSettings.DEFAULT, false)) {
            db.execute(sql);
        }
    }

    /** Runs a statement and leaves files as a killed process would: the change stands in the log alone. */
    private void logged(String sql) throws SQLException, IOException {
        Path aside = Files.createTempDirectory("meshlog-aside");
        try (Database db = Database.writer(file(), StoreSettings.DEFAULT, false)) {
            db.execute(sql);
            Files.copy(file(), aside.resolve("db"));
            Files.copy(StoreFiles.wal(file()), aside.resolve("wal"));
        }
        Files.move(aside.resolve("db"), file(), java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        Files.move(aside.resolve("wal"), StoreFiles.wal(file()));
        Files.delete(aside);
    }

    private void damage(int bytes) throws IOException {
        // The page that holds the ops: its records are not only well formed, they hang together.
        try (FileChannel channel = FileChannel.open(file(), StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            String all = new String(Files.readAllBytes(file()), java.nio.charset.StandardCharsets.ISO_8859_1);
            byte[] garbage = new byte[bytes];
            new java.util.Random(1).nextBytes(garbage);
            // Wherever it stands: pages keep old copies in their unused parts.
            for (int at = all.indexOf("text of e9"); at >= 0; at = all.indexOf("text of e9", at + 1)) {
                channel.write(ByteBuffer.wrap(garbage), at - bytes / 2);
            }
        }
    }

    private void assertRefused(StoreException.Kind kind, String word) {
        SortedMap<String, String> before = checksums();
        assertThatThrownBy(() -> Stores.open(directory, SELF).close())
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.kind()).isEqualTo(kind))
                .hasMessageContaining(word);
        assertThat(checksums()).isEqualTo(before);
    }

    private SortedMap<String, String> checksums() {
        SortedMap<String, String> checksums = new TreeMap<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                checksums.put(
                        file.getFileName().toString(),
                        Digest.sha256(Files.readAllBytes(file)).hex());
            }
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
        return checksums;
    }
}
