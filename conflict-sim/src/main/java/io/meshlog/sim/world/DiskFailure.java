package io.meshlog.sim.world;

/** A commit that failed while the process lives on. */
final class DiskFailure extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final long killedInMillis;
    private final long downMillis;

    DiskFailure(String what) {
        this(what, -1, 0);
    }

    /** @param killedInMillis how long the process lives on; negative: as long as it likes */
    DiskFailure(String what, long killedInMillis, long downMillis) {
        super(what, null, false, false);
        this.killedInMillis = killedInMillis;
        this.downMillis = downMillis;
    }

    boolean isDeadly() {
        return killedInMillis >= 0;
    }

    long killedInMillis() {
        return killedInMillis;
    }

    long downMillis() {
        return downMillis;
    }
}
