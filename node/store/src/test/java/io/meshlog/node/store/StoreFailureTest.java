package io.meshlog.node.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshlog.node.store.file.Database;
import io.meshlog.node.store.file.StoreException;
import io.meshlog.node.store.file.StoreFiles;
import io.meshlog.node.store.file.StoreSettings;
import io.meshlog.op.Origin;
import io.meshlog.replica.Commit;
import io.meshlog.replica.LogScript;
import io.meshlog.replica.RecoveredState;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a failing disk or another process does to the log (spec §4, §9; case D01). */
class StoreFailureTest {
    private static final Origin SELF = LogScript.origin(1);

    @TempDir
    Path directory;

    private final LogScript script = new LogScript();

    @Test
    void aFullDiskLeavesNothingAndIsOverWhenThereIsRoom() throws Exception {
        try (SqliteStore store = Stores.open(directory, SELF)) {
            store.opLog().commit(List.of(append("a", 10)));
            RecoveredState before = store.opLog().recover();
            store.limitPages(store.pages() + 2);
            Commit large = append("b", 100_000);
            assertThatThrownBy(() -> store.opLog().commit(List.of(large)))
                    .isInstanceOfSatisfying(
                            StoreException.class, e -> assertThat(e.kind()).isEqualTo(StoreException.Kind.DISK_FULL));
            assertThat(store.opLog().recover()).isEqualTo(before);
            assertThat(store.reader().get("b")).isNull();
            store.limitPages(1_000_000);
            store.opLog().commit(List.of(large));
            assertThat(store.reader().get("b")).isNotNull();
            store.check();
        }
    }

    @Test
    void waitsForAnotherProcessThatHoldsTheLock() throws Exception {
        try (SqliteStore store = Stores.open(directory, SELF);
                Database other = Database.writer(directory.resolve(StoreFiles.NAME), StoreSettings.DEFAULT, false)) {
            other.execute("BEGIN IMMEDIATE");
            CompletableFuture<Void> commit =
                    CompletableFuture.runAsync(() -> store.opLog().commit(List.of(append("a", 10))));
            TimeUnit.MILLISECONDS.sleep(300);
            assertThat(commit).isNotDone();
            other.execute("COMMIT");
            commit.get(20, TimeUnit.SECONDS);
            assertThat(store.reader().get("a")).isNotNull();
        }
    }

    @Test
    void saysBusyWhenTheLockIsHeldTooLong() throws Exception {
        try (SqliteStore store = Stores.open(directory, SELF, Stores.withBusyMillis(100));
                Database other = Database.writer(directory.resolve(StoreFiles.NAME), StoreSettings.DEFAULT, false)) {
            other.execute("BEGIN IMMEDIATE");
            Commit commit = append("a", 10);
            assertThatThrownBy(() -> store.opLog().commit(List.of(commit)))
                    .isInstanceOfSatisfying(
                            StoreException.class, e -> assertThat(e.kind()).isEqualTo(StoreException.Kind.BUSY));
            other.execute("COMMIT");
            store.opLog().commit(List.of(commit));
            assertThat(store.opLog().recover().nextSeq()).isEqualTo(2);
        }
    }

    @Test
    void aFailedWriteIsFollowedByACheckpointBeforeAnythingIsTaken() throws Exception {
        try (SqliteStore store = Stores.open(directory, SELF, Stores.withBusyMillis(100));
                Database reader = Database.reader(directory.resolve(StoreFiles.NAME), StoreSettings.DEFAULT)) {
            store.opLog().commit(List.of(append("a", 10)));
            store.limitPages(store.pages() + 2);
            Commit large = append("b", 100_000);
            assertThatThrownBy(() -> store.opLog().commit(List.of(large))).isInstanceOf(StoreException.class);
            store.limitPages(1_000_000);
            reader.execute("BEGIN");
            assertThat(reader.count("SELECT count(*) FROM event")).isEqualTo(1);
            assertThatThrownBy(() -> store.opLog().commit(List.of(large)))
                    .isInstanceOfSatisfying(
                            StoreException.class, e -> assertThat(e.kind()).isEqualTo(StoreException.Kind.BUSY));
            reader.execute("COMMIT");
            store.opLog().commit(List.of(large));
            assertThat(store.reader().get("b")).isNotNull();
        }
    }

    /** The driver closes what failed: a checkpoint that failed once would never be tried again. */
    @Test
    void aStatementThatFailedCanBeAskedAgain() throws Exception {
        Stores.open(directory, SELF).close();
        try (Database db = Database.writer(directory.resolve(StoreFiles.NAME), StoreSettings.DEFAULT, false)) {
            db.execute("CREATE TABLE filler (bytes BLOB)");
            String sql = "INSERT INTO filler VALUES (?)";
            byte[] large = new byte[1 << 20];
            db.execute("PRAGMA max_page_count = " + db.count("PRAGMA page_count"));
            assertThatThrownBy(() -> db.update(sql, large)).isInstanceOf(SQLException.class);
            db.execute("PRAGMA max_page_count = 1000000");
            assertThat(db.update(sql, large)).isEqualTo(1);
        }
    }

    /** For a disk that has no room for the index of the log; FullDiskIT has such a disk. */
    @Test
    void aStoreOfOneProcessAloneNeedsNoSideFile() throws Exception {
        try (SqliteStore store = Stores.open(directory, SELF, StoreSettings.DEFAULT.exclusive())) {
            store.opLog().commit(List.of(append("a", 10)));
            assertThat(store.reader().get("a")).isNotNull();
            store.check();
            assertThat(StoreFiles.shm(directory.resolve(StoreFiles.NAME))).doesNotExist();
        }
        try (SqliteStore store = Stores.open(directory, SELF)) {
            assertThat(store.reader().get("a")).isNotNull();
        }
    }

    @Test
    void aClosedStoreSaysSo() {
        SqliteStore store = Stores.open(directory, SELF);
        store.close();
        store.close();
        assertThat(Files.exists(StoreFiles.wal(directory.resolve(StoreFiles.NAME))))
                .isFalse();
        assertClosed(() -> store.opLog().recover());
        assertClosed(() -> store.reader().counts());
        assertClosed(store::identity);
    }

    private static void assertClosed(org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.kind()).isEqualTo(StoreException.Kind.CLOSED));
    }

    private Commit append(String id, int bodyBytes) {
        script.chained(SELF, id, Map.of("body", "x".repeat(bodyBytes)));
        script.sign(SELF);
        return script.commit();
    }
}
