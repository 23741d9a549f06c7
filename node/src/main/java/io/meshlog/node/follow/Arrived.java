package io.meshlog.node.follow;

import io.meshlog.node.store.row.StoredEvent;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** An event that everyone who follows is told of: what they all are sent is made once. Confined to the tail's thread. */
public final class Arrived {
    private final StoredEvent event;
    private @Nullable Object rendered;

    Arrived(StoredEvent event) {
        this.event = event;
    }

    public StoredEvent event() {
        return event;
    }

    /** What the first caller made of it. All callers must make the same. */
    @SuppressWarnings("unchecked")
    public <T> T rendered(Function<StoredEvent, T> rendering) {
        Object made = rendered;
        if (made == null) {
            made = rendering.apply(event);
            rendered = made;
        }
        return (T) made;
    }
}
