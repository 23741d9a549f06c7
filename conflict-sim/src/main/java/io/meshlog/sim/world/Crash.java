package io.meshlog.sim.world;

/** The process dies here: whatever comes after it in the program does not happen. */
final class Crash extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final long downMillis;

    /** @param downMillis how long it stays dead */
    Crash(long downMillis) {
        super("the process died", null, false, false);
        this.downMillis = downMillis;
    }

    long downMillis() {
        return downMillis;
    }
}
