package io.meshlog.node.sync;

import io.meshlog.replica.Incident;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What people must see: in the log once, counted, and the last ones kept for {@code /statusz}. The same sentence
 * in a row is logged once, so that a peer which keeps lying does not fill the log. Safe to use from any thread.
 */
public final class Incidents {
    private static final Logger LOG = LoggerFactory.getLogger("meshlog.incident");
    private static final int KEPT_MAX = 100;

    private final Deque<Incident> last = new ArrayDeque<>();
    private final Map<Incident.Kind, Long> counts = new EnumMap<>(Incident.Kind.class);

    public synchronized void report(Incident incident) {
        counts.merge(incident.kind(), 1L, Long::sum);
        if (!last.contains(incident)) {
            LOG.warn("incident kind={} origin={} detail=\"{}\"", incident.kind(), incident.origin(), incident.detail());
            last.addLast(incident);
            if (last.size() > KEPT_MAX) {
                last.removeFirst();
            }
        }
    }

    /** The last different ones, oldest first. */
    public synchronized List<Incident> last() {
        return List.copyOf(last);
    }

    /** How often each kind was reported since the start. */
    public synchronized Map<Incident.Kind, Long> counts() {
        return new EnumMap<>(counts);
    }
}
