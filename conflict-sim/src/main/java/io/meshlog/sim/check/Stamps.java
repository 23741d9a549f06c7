package io.meshlog.sim.check;

/** What the checks know of time. */
final class Stamps {
    static final long DAY_MILLIS = 24L * 60 * 60 * 1000;

    private Stamps() {}
}
