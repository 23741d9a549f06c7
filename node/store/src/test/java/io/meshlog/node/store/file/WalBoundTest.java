package io.meshlog.node.store.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.meshlog.node.store.SqliteStore;
import io.meshlog.node.store.Stores;
import io.meshlog.node.store.list.ListQuery;
import io.meshlog.node.store.list.ListedEvents;
import io.meshlog.op.Origin;
import io.meshlog.replica.LogScript;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The write-ahead log stays short and gets short again (case D02). */
class WalBoundTest {
    private static final Origin SELF = LogScript.origin(1);
    private static final long HIGH = 2L << 20;
    private static final long ONE_COMMIT = 1L << 20;

    @TempDir
    Path directory;

    private final LogScript script = new LogScript();
    private int events;

    @Test
    @Tag("case-D02")
    void staysUnderItsBoundWhilePagesAreReadAndKept() {
        StoreSettings settings = Stores.withWal(256 << 10, HIGH, 60_000);
        try (SqliteStore store = Stores.open(directory, SELF, settings)) {
            long highest = 0;
            for (int i = 0; i < 100; i++) {
                append(store, 20, 10_000);
                // A slow consumer holds what it got, and no snapshot with it.
                ListedEvents kept = store.reader().list(ListQuery.all(0, 500, 1 << 20));
                assertThat(kept.events()).isNotEmpty();
                highest = Math.max(highest, store.walBytes());
            }
            assertThat(highest).isLessThan(HIGH + ONE_COMMIT);
        }
    }

    @Test
    void isEmptiedWhenNothingIsWritten() {
        try (SqliteStore store = Stores.open(directory, SELF, Stores.withWal(64 << 10, 64 << 20, 50))) {
            append(store, 20, 10_000);
            await().atMost(Duration.ofSeconds(20)).until(() -> store.walBytes() == 0);
            append(store, 1, 10);
            assertThat(store.walBytes()).isPositive();
            await().atMost(Duration.ofSeconds(20)).until(() -> store.walBytes() == 0);
        }
    }

    @Test
    @Tag("case-D02")
    void shrinksWithoutARestartAfterAForeignReaderLetGo() throws Exception {
        StoreSettings settings = Stores.withWal(256 << 10, HIGH, 50);
        try (SqliteStore store = Stores.open(directory, SELF, settings)) {
            append(store, 1, 10);
            try (Database foreign = Database.reader(directory.resolve(StoreFiles.NAME), settings)) {
                foreign.execute("BEGIN");
                try (ResultSet rows = foreign.query("SELECT count(*) FROM event")) {
                    rows.next();
                    for (int i = 0; i < 20; i++) {
                        append(store, 20, 10_000);
                    }
                    assertThat(store.walBytes()).isGreaterThan(HIGH);
                }
                foreign.execute("COMMIT");
            }
            append(store, 1, 10);
            await().atMost(Duration.ofSeconds(20)).until(() -> store.walBytes() == 0);
            assertThat(store.reader().counts().events()).isEqualTo(402);
        }
    }

    private void append(SqliteStore store, int count, int bodyBytes) {
        for (int i = 0; i < count; i++) {
            script.chained(SELF, "e" + events++, Map.of("body", "x".repeat(bodyBytes)));
        }
        script.sign(SELF);
        store.opLog().commit(List.of(script.commit()));
    }
}
