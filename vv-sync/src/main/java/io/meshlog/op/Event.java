package io.meshlog.op;

import io.meshlog.hlc.HlcTimestamp;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What people and agents read (spec §3.1): the interpreted form of an op's fields. Several ops may carry the
 * same event id. Optional text is null where it is absent or empty; {@code body} is {@code ""} then.
 *
 * @param id 1–256 characters
 */
public record Event(String id, Routing routing, Content content, Stamp stamp) {

    /** Where it belongs and whom it is for. {@code toAgent} may be {@code *}: shown to all, owed by none. */
    public record Routing(
            String stream,
            String room,
            @Nullable String topic,
            String fromAgent,
            @Nullable String toAgent,
            @Nullable String correlationId) {}

    /**
     * What it says.
     *
     * @param metadata a canonical JSON object, {@code {}} where absent
     * @param artifactIds without duplicates, in the author's order
     */
    public record Content(
            String type,
            @Nullable String status,
            @Nullable String branch,
            @Nullable String baseCommit,
            String body,
            String metadata,
            List<String> artifactIds) {}

    /**
     * When and by which device it was said.
     *
     * @param createdAt the author's clock, for people; never for ordering
     * @param assertedBy the device that the author's node vouches for, or null
     * @param artifacts the digests that the author signed for {@link Content#artifactIds}; may be empty
     */
    public record Stamp(
            HlcTimestamp hlc, String createdAt, @Nullable String assertedBy, List<ArtifactRef> artifacts) {}
}
