package io.meshlog.node.sync;

import io.meshlog.node.store.StoreIdentity;
import io.meshlog.op.Origin;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.Predicate;

/**
 * The ids whose delivery positions go on here: the present one and those this database wrote under before. A
 * restored copy starts over: its old positions belong to the original. Safe to use from any thread.
 */
public final class OwnIds implements Predicate<String> {
    private final Set<String> seen = new ConcurrentSkipListSet<>();
    private final Telling telling;

    /** @param identity as of the start */
    public OwnIds(StoreIdentity identity, Telling telling) {
        this.telling = telling;
        if (identity.restored() == null) {
            seen.add(identity.self().name());
            identity.previous().stream().map(Origin::name).forEach(seen::add);
        }
    }

    @Override
    public boolean test(String id) {
        String present = telling.served().self().name();
        seen.add(present);
        return seen.contains(id);
    }
}
