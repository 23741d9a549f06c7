package io.meshlog.sim.world;

import io.meshlog.op.Artifact;
import io.meshlog.op.Draft;
import java.util.Objects;

/**
 * What a client asks for, as one text: all that an op must say of it, whoever writes the op. The oracle reads the same
 * text off the op that is acknowledged.
 */
public final class Asked {
    private Asked() {}

    public static String of(Draft draft) {
        return of(
                draft.type(),
                draft.routing().stream(),
                draft.routing().room(),
                draft.routing().fromAgent(),
                draft.routing().toAgent(),
                draft.status(),
                draft.body(),
                String.join(",", draft.artifactIds()));
    }

    static String of(Artifact artifact) {
        return artifact.sha256().hex();
    }

    /** @param artifactIds joined by commas; null and empty are the same for every part */
    public static String of(
            String type,
            String stream,
            String room,
            String fromAgent,
            @org.jspecify.annotations.Nullable String toAgent,
            @org.jspecify.annotations.Nullable String status,
            String body,
            String artifactIds) {
        return String.join(
                "|",
                type,
                stream,
                room,
                fromAgent,
                Objects.requireNonNullElse(toAgent, ""),
                Objects.requireNonNullElse(status, ""),
                artifactIds,
                body);
    }
}
