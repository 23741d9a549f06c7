package io.meshlog.node.store;

import io.meshlog.op.Origin;
import java.nio.file.Path;

/** Opens stores for tests, with a clock that stands still. */
final class Stores {
    static final long NOW_MILLIS = 1_760_000_000_000L;

    private Stores() {}

    static SqliteStore open(Path directory, Origin self) {
        return open(directory, self, StoreSettings.DEFAULT);
    }

    static SqliteStore open(Path directory, Origin self, StoreSettings settings) {
        return SqliteStore.open(directory, () -> new SqliteStore.FirstIdentity(self, 42L), settings, () -> NOW_MILLIS);
    }

    static StoreSettings withWal(long lowBytes, long highBytes, int idleMillis) {
        StoreSettings d = StoreSettings.DEFAULT;
        return new StoreSettings(
                d.readers(),
                d.busyMillis(),
                lowBytes,
                highBytes,
                idleMillis,
                d.writerCacheBytes(),
                d.readerCacheBytes(),
                d.termsCached(),
                d.checkedAtOpenBytesMax());
    }

    static StoreSettings withBusyMillis(int busyMillis) {
        StoreSettings d = StoreSettings.DEFAULT;
        return new StoreSettings(
                d.readers(),
                busyMillis,
                d.walLowBytes(),
                d.walHighBytes(),
                d.walIdleMillis(),
                d.writerCacheBytes(),
                d.readerCacheBytes(),
                d.termsCached(),
                d.checkedAtOpenBytesMax());
    }
}
