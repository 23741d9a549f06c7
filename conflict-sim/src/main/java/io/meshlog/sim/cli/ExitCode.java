package io.meshlog.sim.cli;

import io.meshlog.sim.run.Sweep;

/** How every command ends. */
public final class ExitCode {
    public static final int PASSED = 0;
    public static final int VIOLATED = 1;
    public static final int INCONCLUSIVE = 2;
    public static final int NOT_DETERMINISTIC = 3;
    public static final int NOT_CONVERGED = 4;
    /** Of {@code mutants}: a planted bug survived. */
    public static final int SURVIVED = 5;

    public static final int USAGE = 64;
    public static final int INTERNAL = 70;

    private ExitCode() {}

    static int of(Sweep.Ending ending) {
        return switch (ending) {
            case PASSED -> PASSED;
            case VIOLATED -> VIOLATED;
            case INCONCLUSIVE -> INCONCLUSIVE;
            case NOT_DETERMINISTIC -> NOT_DETERMINISTIC;
            case NOT_CONVERGED -> NOT_CONVERGED;
        };
    }
}
