package io.meshlog.view;

import io.meshlog.hlc.HlcTimestamp;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is asked, and what clears it (spec §6). The only place that decides it: the folds here and every store ask it.
 * Stateless.
 */
public final class Clearing {
    public static final String OPEN = "open";
    public static final String CLAIMED = "claimed";
    public static final String SUPERSEDED = "superseded";

    /** Statuses that end an ask for the one who says so. */
    public static final List<String> TERMINAL = List.of("applied", "blocked", "failed", SUPERSEDED);

    private static final String EVERYONE = "*";

    private Clearing() {}

    public static boolean isTerminal(@Nullable String status) {
        return status != null && TERMINAL.contains(status);
    }

    /** Whether someone owes an answer to this until it is cleared: open, to one agent, and not to its own author. */
    public static boolean isAsk(Said e) {
        String to = e.toAgent();
        return OPEN.equals(e.status()) && to != null && !to.equals(EVERYONE) && !to.equals(e.fromAgent());
    }

    /**
     * What of an ask decides whether a reply is about it.
     *
     * @param thread its {@code correlation_id}, or null
     */
    public record Target(String eventId, @Nullable String thread, HlcTimestamp hlc) {
        public static Target of(Said e) {
            return new Target(e.eventId(), e.correlationId(), e.hlc());
        }
    }

    /**
     * Whether a reply is about {@code e}: it names it, or it stands later in its thread. A reference names its target
     * and needs no clock; what only shares a thread must be later, or one answer would settle every later ask of it.
     *
     * @param named the event that the reply names, or null
     * @param thread the reply's {@code correlation_id}, or null
     * @param hlc the reply's stamp
     */
    public static boolean joins(@Nullable String named, @Nullable String thread, HlcTimestamp hlc, Target e) {
        return e.eventId().equals(named)
                || thread != null
                        && (thread.equals(e.eventId()) || thread.equals(e.thread()))
                        && hlc.compareTo(e.hlc()) > 0;
    }

    public static boolean joins(Said r, Target e) {
        return joins(r.ackOf(), r.correlationId(), r.hlc(), e);
    }

    /** Whether {@code r} clears the ask {@code e}: a last word about it by the agent that was asked. */
    public static boolean clears(Said r, Said e) {
        return r.fromAgent().equals(e.toAgent()) && isTerminal(r.status()) && joins(r, Target.of(e));
    }

    /** Whether {@code r} says that the ask {@code e} is no longer wanted: its author, or whoever names it. */
    public static boolean supersedes(Said r, Said e) {
        boolean mayTell = r.fromAgent().equals(e.fromAgent()) || e.eventId().equals(r.ackOf());
        return SUPERSEDED.equals(r.status()) && mayTell && joins(r, Target.of(e));
    }
}
