package io.meshlog.node.store.list;

import io.meshlog.node.store.row.StoredEvent;
import io.meshlog.op.MergeKey;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One page of a listing.
 *
 * @param more whether the listing goes on: there may be more even if this page is empty, because one call examines a
 *     bounded number of rows
 * @param examinedTo ASC: everything up to this delivery position was examined, and it is where to go on; DESC: everything
 *     from this position on was; HLC: the highest delivery position of the snapshot that was read
 * @param examinedToKey HLC: everything up to this key was examined; null where nothing was, and in other orders
 */
public record ListedEvents(
        List<StoredEvent> events,
        boolean more,
        long examinedTo,
        @Nullable MergeKey examinedToKey) {}
