package io.meshlog.replica;

import io.meshlog.hlc.ClockMark;
import io.meshlog.op.Canonical;
import io.meshlog.op.Digest;
import io.meshlog.op.Op;
import io.meshlog.op.Origin;
import io.meshlog.vector.LooseSummary;
import java.util.List;
import java.util.Objects;
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

    /**
     * An own op that no signature proves yet.
     *
     * @param bytes the size of its canonical bytes, for the signer's 1 MiB rule
     */
    public record UnsignedOp(Origin line, Op op, int bytes) {
        public UnsignedOp {
            if (!op.isChained()) {
                throw new IllegalArgumentException(op + " stands on no line");
            }
        }

        public static UnsignedOp of(Origin line, Op op) {
            return new UnsignedOp(line, op, Canonical.bytes(op.fields()).length);
        }

        public long seq() {
            return op.seq();
        }

        public Digest chain() {
            return Objects.requireNonNull(op.chain());
        }
    }
}
