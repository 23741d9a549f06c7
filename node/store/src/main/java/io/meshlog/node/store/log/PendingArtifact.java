package io.meshlog.node.store.log;

import io.meshlog.op.Origin;

/**
 * An artifact that is named and not here.
 *
 * @param origin of the first op that names it
 * @param seq of that op
 * @param ops how many ops name it
 */
public record PendingArtifact(String id, Origin origin, long seq, long ops) {}
