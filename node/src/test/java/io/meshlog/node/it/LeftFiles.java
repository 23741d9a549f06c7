package io.meshlog.node.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlog.node.store.SqliteStore;
import io.meshlog.node.store.file.StoreFiles;
import io.meshlog.node.store.file.StoreSettings;
import io.meshlog.node.store.log.StoreCounts;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;

/** What a killed node left of its database, looked at without changing it: the next start finds it as it was. */
final class LeftFiles {
    private static final int BACKFILLED_AT = 96;
    private static final int BACKFILL_ATTEMPTED_AT = 128;

    private LeftFiles() {}

    /**
     * Pages, chains, summaries and views of what the files hold are right, and each op shows as an event.
     *
     * @return how many events there are; 0 where there is no database yet
     */
    static int assertIntact(Path data) throws IOException {
        Path file = data.resolve(StoreFiles.NAME);
        if (!Files.exists(file)) {
            return 0;
        }
        Path copy = Files.createTempDirectory("meshlog-left");
        Path copied = copy.resolve(StoreFiles.NAME);
        try {
            Files.copy(file, copied);
            if (Files.exists(StoreFiles.wal(file))) {
                Files.copy(StoreFiles.wal(file), StoreFiles.wal(copied));
            }
            try (SqliteStore store = SqliteStore.open(
                    copy,
                    () -> {
                        throw new AssertionError("made anew");
                    },
                    StoreSettings.DEFAULT,
                    System::currentTimeMillis)) {
                store.check();
                StoreCounts counts = store.reader().counts();
                assertThat(counts.ops()).isEqualTo(counts.events());
                return (int) counts.events();
            }
        } finally {
            Files.deleteIfExists(StoreFiles.wal(copied));
            Files.deleteIfExists(StoreFiles.shm(copied));
            Files.deleteIfExists(copied);
            Files.deleteIfExists(copy);
        }
    }

    /** Whether the log was being copied back: https://www.sqlite.org/walformat.html §2.1, the checkpoint information. */
    static boolean wasCopyingBack(Path data) throws IOException {
        ByteBuffer index = ByteBuffer.wrap(Files.readAllBytes(StoreFiles.shm(data.resolve(StoreFiles.NAME))))
                .order(ByteOrder.nativeOrder());
        return index.getInt(BACKFILL_ATTEMPTED_AT) > index.getInt(BACKFILLED_AT);
    }
}
