package io.meshlog.sim.world;

/** A commit that failed while the process lives on. */
final class DiskFailure extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** Whether nothing of it is there for certain, so that it may be refused. */
    private final boolean clean;

    DiskFailure(String what, boolean clean) {
        super(what, null, false, false);
        this.clean = clean;
    }

    boolean isClean() {
        return clean;
    }
}
