package io.meshlog.node.home;

import io.meshlog.op.Origin;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the database knows of the replica's identity, as of its last durable commit. */
public interface IdentityRecord {

    /** No database, or one that nothing was ever committed to. */
    IdentityRecord NONE = new IdentityRecord() {
        @Override
        public @Nullable Origin replicaId() {
            return null;
        }

        @Override
        public List<Origin> previousIds() {
            return List.of();
        }

        @Override
        public @Nullable Long keyInode() {
            return null;
        }

        @Override
        public boolean isRestored() {
            return false;
        }

        @Override
        public long clockMarkMillis() {
            return 0;
        }
    };

    /** The id that the replica writes under, or null if no database existed. */
    @Nullable
    Origin replicaId();

    /** Ids that it wrote under before; empty for most. */
    List<Origin> previousIds();

    /** {@link NewKey#inode} as it was committed with the id, or null where none was. */
    @Nullable
    Long keyInode();

    /** Whether this is a copy out of a backup that has not taken an id of its own yet. */
    boolean isRestored();

    /** The millisecond of the clock's high-water mark, or 0 where the clock never ran. */
    long clockMarkMillis();
}
