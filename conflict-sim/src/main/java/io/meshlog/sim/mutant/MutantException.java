package io.meshlog.sim.mutant;

/** A planted bug cannot be tried at all: its patch does not apply or does not compile. The message names both. */
public final class MutantException extends Exception {
    private static final long serialVersionUID = 1;

    public MutantException(String message) {
        super(message);
    }

    public MutantException(String message, Throwable cause) {
        super(message, cause);
    }
}
