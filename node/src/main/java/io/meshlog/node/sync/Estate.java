package io.meshlog.node.sync;

import io.meshlog.replica.RoundResult;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The peers of this node and how the rounds with them go. Safe to call from any thread; never blocks. */
public interface Estate {

    /** In the order of the configuration; a peer that was given twice stands once. */
    List<PeerStatus> peers();

    /**
     * Runs one whole round with every peer, now, whatever back-off and breakers say; a round that is already
     * running is let end first. Completes with one entry a peer, in order.
     */
    CompletableFuture<List<PeerStatus>> syncNow();

    /** A peer was heard: a node's request carries its id. Its back-off ends. */
    void heardFrom(String replicaId);

    /**
     * @param name as configured, or the URL's host and port
     * @param url without credentials
     * @param replicaId as the peer last answered, or null
     * @param lastRound of the last round that ended, or null before the first
     * @param lastSuccessMillis wall clock, ms since 1970; 0 for never
     * @param lastErrorMillis wall clock, ms since 1970; 0 for never
     * @param lastError one sentence, or null
     * @param skewMillis how far the peer's clock is ahead of ours, or null while unknown
     * @param breaker {@code closed}, {@code open} or {@code half-open}
     * @param bytesIn of answer bodies since the start, as received
     * @param nextRoundInMillis time to the next round, 0 while one is running
     */
    record PeerStatus(
            String name,
            String url,
            @Nullable String replicaId,
            @Nullable RoundResult lastRound,
            boolean reachable,
            long lastSuccessMillis,
            long lastErrorMillis,
            @Nullable String lastError,
            @Nullable Long skewMillis,
            String breaker,
            long rounds,
            long bytesIn,
            long nextRoundInMillis) {

        /** Ops that it told of and the last round did not bring; null where that round heard nothing of it. */
        public @Nullable Long lagOps() {
            RoundResult round = lastRound;
            return round == null || round.peerReplica() == null ? null : (Long) round.lagOps();
        }
    }
}
