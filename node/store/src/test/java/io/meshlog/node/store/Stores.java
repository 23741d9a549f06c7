package io.meshlog.node.store;

import io.meshlog.node.store.file.StoreSettings;
import io.meshlog.op.Origin;
import java.nio.file.Path;

/** Opens stores for tests, with a clock that stands still. */
public final class Stores {
    public static final long NOW_MILLIS = 1_760_000_000_000L;

    private Stores() {}

    public static SqliteStore open(Path directory, Origin self) {
        return open(directory, self, StoreSettings.DEFAULT);
    }

    public static SqliteStore open(Path directory, Origin self, StoreSettings settings) {
        return SqliteStore.open(directory, () -> new SqliteStore.FirstIdentity(self, 42L), settings, () -> NOW_MILLIS);
    }

    public static StoreSettings withWal(long lowBytes, long highBytes, int idleMillis) {
        return settings(StoreSettings.DEFAULT.busyMillis(), lowBytes, highBytes, idleMillis, 20_000);
    }

    static StoreSettings withBusyMillis(int busyMillis) {
        return settings(busyMillis, 4L << 20, 32L << 20, 1_000, 20_000);
    }

    public static StoreSettings withExaminedRows(int examinedMax) {
        return settings(StoreSettings.DEFAULT.busyMillis(), 4L << 20, 32L << 20, 1_000, examinedMax);
    }

    private static StoreSettings settings(int busyMillis, long lowBytes, long highBytes, int idleMillis, int examined) {
        StoreSettings d = StoreSettings.DEFAULT;
        return new StoreSettings(
                d.readers(),
                busyMillis,
                lowBytes,
                highBytes,
                idleMillis,
                d.writerCacheBytes(),
                d.readerCacheBytes(),
                d.termsCached(),
                examined,
                d.checkedAtOpenBytesMax());
    }
}
