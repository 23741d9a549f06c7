package io.meshlog.node.store.row;

import io.meshlog.op.Op;
import io.meshlog.op.Origin;
import java.util.List;

/**
 * An event as this replica shows it. Immutable.
 *
 * @param op the visible op, readable
 * @param seq its delivery position here
 * @param revised its visible payload changed after it was first delivered
 * @param conflict ops that carry it say different things
 * @param unverified the visible op is loose
 * @param pendingArtifacts ids it names that are not here, in text order
 * @param line the line that the op stands on; the origin of a loose op
 */
public record StoredEvent(
        Op op,
        long seq,
        boolean revised,
        boolean conflict,
        boolean unverified,
        List<String> pendingArtifacts,
        Origin line) {}
