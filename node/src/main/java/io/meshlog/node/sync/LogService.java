package io.meshlog.node.sync;

import io.meshlog.node.store.file.StoreException;
import io.meshlog.op.Artifact;
import io.meshlog.op.Draft;
import io.meshlog.replica.Outcome;
import io.meshlog.replica.VectorDocument;
import io.meshlog.wire.ArtifactDraftCodec;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * What the HTTP side asks of the thread that owns the log. Safe to call from any thread; never blocks.
 *
 * <p>A future completes only after what it says is durable. It fails with
 * {@link StoreException} where the store could not take it: nothing was stored then, or
 * the same request may be tried again.
 */
public interface LogService {

    /** Appends; completes with {@link Outcome.Appended}, {@link Outcome.Refused} or {@link Outcome.Differs}. */
    CompletableFuture<Outcome> append(Draft draft, @Nullable String assertedBy);

    /**
     * Stores and appends all or nothing; completes with {@link Outcome.Written}, {@link Outcome.Refused} or
     * {@link Outcome.Differs}.
     *
     * @param artifacts which the drafts may name
     */
    CompletableFuture<Outcome> batch(List<Artifact> artifacts, List<Draft> drafts, @Nullable String assertedBy);

    /** A fresh artifact id with the time and origin of now. */
    ArtifactDraftCodec.Stamp artifactStamp();

    /** Stores; completes with {@link Outcome.Stored}, {@link Outcome.Refused} or {@link Outcome.Differs}. */
    CompletableFuture<Outcome> put(Artifact artifact);

    /** What this replica tells nodes about itself as of the last durable commit. */
    VectorDocument document();

    /**
     * Completes once every own op that is durable by now is signed, and so in {@link #document}: a moment, for an
     * idle node. Never fails.
     */
    CompletableFuture<Void> proved();

    /** Quoted, strong; changes exactly when {@link #document} does in frontier, id, floors or features. */
    String etag();

    /** The highest delivery position that was given out. */
    long tipSeq();

    /** How many requests and answers wait for the log's thread. */
    int waiting();

    /** Why nothing can be written at present, or null while the writer moves. */
    @Nullable
    StoreException stalled();
}
