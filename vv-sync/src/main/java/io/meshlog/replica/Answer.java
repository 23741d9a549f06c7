package io.meshlog.replica;

import io.meshlog.op.Artifact;
import io.meshlog.op.Digest;
import org.jspecify.annotations.Nullable;

/** What came back for a {@link Question}. */
public sealed interface Answer {

    record Vector(VectorDocument document) implements Answer {}

    /** 304: the peer's frontier is what it was in its last answer. */
    record VectorUnchanged() implements Answer {}

    record Ops(OpsPage page) implements Answer {}

    /** @param chain null where the peer holds nothing at that point (404, or 410 below its floor) */
    record ChainPoint(@Nullable Digest chain) implements Answer {}

    /** @param artifact null where the peer cannot serve it: 404, or content that does not match its digest */
    record ArtifactContent(
            @Nullable Artifact artifact, @Nullable String reason) implements Answer {}

    /**
     * The peer refused the question about one origin (410 below its floor, 404): that origin waits, the round
     * goes on.
     */
    record Refused(String reason) implements Answer {}

    /** No usable answer: unreachable, timed out, or not the protocol. Ends the round. */
    record Failed(String reason) implements Answer {}
}
