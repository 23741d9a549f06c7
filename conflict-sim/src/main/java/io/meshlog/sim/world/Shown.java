package io.meshlog.sim.world;

import java.util.List;
import java.util.SortedMap;

/**
 * What readers of a replica must be shown, as the ledger says it. Immutable.
 *
 * @param arrivals events in the order in which they were delivered
 * @param merged event ids in merge order
 * @param artifacts digest of each artifact's content, 64 hex digits, by id
 */
public record Shown(List<Event> arrivals, List<String> merged, SortedMap<String, String> artifacts) {
    /**
     * One event.
     *
     * @param seq its delivery position
     * @param stamp the visible op's stamp, with its replica
     * @param body the visible op's body, as a JSON text
     */
    public record Event(String id, long seq, boolean revised, boolean conflict, String stamp, String body) {
        public Event {
            // An empty text and none are the same (spec §3.4), and a store keeps the one as the other.
            body = body.equals("\"\"") ? "" : body;
        }
    }
}
