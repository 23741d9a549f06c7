package io.meshlog.replica;

import io.meshlog.op.Artifact;
import io.meshlog.op.ChainSignature;
import io.meshlog.op.Digest;
import io.meshlog.op.Draft;
import io.meshlog.op.KeyedId;
import io.meshlog.op.Origin;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What happens to a replica. Everything that a step depends on stands in it or in its {@link Facts}: replayed
 * in order, inputs give identical effects.
 */
public sealed interface Input {

    /** Every draft that is waiting: they share one commit. @param nowMillis physical time */
    record Append(List<Request> requests, long nowMillis) implements Input {}

    /**
     * @param request the driver's own number, given back in {@link Effect.Answered}; of no meaning in a batch
     * @param eventId the id that the event gets if it is new; one that a draft's idempotency key gives takes its place
     * @param createdAt {@code YYYY-MM-DDTHH:MM:SSZ}
     * @param assertedBy the device whose credential asked, or null
     */
    record Request(
            long request,
            Draft draft,
            String eventId,
            String createdAt,
            @Nullable String assertedBy) {
        public Request {
            String key = draft.idempotencyKey();
            eventId = key == null ? eventId : KeyedId.event(draft.routing().fromAgent(), key);
        }
    }

    /**
     * Artifacts and events that are stored together or not at all, and answered once, with {@link Outcome.Written}.
     *
     * @param request as in {@link Request}
     * @param artifacts already checked; the events may name them
     */
    record Batch(long request, List<Artifact> artifacts, List<Request> events, long nowMillis) implements Input {}

    /** A local artifact, already checked. */
    record PutArtifact(long request, Artifact artifact) implements Input {}

    /** The signer's answer to {@link Effect.Sign}. */
    record Signed(Origin base, long seq, Digest chain, ChainSignature sig) implements Input {}

    /** Begin an anti-entropy round with a peer; one that is open is given up, and no answer to it may follow. */
    record StartRound(String peer, long nowMillis) implements Input {}

    /** The answer to the one question of a peer's round that is open; others are ignored. */
    record PeerAnswered(String peer, Answer answer, long nowMillis) implements Input {}

    /** Take a new identity: what the driver found at start, or by hand. */
    record Renew(String reason) implements Input {}

    /**
     * The driver's answer to {@link Effect.RenewIdentity}.
     *
     * @param sealed the old key's signatures of the points to seal; empty where that key is gone
     * @param freshClock whether the new line starts from physical time again, because the old mark was wrong
     */
    record Renewed(Succession succession, List<Signed> sealed, boolean freshClock) implements Input {}
}
