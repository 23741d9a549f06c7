package io.meshlog.node.home;

/**
 * What the file system says of one path, at one moment.
 *
 * @param uid the owner's number, or {@link #UNKNOWN}
 * @param owner the owner's name, or the number again where it has none
 * @param mode the permission bits, or {@link #UNKNOWN}
 * @param inode 0 where the system has no such number
 * @param size bytes
 * @param readable whether this process may read it
 * @param writable whether this process may write it: false on a read-only mount, for root too
 */
record FileFacts(
        Kind kind, long uid, String owner, int mode, long inode, long size, boolean readable, boolean writable) {
    static final int UNKNOWN = -1;
    static final FileFacts ABSENT = new FileFacts(Kind.ABSENT, UNKNOWN, "", UNKNOWN, 0, 0, false, false);

    private static final int OWNER_READS = 0400;
    private static final int OWNER_WRITES = 0200;
    private static final int OWNER_ENTERS = 0100;
    private static final int OTHERS = 077;

    enum Kind {
        ABSENT,
        FILE,
        DIRECTORY,
        /** A link, socket, device or pipe. */
        OTHER
    }

    boolean exists() {
        return kind != Kind.ABSENT;
    }

    /** Root may read whatever the mode says; that a file was shut on purpose counts for root too. */
    boolean isOpenForReading() {
        return readable && allows(OWNER_READS);
    }

    boolean isOpenForWriting() {
        return isOpenForReading() && writable && allows(OWNER_WRITES);
    }

    boolean isUsableAsDirectory() {
        return isOpenForWriting() && allows(OWNER_ENTERS);
    }

    boolean isOpenToOthers() {
        return mode != UNKNOWN && (mode & OTHERS) != 0;
    }

    /** As {@code chmod} writes it, such as {@code 0644}. */
    String modeText() {
        return mode == UNKNOWN ? "unknown" : String.format(java.util.Locale.ROOT, "0%03o", mode);
    }

    private boolean allows(int bit) {
        return mode == UNKNOWN || (mode & bit) != 0;
    }
}
