package io.meshlog.sim.check;

/** What the checks know of time. */
final class Stamps {
    static final long DAY_MILLIS = 24L * 60 * 60 * 1000;
    static final long HALF_DAY_MILLIS = DAY_MILLIS / 2;

    private Stamps() {}
}
