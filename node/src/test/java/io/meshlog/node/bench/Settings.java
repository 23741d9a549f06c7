package io.meshlog.node.bench;

import java.nio.file.Path;

/**
 * How much is measured.
 *
 * @param events how many events the full node has
 * @param singles how many are appended over one connection
 * @param rounds how often everything is measured; the first round is the cold one
 * @param connections of the many
 * @param clockLoops calls in one measurement of the clock
 * @param directory where databases are made and deleted, and results are left
 */
record Settings(int events, int singles, int rounds, int connections, int clockLoops, Path directory) {

    /** Of the system properties {@code bench.events}, {@code bench.rounds} and {@code bench.directory}. */
    static Settings ofProperties() {
        int events = Integer.getInteger("bench.events", 100_000);
        return new Settings(
                events,
                Math.max(100, events / 20),
                Integer.getInteger("bench.rounds", 3),
                Integer.getInteger("bench.connections", 64),
                2_000_000,
                Path.of(System.getProperty("bench.directory", "target/bench")));
    }
}
