package io.meshlog.drive;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Which rounds wait or run: one a peer at most. A round ends when the core says so, or is lost with the replica; what
 * belongs to it and comes later counts for nothing. Confined to its {@link Worker}.
 */
final class RoundGuard {
    /** By peer, the round that waits to begin or runs. */
    private final SortedMap<String, Ticket> current = new TreeMap<>();

    private long begun;

    /** @return the ticket of the round that may begin now, or null while one waits or runs with this peer */
    @Nullable
    Ticket begin(String peer) {
        if (current.containsKey(peer)) {
            return null;
        }
        Ticket ticket = new Ticket(peer, ++begun);
        current.put(peer, ticket);
        return ticket;
    }

    /** Whether what belongs to this round still counts. */
    boolean isCurrent(Ticket ticket) {
        return ticket.equals(current.get(ticket.peer()));
    }

    /** @throws IllegalStateException if no round with this peer runs: the core asks in rounds only */
    Ticket of(String peer) {
        Ticket ticket = current.get(peer);
        if (ticket == null) {
            throw new IllegalStateException("a question to " + peer + ", with which no round runs");
        }
        return ticket;
    }

    void ended(String peer) {
        current.remove(peer);
    }

    /** The replica is gone, and with it every round. @return peers whose rounds waited or ran */
    List<String> lost() {
        List<String> peers = List.copyOf(current.keySet());
        current.clear();
        return peers;
    }

    boolean isAnyRunning() {
        return !current.isEmpty();
    }
}
