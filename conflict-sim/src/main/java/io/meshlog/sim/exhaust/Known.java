package io.meshlog.sim.exhaust;

import io.meshlog.op.Digest;
import io.meshlog.op.Op;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A signed op that some replica wrote on some path. Immutable.
 *
 * @param id counts from 0 in the order in which exploring met them
 * @param before the op that it follows in its chain, or null
 */
record Known(int id, Op op, @Nullable Known before, String label) {
    Digest chain() {
        return Objects.requireNonNull(op.chain());
    }

    /** Time and counter of its stamp, as a text that sorts like them. */
    String stamp() {
        String hlc = Objects.requireNonNullElse(op.fields().get("hlc"), "");
        return hlc.substring(1, Math.min(21, hlc.length()));
    }

    /** From the first op of the chain to this one. */
    List<Op> path() {
        List<Op> path = new ArrayList<>();
        for (Known at = this; at != null; at = at.before) {
            path.add(at.op);
        }
        Collections.reverse(path);
        return path;
    }

    /** One exploration knows each op once. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Known that && id == that.id;
    }

    @Override
    public int hashCode() {
        return id;
    }

    @Override
    public String toString() {
        return label;
    }
}
