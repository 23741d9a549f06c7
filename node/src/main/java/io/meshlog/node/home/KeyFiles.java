package io.meshlog.node.home;

import io.meshlog.op.Origin;
import io.meshlog.sign.Ed25519Key;
import org.jspecify.annotations.Nullable;

/**
 * What stands in a directory's key files.
 *
 * @param key {@code replica.key}, or null
 * @param next {@code replica.key.next}, or null where there is none or it was never finished
 * @param shownId the id in {@code replica.json}, or null where there is none that can be read
 */
record KeyFiles(
        @Nullable Found key, @Nullable Found next, @Nullable Origin shownId) {

    /** @param inode 0 where the system has no such number */
    record Found(Ed25519Key key, long inode) {
        Origin id() {
            return key.origin();
        }
    }

    /**
     * As the files will be when {@link #next} has taken the place of {@link #key}. Whatever id was shown until
     * then, it is about to be replaced.
     */
    KeyFiles promoted() {
        return new KeyFiles(next, null, null);
    }
}
