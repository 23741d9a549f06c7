package io.meshlog.hlc;

/**
 * The wall clock of a machine, as a port: a node brings the system's, a simulation brings its own.
 *
 * <p>It may jump, forwards and backwards, and it may be wrong by years; whoever reads it copes. Timeouts and intervals
 * are not measured with it (spec §3.3).
 */
@FunctionalInterface
public interface PhysicalClock {

    /** Milliseconds since the Unix epoch. Any value may come back; {@link HybridClock} clamps what it can't write. */
    long millis();
}
