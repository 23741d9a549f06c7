package io.meshlog.cursor;

import io.meshlog.op.Digest;
import io.meshlog.op.Op;
import io.meshlog.op.Origin;
import io.meshlog.replica.Line;
import io.meshlog.vector.LooseSummary;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Port: what a replica says of the ops that it holds. All answers are of one moment. */
public interface Holdings {
    /** The lines of a base, in any order; empty where nothing of it is held. */
    List<Line> lines(Origin base);

    /** The chain digest of the op at a seq of this very line, or null. */
    @Nullable
    Digest chainAt(Origin line, long seq);

    /** The digest of the canonical bytes of the op at a seq of this very line, or null. */
    @Nullable
    Digest digestAt(Origin line, long seq);

    /** Of the loose ops of an origin with {@code seq ≤ top}. */
    LooseSummary looseUpTo(Origin origin, long top);

    /** The loose ops of an origin with {@code seq ≤ top}, the latest to arrive first, at most so many. */
    List<Op> looseLatest(Origin origin, long top, int max);
}
