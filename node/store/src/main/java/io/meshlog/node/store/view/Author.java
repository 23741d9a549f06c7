package io.meshlog.node.store.view;

import java.util.List;

/**
 * An agent as an author, of the events that readers see. Immutable.
 *
 * @param firstSeq the lowest delivery position of its events; 0 where it has none
 * @param origins under which it has written, in text order; bases of branches
 * @param variants other authors whose names differ only in case, in text order
 */
public record Author(long firstSeq, List<String> origins, List<String> variants) {
    public boolean isAuthor() {
        return firstSeq > 0;
    }
}
