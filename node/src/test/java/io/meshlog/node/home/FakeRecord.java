package io.meshlog.node.home;

import io.meshlog.op.Origin;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a database would have committed. */
record FakeRecord(
        @Nullable Origin replicaId,
        List<Origin> previousIds,
        @Nullable Long keyInode,
        boolean isRestored,
        long clockMarkMillis)
        implements IdentityRecord {
    static final FakeRecord NONE = new FakeRecord(null, List.of(), null, false, 0);

    /** The commit that makes a prepared key the replica's, as the store must do it. */
    FakeRecord committing(NewKey key) {
        List<Origin> previous = new ArrayList<>(previousIds);
        if (replicaId != null) {
            previous.add(replicaId);
        }
        return new FakeRecord(key.key().origin(), previous, key.inode(), false, clockMarkMillis);
    }

    FakeRecord withInode(@Nullable Long inode) {
        return new FakeRecord(replicaId, previousIds, inode, isRestored, clockMarkMillis);
    }

    FakeRecord asRestored() {
        return new FakeRecord(replicaId, previousIds, keyInode, true, clockMarkMillis);
    }

    FakeRecord withMark(long millis) {
        return new FakeRecord(replicaId, previousIds, keyInode, isRestored, millis);
    }
}
