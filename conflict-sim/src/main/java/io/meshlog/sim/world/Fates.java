package io.meshlog.sim.world;

import io.meshlog.sim.fault.Fate;

/** Decides what becomes of each exchange. */
@FunctionalInterface
public interface Fates {
    /**
     * @param exchange the name of the pull that it belongs to and its number in it, {@code p12.3}: it stays the same
     *     when other things are left out of a run
     */
    Fate of(String exchange);
}
