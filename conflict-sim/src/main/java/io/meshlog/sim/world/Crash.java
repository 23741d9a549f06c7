package io.meshlog.sim.world;

/** The process dies here: whatever comes after it in the program does not happen. */
final class Crash extends RuntimeException {
    private static final long serialVersionUID = 1;

    Crash() {
        super("the process died", null, false, false);
    }
}
