package io.meshlog.node.api.write;

import io.meshlog.node.store.EventReader;
import io.meshlog.node.store.list.ListQuery;
import io.meshlog.node.store.row.StoredEvent;
import io.meshlog.node.store.view.Author;
import io.meshlog.op.Artifact;
import io.meshlog.op.CanonicalText;
import io.meshlog.op.Event;
import io.meshlog.op.Op;
import io.meshlog.replica.Outcome;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What may go wrong with an event that was taken (spec §4): said, never refused. Thread-safe.
 *
 * <p>Cost: what was found is remembered until somebody writes for the first time, or somewhere else than before, so that a
 * busy writer is looked up once; lookups are by index and bounded, whatever the log holds.
 */
public final class Advice {
    private static final Set<String> TERMINAL = Set.of("applied", "blocked", "failed", "superseded");
    private static final String EVERYBODY = "*";
    private static final int REMEMBERED_MAX = 10_000;
    /** Replies of one batch. */
    private static final int REPLIES_MAX = 50;

    private static final int ASKS_MAX = 50;
    private static final int ASKS_BYTES_MAX = 1 << 20;

    private final EventReader reader;
    private final Predicate<String> ownIds;
    private final Map<String, Known> authors = new ConcurrentHashMap<>();

    /** @param voices when it was looked up, as {@link EventReader#voices} counts */
    private record Known(Author author, long voices) {}

    Advice(EventReader reader, Predicate<String> ownIds) {
        this.reader = reader;
        this.ownIds = ownIds;
    }

    /** Whether it is known without looking that there is nothing to say. Does not block. @param agent the caller's own */
    boolean isQuietOn(Op op, @Nullable String agent) {
        Event event = op.eventOrNull();
        if (event == null) {
            return true;
        }
        String author = event.routing().fromAgent();
        Known from = authors.get(author);
        String to = event.routing().toAgent();
        boolean isToKnown = to == null || (to.equals(EVERYBODY) ? !isOpen(event) : isKnownAuthor(authors.get(to)));
        return from != null
                && from.voices() == reader.voices()
                && isSilent(from.author())
                && (agent == null || agent.equals(author))
                && isToKnown
                && !mayClear(event);
    }

    private static boolean isOpen(Event event) {
        return "open".equals(event.content().status());
    }

    private static boolean isKnownAuthor(@Nullable Known known) {
        return known != null && known.author().isAuthor();
    }

    private boolean isSilent(Author author) {
        return author.variants().isEmpty() && elsewhere(author) == null;
    }

    /**
     * Each sentence once, in a fixed order; of replies that may clear something only the first so many are looked into.
     * Blocks.
     *
     * @param appended in one transaction
     * @param agent the caller's own, or null
     */
    List<String> on(List<Outcome.Appended> appended, @Nullable String agent) {
        Set<String> warnings = new LinkedHashSet<>();
        long from = appended.stream().mapToLong(Outcome.Appended::seq).min().orElse(0);
        int replies = 0;
        for (Outcome.Appended one : appended) {
            Event event = one.op().eventOrNull();
            if (event != null) {
                onRecipient(event, warnings);
                onAuthor(event, warnings);
                onAnothersName(event, agent, from, warnings);
                if (mayClear(event) && replies++ < REPLIES_MAX) {
                    onClearing(event, warnings);
                }
            }
        }
        return List.copyOf(warnings);
    }

    /** What may keep a patch from being applied elsewhere. Said, never mended. */
    public static List<String> onPatch(Artifact artifact) {
        List<String> warnings = new ArrayList<>();
        if (artifact.kind().equals("patch")) {
            if (!artifact.content().endsWith("\n")) {
                warnings.add("the patch does not end with a newline; git apply may call it corrupt");
            }
            if (artifact.content().indexOf('\r') >= 0) {
                warnings.add("the patch holds carriage returns; it applies only to files with the same line ends");
            }
        }
        return warnings;
    }

