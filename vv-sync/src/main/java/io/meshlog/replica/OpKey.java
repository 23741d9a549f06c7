package io.meshlog.replica;

import io.meshlog.op.Digest;
import io.meshlog.op.Op;
import io.meshlog.op.Origin;
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

    @Override
    public String toString() {
        return origin.name() + '#' + seq + (chain == null ? "(" + eventId + ")" : "/" + chain.hex16());
    }
}
