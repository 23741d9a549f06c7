package io.meshlog.sim.check;

/** An invariant that does not hold. The invariant and the op are the failure's signature: shrinking keeps both. */
public final class Violation extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final Invariant invariant;
    private final String subject;
    private final String replica;

    /**
     * @param subject the op or event that it is about, by its short name; empty where it is about none
     * @param replica where it shows
     * @param detail one sentence: what was expected, what was found
     */
    public Violation(Invariant invariant, String subject, String replica, String detail) {
        super(detail);
        this.invariant = invariant;
        this.subject = subject;
        this.replica = replica;
    }

    public Violation(Invariant invariant, String subject, String replica, String detail, Throwable cause) {
        super(detail, cause);
        this.invariant = invariant;
        this.subject = subject;
        this.replica = replica;
    }

    public Invariant invariant() {
        return invariant;
    }

    public String subject() {
        return subject;
    }

    public String replica() {
        return replica;
    }

    public String detail() {
        return String.valueOf(getMessage());
    }
}
