package io.meshlog.replica;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a round with a peer ended.
 *
 * @param peerReplica the id that the peer answered with, or null if it never did
 * @param peerName the name that the peer gives itself, or null
 * @param kind what the peer turned out to be
 * @param applied how many ops were new here
 * @param artifacts how many artifacts were new here
 * @param refusals per origin that had to wait, why
 * @param artifactRefusals what of artifacts was not taken, why; no origin waits for them, and the round may go well
 * @param failure why the round ended early, or null if it came to its end
 * @param lagOps how many ops of the peer's vector are not here, as far as it can be told
 */
public record RoundResult(
        @Nullable String peerReplica,
        @Nullable String peerName,
        Kind kind,
        long applied,
        long artifacts,
        List<String> refusals,
        List<String> artifactRefusals,
        @Nullable String failure,
        long lagOps) {

    /** What stands at the other end. */
    public enum Kind {
        UNKNOWN,
        NODE,
        REFERENCE,
        /** This very process under another address. */
        SELF,
        /** Another process that answers with our id. */
        DOUBLE
    }

    public boolean succeeded() {
        return failure == null && refusals.isEmpty();
    }
}
