package io.meshlog.view;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One thread (spec §6). Immutable.
 *
 * @param state the newest status that an event of it has; null where none has any
 * @param events in merge order
 * @param claims those among its events, in merge order
 */
public record Conversation(String id, @Nullable String state, List<Shown> events, List<Claims.Claim> claims) {

    /** The thread of this id; without events where there is none. */
    public static Conversation of(EventSet set, Claims claims, String id) {
        List<Shown> events = set.thread(id);
        String state = null;
        for (Shown event : events) {
            String status = event.said().status();
            state = status == null ? state : status;
        }
        return new Conversation(id, state, events, claims.among(events));
    }
}
