package io.meshlog.sim.check;

import io.meshlog.sim.world.Views;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who owes what and who has taken what on, from the words of spec §5.3 and §6: every question looks at every op that it
 * was given. Immutable once made.
 */
final class TalkOracle {
    private static final List<String> TERMINAL = List.of("applied", "blocked", "failed", "superseded");

    private static final Comparator<Issued> MERGE_ORDER = Comparator.comparing(op -> op.place);

    private final Map<String, List<Issued>> carriers = new LinkedHashMap<>();
    /** Events as readers see them, in merge order. */
    private final List<Issued> shown = new ArrayList<>();
    /** Those of them that ask somebody for something, by any of their ops. */
    private final List<Issued> asking = new ArrayList<>();

    /** @param ops readable ones; all that carry an event, or none of them */
    TalkOracle(Iterable<Issued> ops) {
        for (Issued op : ops) {
            carriers.computeIfAbsent(op.event(), e -> new ArrayList<>(2)).add(op);
        }
        for (List<Issued> of : carriers.values()) {
            of.sort(MERGE_ORDER);
            shown.add(of.get(0));
        }
        shown.sort(MERGE_ORDER);
        for (Issued e : shown) {
            if (isAnAsk(carriers(e.event()))) {
                asking.add(e);
            }
        }
    }

    List<Issued> shown() {
        return shown;
    }

    List<Issued> carriers(String event) {
        List<Issued> of = carriers.get(event);
        return of == null ? List.of() : of;
    }

    private static boolean isAnAsk(List<Issued> of) {
        for (Issued e : of) {
            if (isAsk(e)) {
                return true;
            }
        }
        return false;
    }

    static boolean isTerminal(Issued r) {
        return TERMINAL.contains(r.status);
    }

    static boolean isClaim(Issued r) {
        return r.status.equals("claimed");
    }

    static boolean isAsk(Issued e) {
        return e.status.equals("open") && !e.to.isEmpty() && !e.to.equals("*") && !e.to.equals(e.agent);
    }

    static boolean isInThread(Issued r, Issued e) {
        return !r.thread.isEmpty() && (r.thread.equals(e.event()) || r.thread.equals(e.thread));
    }

    private static boolean joins(Issued r, Issued e) {
        return r.ackOf.equals(e.event()) || isInThread(r, e) && r.hlc.compareTo(e.hlc) > 0;
    }

    private boolean isCleared(Issued e) {
        for (Issued r : shown) {
            if (r.agent.equals(e.to) && isTerminal(r) && joins(r, e)) {
                return true;
            }
        }
        return false;
    }

    boolean isAsked(String event, String agent) {
        for (Issued e : carriers(event)) {
            if (isAsk(e) && e.to.equals(agent)) {
                return true;
            }
        }
        return false;
    }

    boolean isOwed(String event, String agent) {
        for (Issued e : carriers(event)) {
            if (isAsk(e) && e.to.equals(agent) && !isCleared(e)) {
                return true;
            }
        }
        return false;
    }

    /** Whether an agent ended a thread before something of it was asked: only a clock tells the two apart (M3). */
    boolean isAnsweredTooEarly(String event, String agent) {
        for (Issued e : carriers(event)) {
            for (Issued r : isAsk(e) && e.to.equals(agent) ? shown : List.<Issued>of()) {
                if (r.agent.equals(agent) && isTerminal(r) && isInThread(r, e) && !joins(r, e)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** In merge order. */
    List<Views.Owed> owed(String agent) {
        List<Views.Owed> owed = new ArrayList<>();
        for (Issued e : asking) {
            if (isOwed(e.event(), agent)) {
                owed.add(new Views.Owed(e.event(), isSuperseded(e), claimedBy(e)));
            }
        }
        return owed;
    }

    private boolean isSuperseded(Issued e) {
        for (Issued r : shown) {
            boolean mayTell = r.agent.equals(e.agent) || r.ackOf.equals(e.event());
            if (r.status.equals("superseded") && mayTell && joins(r, e)) {
                return true;
            }
        }
        return false;
    }

    private @Nullable String claimedBy(Issued e) {
        String own = "thread " + e.event();
        String shared = "thread " + e.thread;
        Issued inThread = null;
        for (Issued r : shown) {
            if (isClaim(r) && r.ackOf.equals(e.event())) {
                return r.agent;
            }
            boolean isIts = isClaim(r) && (r.about.equals(own) || r.about.equals(shared));
            inThread = inThread == null && isIts ? r : inThread;
        }
        return inThread == null ? null : inThread.agent;
    }

    /** The claim that has won what this one is about. */
    Issued winner(Issued claim) {
        for (Issued r : shown) {
            if (isClaim(r) && r.about.equals(claim.about)) {
                return r;
            }
        }
        return claim;
    }

    /** Ids of all events among these that somebody may owe. */
    static Set<String> asks(List<Issued> ops) {
        Set<String> asks = new LinkedHashSet<>();
        for (Issued e : ops) {
            if (e.status.equals("open") && !e.to.isEmpty()) {
                asks.add(e.event());
            }
        }
        return asks;
    }
}
