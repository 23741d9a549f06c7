package io.meshlog.replica;

import io.meshlog.op.Digest;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * An anti-entropy round as puller: which question is open, and what is left to ask. Memory is bounded by one
 * page and the number of the peer's origins. Confined to the replica.
 */
final class Round {
    final String peer;
    final Deque<Want> wants = new ArrayDeque<>();
    /** Pages whose artifacts must come first. */
    final Deque<String> artifacts = new ArrayDeque<>();
    /** Asked for in this round and not served. */
    final SortedSet<String> unavailable = new TreeSet<>();

    /** Digests that ops were signed with, for artifacts that were missing before this round. */
    final SortedMap<String, List<Digest>> signedDigests = new TreeMap<>();

    final List<String> refusals = new ArrayList<>();
    /** Artifacts that were not what they should be; at most {@link io.meshlog.op.Limits#ROUND_REFUSALS_MAX} are kept. */
    final List<String> artifactRefusals = new ArrayList<>();

    Question open;

    @Nullable
    VectorDocument document;

    RoundResult.Kind kind = RoundResult.Kind.UNKNOWN;

    @Nullable
    Want want;

    @Nullable
    OpsPage page;

    boolean pendingAsked;
    long applied;
    long artifactsTaken;
    long lag;

    /** @param remembers whether the peer's last vector is remembered */
    Round(String peer, boolean remembers) {
        this.peer = peer;
        this.open = new Question.AskVector(remembers);
    }

    /** The origin that is being taken waits until the next round. */
    void giveUp(String reason) {
        if (want != null) {
            lag += want.lag();
        }
        refusals.add(reason);
        want = null;
        page = null;
    }

    RoundResult ended(@Nullable String failure) {
        for (Want left : wants) {
            lag += left.lag();
        }
        VectorDocument doc = document;
        return new RoundResult(
                doc == null ? null : doc.replicaId(),
                doc == null ? null : doc.name(),
                kind,
                applied,
                artifactsTaken,
                List.copyOf(refusals),
                List.copyOf(artifactRefusals),
                failure,
                lag);
    }
}
