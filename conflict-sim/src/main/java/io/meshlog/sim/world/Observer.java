package io.meshlog.sim.world;

import io.meshlog.op.Op;
import io.meshlog.replica.Commit;
import io.meshlog.replica.Incident;
import io.meshlog.replica.OpLog;
import io.meshlog.replica.RecoveredState;
import io.meshlog.replica.RoundResult;
import io.meshlog.replica.Served;
import io.meshlog.vector.Frontier;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sees everything that a replica does, right after it did it. What it throws ends the run.
 *
 * <p>Replicas are known by their names here, whatever ids they write under.
 */
public interface Observer {
    /** A directory came to a replica: new, restored or copied. @param log what it holds */
    void placed(String replica, OpLog log, String how);

    /** A process is up on what the log holds. @param state what it recovered @param physicalMillis as below */
    void recovered(String replica, RecoveredState state, OpLog log, long physicalMillis);

    /** Commits are durable, as one transaction. @param physicalMillis what its wall clock shows */
    void committed(String replica, List<Commit> commits, long physicalMillis);

    void told(String replica, Served served);

    /**
     * Somebody asks for an event or an artifact to be stored.
     *
     * @param asked what it is to say, as {@link Asked} writes it
     */
    void requested(String replica, long request, String eventId, String asked);

    /** What is asked for next stands or falls together. @param ids of events and artifacts */
    void together(String replica, List<String> ids);

    void acknowledged(String replica, long request, Op op);

    /** An artifact is durable. */
    void stored(String replica, long request);

    void refused(String replica, long request, String why);

    /** Refused because of another that was asked for together with it. */
    void refusedAlong(String replica, long request);

    /** Nobody knows whether it is there: the process died, or a write failed. */
    void unanswered(String replica, long request);

    void reported(String replica, Incident incident);

    /** @param heard what the peer told that the round was planned from; null where that is not known */
    void roundEnded(String replica, String peer, RoundResult result, @Nullable Frontier heard);

    /** A round asks and asks. */
    void endless(String replica, String peer, int questions);

    /** A scripted peer wrote an op. */
    void issued(String peer, Op op);

    /** A reader takes what is new behind its cursor. */
    void read(String replica);
}
