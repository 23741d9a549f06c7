package io.meshlog.node.api;

import io.meshlog.node.store.file.StoreException;
import io.meshlog.node.sync.LogService;
import io.meshlog.op.Artifact;
import io.meshlog.op.Draft;
import io.meshlog.replica.Outcome;
import io.meshlog.replica.VectorDocument;
import io.meshlog.wire.ArtifactDraftCodec;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A log whose next writes fail as a test says; else the real one. */
public final class FaultyLog implements LogService {
    public volatile @Nullable RuntimeException failure;
    public volatile @Nullable StoreException stalled;

    private final LogService real;

    FaultyLog(LogService real) {
        this.real = real;
    }

    @Override
    public CompletableFuture<Outcome> append(Draft draft, @Nullable String assertedBy) {
        RuntimeException fails = failure;
        return fails == null ? real.append(draft, assertedBy) : CompletableFuture.failedFuture(fails);
    }

    @Override
    public CompletableFuture<Outcome> batch(List<Artifact> artifacts, List<Draft> drafts, @Nullable String assertedBy) {
        RuntimeException fails = failure;
        return fails == null ? real.batch(artifacts, drafts, assertedBy) : CompletableFuture.failedFuture(fails);
    }

    @Override
    public CompletableFuture<Outcome> put(Artifact artifact) {
        RuntimeException fails = failure;
        return fails == null ? real.put(artifact) : CompletableFuture.failedFuture(fails);
    }

    @Override
    public ArtifactDraftCodec.Stamp artifactStamp() {
        return real.artifactStamp();
    }

    @Override
    public VectorDocument document() {
        return real.document();
    }

    @Override
    public CompletableFuture<Void> proved() {
        return real.proved();
    }

    @Override
    public String etag() {
        return real.etag();
    }

    @Override
    public long tipSeq() {
        return real.tipSeq();
    }

    @Override
    public int waiting() {
        return real.waiting();
    }

    @Override
    public @Nullable StoreException stalled() {
        return stalled == null ? real.stalled() : stalled;
    }
}
