package io.meshlog.view;

import io.meshlog.op.Op;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What an agent owes, and what was said to it (spec §6). Immutable.
 *
 * @param owed in merge order
 * @param news newest first
 */
public record Mailbox(String agent, List<Owed> owed, List<Shown> news) {

    /**
     * An ask that the agent has not cleared.
     *
     * @param event as readers see it; what is owed may stand in another of its ops (spec §5.3)
     * @param superseded someone who may tell says that it is no longer wanted
     * @param claimedBy the agent that has it, or null
     */
    public record Owed(
            Shown event, boolean superseded, @Nullable String claimedBy) {}

    public static Mailbox of(EventSet set, Claims claims, String agent) {
        return new Mailbox(agent, owed(set, claims, agent), news(set, agent));
    }

    /** What an agent owes, in merge order. */
    public static List<Owed> owed(EventSet set, Claims claims, String agent) {
        List<Owed> owed = new ArrayList<>();
        for (Shown event : set.events()) {
            if (isOwed(set, event, agent)) {
                Said said = event.said();
                boolean superseded = about(set, said).anyMatch(r -> Clearing.supersedes(r, said));
                owed.add(new Owed(event, superseded, claims.claimedBy(said)));
            }
        }
        return List.copyOf(owed);
    }

    /** Whether any op of the event asks the agent for something that no event clears. */
    private static boolean isOwed(EventSet set, Shown event, String agent) {
        boolean isOwed = isOpen(set, event.said(), agent);
        for (Op hidden : event.hidden()) {
            isOwed |= isOpen(set, Objects.requireNonNull(Said.of(hidden)), agent);
        }
        return isOwed;
    }

    private static boolean isOpen(EventSet set, Said e, String agent) {
        return agent.equals(e.toAgent()) && Clearing.isAsk(e) && about(set, e).noneMatch(r -> Clearing.clears(r, e));
    }

    /** Every event that may be about this one: those that name it, and those of its threads. */
    private static Stream<Said> about(EventSet set, Said e) {
        String thread = e.correlationId();
        return Stream.of(
                        set.naming(e.eventId()),
                        set.correlated(e.eventId()),
                        thread == null ? List.<Shown>of() : set.correlated(thread))
                .flatMap(List::stream)
                .map(Shown::said);
    }

    /** What was said to the agent alone, asks nothing, and stands after its own last word in that stream. */
    private static List<Shown> news(EventSet set, String agent) {
        SortedMap<String, Said> newest = new TreeMap<>();
        for (Shown event : set.events()) {
            if (event.said().fromAgent().equals(agent)) {
                newest.put(event.said().stream(), event.said());
            }
        }
        List<Shown> news = new ArrayList<>();
        for (Shown event : set.events()) {
            Said said = event.said();
            Said own = newest.get(said.stream());
            if (isNews(said, agent) && (own == null || said.hlc().compareTo(own.hlc()) > 0)) {
                news.add(event);
            }
        }
        Collections.reverse(news);
        return List.copyOf(news);
    }

    private static boolean isNews(Said said, String agent) {
        return agent.equals(said.toAgent())
                && !agent.equals("*")
                && !Clearing.OPEN.equals(said.status())
                && !said.fromAgent().equals(agent);
    }
}
