package io.meshlog.node.sync;

import io.meshlog.op.Origin;
import io.meshlog.replica.VectorDocument;
import io.meshlog.vector.Frontier;
import io.meshlog.vector.Head;
import org.jspecify.annotations.Nullable;

/**
 * What a peer said of itself with its last vector: the answers that follow must come from the same replica. Safe
 * to use from any thread.
 */
final class Expectations {
    private @Nullable String replica;
    private boolean node;
    private @Nullable VectorDocument offered;
    private @Nullable String offeredEtag;
    private @Nullable String etag;

    /** A vector was read. Its tag counts once somebody takes it: an answer may come too late for that. */
    synchronized void vector(VectorDocument document, boolean isNode, @Nullable String newEtag) {
        replica = document.replicaId();
        node = isNode;
        offered = document;
        offeredEtag = newEtag;
    }

    /** The core has this vector now: whether it changed may be asked from now on. */
    synchronized void taken(VectorDocument document) {
        etag = document.equals(offered) ? offeredEtag : null;
    }

    synchronized void forget() {
        replica = null;
        offered = null;
        etag = null;
    }

    synchronized @Nullable String etag() {
        return etag;
    }

    /** Whether it told of ops of this line behind that one; never where it is no node. */
    synchronized boolean isBeyond(Origin line, long seq) {
        Frontier frontier = offered == null ? null : offered.frontier();
        Head head = frontier == null ? null : frontier.heads().get(line);
        return head != null && head.seq() > seq;
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
