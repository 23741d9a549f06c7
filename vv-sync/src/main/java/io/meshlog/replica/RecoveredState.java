package io.meshlog.replica;

import io.meshlog.hlc.ClockMark;
import io.meshlog.op.Digest;
import io.meshlog.op.Origin;
import io.meshlog.vector.LooseSummary;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link Replica} is rebuilt from after a start, a crash or a failed write: a function of the last
 * durable commit alone.
 *
 * @param self the id that this replica writes under
 * @param renewalDue see {@link Commit#renewalDue}; null where none is due
 * @param lines by name
 * @param unsigned own ops after their line's signed head, ascending
 * @param nextSeq the next delivery position, ≥ 1
 */
public record RecoveredState(
        Origin self,
        @Nullable String renewalDue,
        ClockMark clock,
        SortedMap<Origin, Line> lines,
        SortedMap<Origin, LooseSummary> loose,
        List<UnsignedOp> unsigned,
        List<Commit.Position> positions,
        List<Succession> successions,
        long nextSeq) {

    /** @param bytes the size of its canonical bytes, for the signer's 1 MiB rule */
    public record UnsignedOp(Origin line, long seq, Digest chain, int bytes) {}
}
