package io.meshlog.cursor;

import io.meshlog.op.Digest;
import io.meshlog.op.Op;
import io.meshlog.vector.LooseSummary;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The loose ops that came since an origin's were counted, below the top that they had: a gap that was filled, a reference
 * that was set back and numbered others alike.
 *
 * <p>Idea: what is left without them has the sum that was told. The latest to arrive are tried first, which finds them at
 * the replica that told the sum; elsewhere they may have come first. Cost: at most {@link #TRIES_MAX} subtractions, then
 * they count as not found, and the cursor as unknown.
 */
final class LooseSince {
    /** Later arrivals than these are not looked at. */
    private static final int LOOKED_AT_MAX = 256;

    private static final int TRIES_MAX = 20_000;

    private final LoosePoint wanted;
    private final List<Op> latestFirst;
    private final List<Digest> digests;
    private final List<Op> chosen = new ArrayList<>();
    private int tries;

    private LooseSince(LoosePoint wanted, List<Op> latestFirst) {
        this.wanted = wanted;
        this.latestFirst = latestFirst;
        this.digests = latestFirst.stream().map(Op::digest).toList();
    }

    /** @return empty where they are not found */
    static List<Op> find(LoosePoint wanted, LooseSummary here, Holdings holdings) {
        long extra = here.count() - wanted.count();
        if (extra <= 0 || extra > LOOKED_AT_MAX) {
            return List.of();
        }
        LooseSince since = new LooseSince(wanted, holdings.looseLatest(wanted.origin(), wanted.top(), LOOKED_AT_MAX));
        return since.leaves(here.digest(), 0, (int) extra) ? Collections.unmodifiableList(since.chosen) : List.of();
    }

    private boolean leaves(Digest sum, int from, int more) {
        if (more == 0) {
            return sum.hex16().equals(wanted.mark());
        }
        for (int at = from; at + more <= latestFirst.size() && tries++ < TRIES_MAX; at++) {
            chosen.add(latestFirst.get(at));
            if (leaves(sum.minus(digests.get(at)), at + 1, more - 1)) {
                return true;
            }
            chosen.remove(chosen.size() - 1);
        }
        return false;
    }
}
