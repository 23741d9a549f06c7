package io.meshlog.node.store.view;

import io.meshlog.node.store.row.StoredEvent;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One page of what an agent owes.
 *
 * @param items in merge order; the last one's key is where to go on
 */
public record OwedPage(List<Item> items, boolean more) {

    /** See {@link io.meshlog.view.Mailbox.Owed}. */
    public record Item(
            StoredEvent event, boolean superseded, @Nullable String claimedBy) {}
}
