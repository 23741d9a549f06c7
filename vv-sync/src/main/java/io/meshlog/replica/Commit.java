package io.meshlog.replica;

import io.meshlog.hlc.ClockMark;
import io.meshlog.op.Artifact;
import io.meshlog.op.ChainSignature;
import io.meshlog.op.Op;
import io.meshlog.op.Origin;
import io.meshlog.vector.LooseSummary;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * One step's change to the log: applied in one transaction, in the order of the components, before anything
 * that the step tells anyone. A driver carries it out to the letter and decides nothing.
 *
 * @param identity the replica's new id, where it takes one; first of all
 * @param renewalDue why a new id must be taken before anything more is authored: kept until a commit brings
 *     {@code identity}, so that a crash in between changes nothing
 * @param splits lines that end, before new ops stand on their branches
 * @param dropped ops that others of this commit replace: loose ones by a chained op or a better variant, and own
 *     chained ones at the end of a line, whose key is gone, by loose ones
 * @param ops new ops, in arrival order
 * @param withdrawn events whose last readable op was dropped
 * @param events event rows to put, absolute values; new ones in the order of their {@code seq}
 * @param artifacts content to store under its digest, and the record under its id, in place of one with other content
 * @param signatures signatures to add to ops that are held
 * @param lines lines as they now stand, by name; every line that changed
 * @param loose summaries as they now stand; every one that changed, {@link LooseSummary#NONE} where nothing is left
 * @param positions how far a reference peer's origins have been taken, per peer
 * @param successions signed statements that one id goes on as another, to keep and pass on
 * @param clock the clock's high-water mark, or null where it did not move
 * @param nextSeq the next delivery position; positions given out are never given again
 */
public record Commit(
        @Nullable Origin identity,
        @Nullable String renewalDue,
        List<Split> splits,
        List<OpKey> dropped,
        List<NewOp> ops,
        List<String> withdrawn,
        List<EventRow> events,
        List<Artifact> artifacts,
        List<Signed> signatures,
        List<Line> lines,
        SortedMap<Origin, LooseSummary> loose,
        List<Position> positions,
        List<Succession> successions,
        @Nullable ClockMark clock,
        long nextSeq)
        implements Effect {

    /** The ops of {@code from} after {@code lastSeq} stand on {@code to} from now on. */
    public record Split(Origin from, long lastSeq, Origin to) {}

    /**
     * @param line where a chained op stands; null for a loose one
     * @param pendingArtifacts ids that the op names and that are not here
     */
    public record NewOp(Op op, @Nullable Origin line, List<String> pendingArtifacts) {}

    /**
     * An event as readers see it from now on.
     *
     * @param seq its delivery position; a new one each time its visible payload changed
     * @param previousSeq where it stood, or 0 for an event that is new here
     * @param hidden the other ops that carry it, complete
     * @param conflict whether ops that carry it differ in payload
     */
    public record EventRow(
            String eventId,
            long seq,
            long previousSeq,
            boolean revised,
            boolean conflict,
            OpKey visible,
            List<OpKey> hidden) {}

    /** A signature of an op that is held. */
    public record Signed(Origin line, long seq, ChainSignature sig) {}

    /**
     * The last op taken from a reference peer's listing of one origin.
     *
     * @param seq 0 where nothing may be relied on: list again from the start
     */
    public record Position(String peer, Origin origin, long seq, String eventId) {}

    /** A commit that changes nothing: whether the log takes one at all. */
    public static Commit nothing(long nextSeq) {
        return new Changes().build(null, nextSeq);
    }

    @Override
    public <R> R dispatchTo(Handler<R> handler) {
        return handler.commit(this);
    }
}
