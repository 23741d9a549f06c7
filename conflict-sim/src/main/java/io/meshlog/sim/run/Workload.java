package io.meshlog.sim.run;

import io.meshlog.op.Op;
import io.meshlog.sim.workload.Action;
import org.jspecify.annotations.Nullable;

/** Work of which the next piece depends on what a replica holds by then. Confined to its run. */
public interface Workload {
    /** A readable op is durable on a replica. */
    void held(String replica, Op op);

    /**
     * What a replica writes next, once it is ready for it. Asked whenever something may have changed there; until the
     * answer is held it may be asked for again, because the process died or its disk took no write.
     *
     * @return null where it has to wait for others, or is done; an action's own time does not count
     */
    Action.@Nullable Append next(String replica);

    /** How long replicas wait between rounds with each other at most; 0 for no rounds but those that the plan has. */
    default int pullMillisMax() {
        return 30;
    }

    /** Whether everything is written. */
    boolean isWritten();
}
