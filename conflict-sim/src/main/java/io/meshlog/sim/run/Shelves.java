package io.meshlog.sim.run;

import io.meshlog.sim.store.SqliteShelf;
import io.meshlog.sim.world.Shelf;

/** The tiers that logs can be kept on, by name. */
final class Shelves {
    private Shelves() {}

    static Shelf.Maker of(String store) {
        if (store.equals("memory")) {
            return Shelf.Memory.maker();
        } else if (store.equals("sqlite")) {
            return SqliteShelf.maker();
        }
        throw new IllegalArgumentException("no such store: " + store);
    }
}
