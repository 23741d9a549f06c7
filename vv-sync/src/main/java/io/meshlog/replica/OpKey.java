package io.meshlog.replica;

import io.meshlog.op.Digest;
import io.meshlog.op.Op;
import io.meshlog.op.Origin;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What names one op in a log: a chained op by base, seq and chain, a loose one by origin, seq and event id
 * (spec §5.1).
 *
 * @param chain null for a loose op
 * @param eventId {@code ""} for a chained op
 */
public record OpKey(Origin origin, long seq, @Nullable Digest chain, String eventId) {
    public static OpKey of(Op op) {
        Digest chain = op.chain();
        return new OpKey(op.origin(), op.seq(), chain, chain == null ? op.eventId() : "");
    }

    public boolean isLoose() {
        return chain == null;
    }

    // By hand: what a record comes with is several times slower on Java 17, and every commit looks keys up.
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof OpKey that
                && seq == that.seq
                && origin.equals(that.origin)
                && Objects.equals(chain, that.chain)
                && eventId.equals(that.eventId);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * Long.hashCode(seq) + origin.hashCode())
                + (chain == null ? eventId.hashCode() : chain.hashCode());
    }

    @Override
    public String toString() {
        return origin.name() + '#' + seq + (chain == null ? "(" + eventId + ")" : "/" + chain.hex16());
    }
}
