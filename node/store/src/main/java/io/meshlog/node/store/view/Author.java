package io.meshlog.node.store.view;

import java.util.List;

/**
 * An agent as an author. Immutable.
 *
 * @param isAuthor whether any event that readers see is from it
 * @param origins under which its newest events were written, newest first; at most {@link AuthorReads#NEWEST_MAX} events
 *     are looked at
 * @param variants other authors whose names differ only in case, in text order; empty where there are more authors than
 *     {@link AuthorReads#AUTHORS_MAX}
 */
public record Author(boolean isAuthor, List<String> origins, List<String> variants) {}
