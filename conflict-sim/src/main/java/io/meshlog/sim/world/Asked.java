package io.meshlog.sim.world;

import io.meshlog.op.Artifact;
import io.meshlog.op.Draft;
import io.meshlog.op.Event;
import io.meshlog.op.JsonText;
import io.meshlog.sim.workload.Action;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
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
                String.join(",", draft.artifactIds()),
                draft.routing().correlationId(),
                draft.metadata());
    }

    /** What an acknowledgement must say (spec §4), worked out apart from the codec that writes it. */
    static String ack(Action.Reply reply, Event target) {
        String thread = target.routing().correlationId();
        return of(
                "event.ack",
                target.routing().stream(),
                target.routing().room(),
                reply.agent(),
                target.routing().fromAgent(),
                reply.status(),
                "",
                "",
                Objects.requireNonNullElse(thread, target.id()),
                "{\"ack_of\":" + JsonText.quote(target.id()) + "}");
    }

    /** What the event of a patch must say (spec §4), worked out apart from the codec that writes it. */
    static String patch(Action.Patch patch) {
        String agent = "agent@" + patch.actor();
        return of(
                "patch.ready",
                "s",
                "patches",
                agent,
                null,
                "ready",
                "",
                Stage.artifactId(patch.artifact()),
                null,
                "{}");
    }

    private static final String KEYED = "evt_00010101T000000_";

    /** The event id that a client expects of its idempotency key (spec §12), worked out apart from the core. */
    static String keyedId(String agent, String key) {
        try {
            MessageDigest sha = MessageDigest.getInstance("SHA-256");
            for (String part : List.of(agent, key)) {
                byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
                sha.update(ByteBuffer.allocate(4).putInt(bytes.length).array());
                sha.update(bytes);
            }
            return KEYED + HexFormat.of().formatHex(sha.digest()).substring(0, 32);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this JDK has no SHA-256", e);
        }
    }

    /** Whether an event id is one that a key gives. */
    public static boolean isKeyed(String eventId) {
        return eventId.startsWith(KEYED);
    }

    static String of(Artifact artifact) {
        return artifact.sha256().hex();
    }

    /**
     * @param artifactIds joined by commas; null and empty are the same for every part
     * @param thread its correlation id
     * @param metadata a JSON object
     */
    public static String of(
            String type,
            String stream,
            String room,
            String fromAgent,
            @org.jspecify.annotations.Nullable String toAgent,
            @org.jspecify.annotations.Nullable String status,
            String body,
            String artifactIds,
            @org.jspecify.annotations.Nullable String thread,
            String metadata) {
        String more = Objects.requireNonNullElse(thread, "") + (metadata.equals("{}") ? "" : metadata);
        return String.join(
                "|",
                // Only where there is more, so that histories of the time before it read as they did.
                more.isEmpty() ? type : type + " " + more,
                stream,
                room,
                fromAgent,
                Objects.requireNonNullElse(toAgent, ""),
                Objects.requireNonNullElse(status, ""),
                artifactIds,
                body);
    }
}
