package io.meshlog.replica;

import io.meshlog.op.Origin;
import io.meshlog.vector.Frontier;
import java.util.List;

/**
 * What a replica tells of itself: always what is durable and proved, as of the last commit. Immutable.
 *
 * @param tipSeq the highest delivery position given out
 * @param ownSeq the last own op that is durable
 * @param ownProvedSeq the last own op that a signature proves, and so the last in {@code frontier}; ≤ {@code ownSeq}
 */
public record Served(
        Origin self, Frontier frontier, List<Succession> successions, long tipSeq, long ownSeq, long ownProvedSeq) {}
