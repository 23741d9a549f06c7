package io.meshlog.replica;

import io.meshlog.op.Origin;
import io.meshlog.vector.Frontier;
import io.meshlog.vector.VersionVector;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * A peer's {@code /sync/version_vector} (spec §5.5).
 *
 * @param replicaId the peer's id as it says it
 * @param frontier null from a reference peer, which knows only its vector
 * @param boot a nonce of the peer's process; null from a reference peer
 * @param floors first op still held, where that is not the first
 */
public record VectorDocument(
        String replicaId,
        VersionVector vector,
        @Nullable Frontier frontier,
        @Nullable String boot,
        @Nullable String mesh,
        @Nullable String name,
        SortedMap<Origin, Long> floors,
        List<String> features,
        List<Succession> successions) {

    /** A peer of our kind: its ops come chained and signed. */
    public boolean isNode() {
        return frontier != null;
    }
}
