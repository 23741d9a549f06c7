package io.meshlog.node.store.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlog.node.store.RandomLog;
import io.meshlog.node.store.SqliteStore;
import io.meshlog.node.store.Stores;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Spec §6: a position is one of this log alone, and not of what it was before it was set back to a copy. */
final class BootsTest {
    @TempDir
    private Path directory;

    private RandomLog log;

    @BeforeEach
    void write() {
        log = new RandomLog(1);
    }

    private SqliteStore open() {
        return Stores.open(directory, RandomLog.SELF, StoreSettings.DEFAULT);
    }

    /** @return the highest position then */
    private long write(SqliteStore store, int commits) {
        for (int i = 0; i < commits; i++) {
            store.opLog().commit(java.util.List.of(log.next()));
        }
        return store.reader().tip();
    }

    @Test
    void positionsOfEarlierTimesGoOnAndLaterOnesWereNotGiven() {
        String first;
        long tip;
        try (SqliteStore store = open()) {
            first = store.reader().boot();
            tip = write(store, 8);
            assertThat(store.reader().hasGiven(first, tip)).isTrue();
            assertThat(store.reader().hasGiven(first, tip + 1)).isFalse();
            assertThat(store.reader().hasGiven("", 0)).isFalse();
        }
        try (SqliteStore store = open()) {
            String second = store.reader().boot();
            assertThat(second).isNotEqualTo(first);
            long grown = write(store, 8);
            assertThat(grown).isGreaterThan(tip);
            assertThat(store.reader().hasGiven(first, tip)).isTrue();
            assertThat(store.reader().hasGiven(first, grown)).isFalse();
            assertThat(store.reader().hasGiven(second, grown)).isTrue();
        }
    }

    @Test
    void aLogThatWasSetBackAndGrewAgainDoesNotTakeThePositionsThatItGaveBefore() throws IOException {
        String lost;
        long tip;
        open().close();
        Path database = directory.resolve(StoreFiles.NAME);
        Path copy = directory.resolve("copy");
        Files.copy(database, copy);
        try (SqliteStore store = open()) {
            lost = store.reader().boot();
            tip = write(store, 8);
        }
        Files.delete(database);
        Files.move(copy, database);
        log = new RandomLog(1);
        try (SqliteStore store = open()) {
            assertThat(write(store, 8)).isEqualTo(tip);
            assertThat(store.reader().hasGiven(lost, 1)).isFalse();
            assertThat(store.reader().hasGiven(store.reader().boot(), tip)).isTrue();
        }
    }
}
