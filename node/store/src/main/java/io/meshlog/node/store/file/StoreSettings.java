package io.meshlog.node.store.file;

/**
 * Sizes and times of a store. The write-ahead log stays under {@link #WAL_BYTES_BOUND} as long as no other program
 * holds a snapshot of the database.
 *
 * @param readers how many read connections, ≥ 1
 * @param busyMillis how long a lock of another process is waited for
 * @param walLowBytes from here on the log is copied back in the background
 * @param walHighBytes from here on the writer itself empties the log between two commits
 * @param walIdleMillis after this long without a commit the log file is emptied
 * @param writerCacheBytes page cache of the writer
 * @param readerCacheBytes page cache of each reader
 * @param termsCached how many coded texts each connection remembers
 * @param examinedRowsMax how many events one call of a listing may look at, ≥ 1
 * @param checkedAtOpenBytesMax databases up to this size are verified before they are opened; larger ones are left to
 *     {@code check}
 * @param isExclusive nothing is kept in a {@code -shm} file, which a full disk has no room for; no other process can
 *     open the database meanwhile
 */
public record StoreSettings(
        int readers,
        int busyMillis,
        long walLowBytes,
        long walHighBytes,
        int walIdleMillis,
        int writerCacheBytes,
        int readerCacheBytes,
        int termsCached,
        int examinedRowsMax,
        long checkedAtOpenBytesMax,
        boolean isExclusive) {

    /** High mark, plus the largest transaction: one page of a peer or one request, with its index pages. */
    public static final long WAL_BYTES_BOUND = 64L << 20;

    public static final StoreSettings DEFAULT =
            new StoreSettings(3, 10_000, 8L << 20, 48L << 20, 1_000, 16 << 20, 4 << 20, 20_000, 20_000, 8L << 20);

    /** Shared with other processes. */
    public StoreSettings(
            int readers,
            int busyMillis,
            long walLowBytes,
            long walHighBytes,
            int walIdleMillis,
            int writerCacheBytes,
            int readerCacheBytes,
            int termsCached,
            int examinedRowsMax,
            long checkedAtOpenBytesMax) {
        this(
                readers,
                busyMillis,
                walLowBytes,
                walHighBytes,
                walIdleMillis,
                writerCacheBytes,
                readerCacheBytes,
                termsCached,
                examinedRowsMax,
                checkedAtOpenBytesMax,
                false);
    }

    /** The same, for this process alone. */
    public StoreSettings exclusive() {
        return new StoreSettings(
                readers,
                busyMillis,
                walLowBytes,
                walHighBytes,
                walIdleMillis,
                writerCacheBytes,
                readerCacheBytes,
                termsCached,
                examinedRowsMax,
                checkedAtOpenBytesMax,
                true);
    }
}
