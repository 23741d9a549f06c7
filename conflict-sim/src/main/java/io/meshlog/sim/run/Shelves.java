package io.meshlog.sim.run;

import io.meshlog.sim.world.Shelf;

/** The tiers that logs can be kept on, by name. */
final class Shelves {
    private Shelves() {}

    static Shelf.Maker of(String store) {
        if (store.equals("memory")) {
            return Shelf.Memory.maker();
        }
        throw new IllegalArgumentException("no such store: " + store);
    }
}
