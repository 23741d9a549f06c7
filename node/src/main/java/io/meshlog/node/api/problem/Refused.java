package io.meshlog.node.api.problem;

/** Ends the handling of a request with a problem: an expected outcome, so it has no stack trace. */
public final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient Problem problem;

    Refused(Problem problem) {
        super(problem.detail(), null, false, false);
        this.problem = problem;
    }

    public Problem problem() {
        return problem;
    }
}
