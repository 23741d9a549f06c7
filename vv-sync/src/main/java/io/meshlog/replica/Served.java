package io.meshlog.replica;

import io.meshlog.op.Origin;
import io.meshlog.vector.Frontier;
import java.util.List;

/**
 * What a replica tells of itself: always what is durable and proved, as of the last commit. Immutable.
 *
 * @param tipSeq the highest delivery position given out
 */
public record Served(Origin self, Frontier frontier, List<Succession> successions, long tipSeq) {}
