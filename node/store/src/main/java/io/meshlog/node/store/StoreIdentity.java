package io.meshlog.node.store;

import io.meshlog.op.Origin;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Whose log a database is (spec §2). Immutable.
 *
 * @param self the id that new ops are written under
 * @param previous the ids it wrote under before, oldest first
 * @param keyInode of {@code replica.key} as it was committed with the id, or null where none was
 * @param clockMarkMillis millisecond of the clock's high-water mark, or 0 where the clock never ran
 * @param restored the mark of a copy that was made by backup or snapshot, or null
 * @param createdAtMillis unix milliseconds
 * @param boots how often the database was opened, this time included; ≥ 1
 */
public record StoreIdentity(
        Origin self,
        List<Origin> previous,
        @Nullable Long keyInode,
        long clockMarkMillis,
        @Nullable String restored,
        long createdAtMillis,
        long boots) {}
