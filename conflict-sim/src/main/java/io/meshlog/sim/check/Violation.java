package io.meshlog.sim.check;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An invariant that does not hold. The invariant, the kind and the op are the failure's signature: shrinking keeps all
 * three.
 */
public final class Violation extends RuntimeException {
    private static final long serialVersionUID = 1;

    private static final Pattern KIND = Pattern.compile("[a-z]+(-[a-z]+)*");

    private final Invariant invariant;
    private final String kind;
    private final String subject;
    private final String replica;

    /**
     * @param kind a word or two for the check that failed, which never changes: of one invariant each has its own
     * @param subject the op or event that it is about, by its short name; empty where it is about none
     * @param replica where it shows
     * @param detail one sentence: what was expected, what was found
     */
    public Violation(Invariant invariant, String kind, String subject, String replica, String detail) {
        this(invariant, kind, subject, replica, detail, null);
    }

    public Violation(
            Invariant invariant,
            String kind,
            String subject,
            String replica,
            String detail,
            @Nullable Throwable cause) {
        super(detail, cause);
        if (!KIND.matcher(kind).matches()) {
            throw new IllegalArgumentException("a kind is a word or two such as told-unheld, found '" + kind + "'");
        }
        this.invariant = invariant;
        this.kind = kind;
        this.subject = subject;
        this.replica = replica;
    }

    public Invariant invariant() {
        return invariant;
    }

    public String kind() {
        return kind;
    }

    /** Invariant and kind: {@code A3/state}. */
    public String name() {
        return invariant + "/" + kind;
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
