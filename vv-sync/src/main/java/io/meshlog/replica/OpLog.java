package io.meshlog.replica;

import io.meshlog.op.Artifact;
import io.meshlog.op.Digest;
import io.meshlog.op.Op;
import io.meshlog.op.Origin;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Port for drivers: one replica's durable log. The core itself never calls it.
 *
 * <p>Confined to the one thread that owns the replica. A failed {@link #commit} leaves all or nothing; the
 * driver then drops its {@link Replica} and builds a new one from {@link #recover}.
 */
public interface OpLog {

    /** The state that the last durable commit left. */
    RecoveredState recover();

    /** Answers about the log as the last {@link #commit} left it. */
    Facts facts(Needs needs);

    /** Applies one or more commits, in order, as one transaction; returns when it is durable. */
    void commit(List<Commit> commits);

    /**
     * Chained ops on the path from the root to the end of a line, with {@code seq > after}, ascending: what a
     * page to another node may hold. Before the line's own ops that is those of the lines it goes on from, up to
     * where it leaves them: where a history forks after an unsigned op, only the branch proves the stem. Never
     * past the line's signed head. Stops after {@code opsMax}, or after the first op that passes
     * {@code bytesMax} (sizes of the ops' JSON), whichever comes first.
     */
    List<Op> chained(Origin line, long after, int opsMax, long bytesMax);

    /** Loose ops with {@code seq > after}, by (seq, event id); bounds as for {@link #chained}. */
    List<Op> loose(Origin origin, long after, int opsMax, long bytesMax);

    /**
     * The chain digest at {@code seq} on the path from the root to the end of a line: on the line itself or,
     * before its first op, on the lines it goes on from. Null where there is none.
     */
    @Nullable
    Digest chainAt(Origin line, long seq);

    @Nullable
    Artifact artifact(String id);
}
