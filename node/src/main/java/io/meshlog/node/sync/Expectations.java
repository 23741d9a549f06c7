package io.meshlog.node.sync;

import org.jspecify.annotations.Nullable;

/**
 * What a peer said of itself with its last vector: the answers that follow must come from the same replica. Safe
 * to use from any thread.
 */
final class Expectations {
    private @Nullable String replica;
    private boolean node;
    private @Nullable String etag;

    synchronized void vector(String replicaId, boolean isNode, @Nullable String newEtag) {
        replica = replicaId;
        node = isNode;
        etag = newEtag;
    }

    synchronized void forget() {
        replica = null;
        etag = null;
    }

    synchronized @Nullable String etag() {
        return etag;
    }

    synchronized boolean isNode() {
        return node;
    }

    /** @param header the answer's {@code Meshlog-Replica}, or null @return why it is not the same peer, or null */
    synchronized @Nullable String mismatch(@Nullable String header) {
        if (replica == null || (!node && header == null) || replica.equals(header)) {
            return null;
        }
        return "another replica answered: " + (header == null ? "one without an id" : header) + " instead of "
                + replica;
    }
}
