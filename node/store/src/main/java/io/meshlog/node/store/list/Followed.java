package io.meshlog.node.store.list;

import io.meshlog.cursor.Cover;
import java.util.List;

/**
 * A page of a listing in delivery order, and what its reader has been shown with it.
 *
 * @param page empty where something is missing
 * @param cover what the reader's next cursor stands for
 * @param isAhead whether the cover reaches beyond the page's position: what comes next must be held against it
 * @param missing what of the reader's cursor is not held here, for people; then nothing was listed
 */
public record Followed(ListedEvents page, Cover cover, boolean isAhead, List<String> missing) {}
