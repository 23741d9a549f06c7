package io.meshlog.node.sync;

import io.meshlog.hlc.PhysicalClock;
import io.meshlog.replica.Incident;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What people must see: counted since the start, in all and per peer, in the log once, and the last ones kept for
 * {@code /statusz}. A sentence that is among those kept is not logged again, so that a peer which keeps lying does not
 * fill the log. Safe to use from any thread.
 */
public final class Incidents {
    private static final Logger LOG = LoggerFactory.getLogger("meshlog.incident");
    private static final int KEPT_MAX = 100;

    private final PhysicalClock clock;
    private final Deque<Seen> last = new ArrayDeque<>();
    private final Map<Incident.Kind, Long> counts = new EnumMap<>(Incident.Kind.class);
    private final Map<String, Map<Incident.Kind, Long>> peerCounts = new TreeMap<>();

    /**
     * An incident when it was first seen.
     *
     * @param peer whose answer brought it, by its name here, or null where none did
     * @param atMillis wall clock, ms since 1970
     */
    public record Seen(@Nullable String peer, Incident incident, long atMillis) {
        private boolean isSame(@Nullable String otherPeer, Incident other) {
            return incident.equals(other) && Objects.equals(peer, otherPeer);
        }
    }

    public Incidents(PhysicalClock clock) {
        this.clock = clock;
    }

    void report(@Nullable String peer, Incident incident) {
        if (count(peer, incident)) {
            LOG.warn(
                    "incident kind={} peer={} origin={} detail=\"{}\"",
                    incident.kind(),
                    peer == null ? "" : peer,
                    incident.origin(),
                    incident.detail());
        }
    }

    /** @return whether it is none of those that are kept */
    private synchronized boolean count(@Nullable String peer, Incident incident) {
        counts.merge(incident.kind(), 1L, Long::sum);
        if (peer != null) {
            peerCounts
                    .computeIfAbsent(peer, p -> new EnumMap<>(Incident.Kind.class))
                    .merge(incident.kind(), 1L, Long::sum);
        }
        boolean isNew = last.stream().noneMatch(seen -> seen.isSame(peer, incident));
        if (isNew) {
            last.addLast(new Seen(peer, incident, clock.millis()));
            if (last.size() > KEPT_MAX) {
                last.removeFirst();
            }
        }
        return isNew;
    }

    /** The last different ones, newest first. */
    public synchronized List<Seen> last() {
        List<Seen> seen = new ArrayList<>(last);
        Collections.reverse(seen);
        return seen;
    }

    /** How often each kind was reported since the start; kinds that never were are not there. */
    public synchronized Map<Incident.Kind, Long> counts() {
        return new EnumMap<>(counts);
    }

    /** The same of what one peer brought. @param peer its name here */
    public synchronized Map<Incident.Kind, Long> counts(String peer) {
        Map<Incident.Kind, Long> of = peerCounts.get(peer);
        return of == null ? Map.of() : new EnumMap<>(of);
    }
}