    private void onRecipient(Event event, Set<String> warnings) {
        String to = event.routing().toAgent();
        if (to == null) {
            return;
        } else if (to.equals(EVERYBODY)) {
            if (isOpen(event)) {
                warnings.add("to_agent * with status open reaches no mailbox: nobody owes an answer to it");
            }
            return;
        }
        Author author = author(to);
        if (!author.isAuthor()) {
            warnings.add("to_agent " + to + " has never written anything that is on this replica"
                    + (author.variants().isEmpty()
                            ? ""
                            : "; it differs only in case from " + String.join(", ", author.variants())
                                    + ", and names are told apart by case"));
        }
    }

    private void onAuthor(Event event, Set<String> warnings) {
        String from = event.routing().fromAgent();
        Author author = author(from);
        if (!author.variants().isEmpty()) {
            warnings.add("from_agent " + from + " differs only in case from " + String.join(", ", author.variants())
                    + ", and names are told apart by case");
        }
        String other = elsewhere(author);
        if (other != null) {
            warnings.add("from_agent " + from + " has written on replica " + other
                    + " as well: answers reach whichever reads first; a device that is no longer used cannot be told"
                    + " apart");
        }
    }

    /** @param before the position from which on it does not count that the name has written */
    private void onAnothersName(Event event, @Nullable String agent, long before, Set<String> warnings) {
        String from = event.routing().fromAgent();
        if (agent == null || agent.equals(from)) {
            return;
        }
        long first = author(from).firstSeq();
        warnings.add("from_agent " + from + " is not the caller's own agent " + agent + ": answers go to " + from
                + (first > 0 && first < before
                        ? ", who has written before; a device that is no longer used cannot be told apart"
                        : ", who has never written anything before that is on this replica"));
    }

    private @Nullable String elsewhere(Author author) {
        for (String origin : author.origins()) {
            if (!ownIds.test(origin)) {
                return origin;
            }
        }
        return null;
    }

    /** A reply that ends a thread, and that says so by time and not by name. */
    private static boolean mayClear(Event event) {
        return event.routing().correlationId() != null
                && event.content().status() != null
                && TERMINAL.contains(event.content().status());
    }

    private void onClearing(Event event, Set<String> warnings) {
        String thread = event.routing().correlationId();
        if (thread == null) {
            return;
        }
        String ackOf = CanonicalText.stringOrNull(
                CanonicalText.object(event.content().metadata()).get("ack_of"));
        for (StoredEvent asked : asks(thread, event.routing().fromAgent())) {
            Event ask = asked.op().eventOrNull();
            if (ask != null
                    && !ask.id().equals(ackOf)
                    && isOwedBy(ask, event.routing().fromAgent())
                    && ask.stamp().hlc().compareTo(event.stamp().hlc()) > 0) {
                warnings.add("this reply clears nothing of " + ask.id() + ", whose stamp "
                        + ask.stamp().hlc().text() + " is later: a clock is wrong; acknowledge it by its id");
            }
        }
    }

    private static boolean isOwedBy(Event ask, String agent) {
        return agent.equals(ask.routing().toAgent())
                && isOpen(ask)
                && !agent.equals(ask.routing().fromAgent());
    }

    private List<StoredEvent> asks(String thread, String agent) {
        List<String> any = List.of();
        ListQuery query = new ListQuery(
                any,
                any,
                any,
                any,
                List.of(agent),
                any,
                List.of(thread),
                List.of("open"),
                any,
                null,
                ListQuery.Order.DESC,
                0,
                null,
                0,
                ASKS_MAX,
                ASKS_BYTES_MAX);
        List<StoredEvent> asks = new ArrayList<>(reader.list(query).events());
        StoredEvent first = reader.get(thread);
        if (first != null && asks.stream().noneMatch(ask -> ask.op().equals(first.op()))) {
            asks.add(first);
        }
        return asks;
    }

    private Author author(String name) {
        // Counted first: what is read then may be newer than it is taken for, never older.
        long voices = reader.voices();
        Known known = authors.get(name);
        if (known != null && known.voices() == voices) {
            return known.author();
        }
        if (authors.size() >= REMEMBERED_MAX) {
            authors.clear();
        }
        Author author = reader.author(name);
        authors.put(name, new Known(author, voices));
        return author;
    }
}
