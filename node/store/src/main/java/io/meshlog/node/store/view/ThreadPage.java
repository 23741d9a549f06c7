package io.meshlog.node.store.view;

import io.meshlog.node.store.row.StoredEvent;
import io.meshlog.view.Claims;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One page of a thread.
 *
 * @param state the newest status in the whole thread, or null
 * @param events in merge order; the last one's key is where to go on
 * @param claims those among the page's events
 */
public record ThreadPage(@Nullable String state, List<StoredEvent> events, List<Claims.Claim> claims, boolean more) {}
