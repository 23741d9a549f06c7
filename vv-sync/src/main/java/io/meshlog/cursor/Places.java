package io.meshlog.cursor;

import io.meshlog.op.Op;
import io.meshlog.replica.Commit;
import io.meshlog.replica.OpKey;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where the new ops of a commit stand among the delivery positions. A log keeps that beside each op, so that what a
 * position stands for can be found without looking at everything behind it. Confined to the commit.
 *
 * <p>Idea: {@code place} never falls in arrival order, and ops of a line arrive in the order of the line. So the ops of a
 * line that a position covers are found by halving. The rest are exceptions, each found by an index of its own: ops whose
 * event stood earlier already ({@code below}), ops whose event moved on ({@code revised} events), unreadable ops.
 */
public final class Places {
    private final Map<OpKey, Long> seqs = new LinkedHashMap<>();
    private long place;

    /**
     * Where one op stands.
     *
     * @param place the highest delivery position given out up to and including its arrival
     * @param below the position of its event on its arrival where that is another, and so a lower one; null otherwise
     */
    public record Place(long place, @Nullable Long below) {}

    /** @param seqFrom the first delivery position that this commit may give out */
    public Places(Commit commit, long seqFrom) {
        place = seqFrom - 1;
        for (Commit.EventRow row : commit.events()) {
            seqs.put(row.visible(), row.seq());
            for (OpKey hidden : row.hidden()) {
                seqs.put(hidden, row.seq());
            }
        }
    }

    /** @param op the next new op of the commit, in its order */
    public Place next(Op op) {
        Long seq = seqs.get(OpKey.of(op));
        if (seq != null) {
            place = Math.max(place, seq);
        }
        return new Place(place, seq == null || seq == place ? null : seq);
    }
}
