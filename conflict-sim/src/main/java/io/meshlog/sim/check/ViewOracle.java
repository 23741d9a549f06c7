package io.meshlog.sim.check;

import io.meshlog.op.Origin;
import io.meshlog.replica.Line;
import io.meshlog.sim.world.Views;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** All views of a set of ops, from the words of spec §6, in the lines that {@link Views} has. Immutable once made. */
final class ViewOracle {
    private final List<Issued> unreadable = new ArrayList<>();
    private final TalkOracle events;
    private final SortedMap<Origin, Line> lines;
    private final SortedSet<String> agents = new TreeSet<>();
    private final SortedSet<String> threads = new TreeSet<>();
    private final SortedMap<String, Long> written = new TreeMap<>();
    /** Only ops that are talk owe, claim, or stand in threads; the events that threads are named after do too. */
    private final TalkOracle talk;

    ViewOracle(List<Issued> held, SortedMap<Origin, Line> lines) {
        List<Issued> readable = new ArrayList<>();
        held.forEach(op -> (op.isReadable() ? readable : unreadable).add(op));
        this.events = new TalkOracle(readable);
        this.lines = lines;
        SortedSet<String> talking = new TreeSet<>();
        for (Issued op : readable) {
            agents.add(op.agent);
            if (op.isTalk) {
                talking.addAll(op.words);
                threads.addAll(op.words);
            }
            if (!op.to.isEmpty()) {
                agents.add(op.to);
            }
        }
        this.talk = new TalkOracle(
                readable.stream().filter(op -> talking.contains(op.event())).toList());
    }

    SortedSet<String> agents() {
        return agents;
    }

    SortedSet<String> threads() {
        return threads;
    }

    SortedMap<String, List<String>> all() {
        SortedMap<String, List<String>> all = new TreeMap<>();
        for (String agent : agents) {
            all.put(
                    "owed " + agent,
                    talk.owed(agent).stream()
                            .map(o -> o.event() + " superseded=" + o.superseded() + " claimed_by=" + o.claimedBy())
                            .toList());
        }
        threads.forEach(id -> all.put("thread " + id, thread(id)));
        all.put("agents", speakers());
        all.put("claims", lostClaims());
        List<String> conflicts = new ArrayList<>();
        differing(conflicts);
        forks(conflicts);
        contradictions(conflicts);
        for (Issued e : events.shown()) {
            if (isAnomalous(e)) {
                conflicts.add("clock_anomaly " + e.event());
            }
        }
        unreadable.sort(Comparator.<Issued, Origin>comparing(op -> op.op.origin())
                .thenComparing(op -> op.op.seq())
                .thenComparing(op -> op.chain));
        unreadable.forEach(op -> conflicts.add("quarantine " + op.op.origin() + "#" + op.op.seq()));
        all.put("conflicts", conflicts);
        return all;
    }

    private List<String> thread(String id) {
        List<String> lines = new ArrayList<>();
        String state = null;
        for (Issued e : talk.shown()) {
            if (e.event().equals(id) || e.thread.equals(id)) {
                boolean isClaim = TalkOracle.isClaim(e);
                lines.add(e.event() + (!isClaim ? "" : talk.winner(e) == e ? " won" : " lost"));
                state = e.status.isEmpty() ? state : e.status;
            }
        }
        lines.add(0, "state " + state);
        return lines;
    }

    private List<String> lostClaims() {
        List<String> lost = new ArrayList<>();
        for (Issued e : talk.shown()) {
            if (TalkOracle.isClaim(e) && talk.winner(e) != e) {
                lost.add(e.event() + " lost to " + talk.winner(e).event());
            }
        }
        return lost;
    }

    private List<String> speakers() {
        SortedMap<String, List<Issued>> said = new TreeMap<>();
        events.shown()
                .forEach(e ->
                        said.computeIfAbsent(e.agent, a -> new ArrayList<>()).add(e));
        List<String> speakers = new ArrayList<>();
        said.forEach((name, of) -> {
            String seen = "";
            SortedSet<String> devices = new TreeSet<>();
            SortedSet<String> replicas = new TreeSet<>();
            for (Issued e : of) {
                String at = e.hlc + " " + e.createdAt;
                seen = at.compareTo(seen) > 0 ? at : seen;
                replicas.add(e.op.origin().name());
                if (e.isChained() && !e.assertedBy.isEmpty()) {
                    devices.add(e.assertedBy);
                }
            }
            List<String> clashes = said.keySet().stream()
                    .filter(other -> !other.equals(name) && other.equalsIgnoreCase(name))
                    .toList();
            speakers.add(name + " " + seen + " " + devices + " " + replicas + " " + clashes);
        });
        return speakers;
    }

    private void differing(List<String> conflicts) {
        for (Issued e : events.shown()) {
            boolean differ = false;
            for (Issued other : events.carriers(e.event())) {
                differ |= !other.payload.equals(e.payload);
            }
            if (differ) {
                conflicts.add("id_conflict " + e.event());
            }
        }
    }

    private void forks(List<String> conflicts) {
        SortedMap<Origin, List<Line>> branches = new TreeMap<>();
        for (Line line : lines.values()) {
            Origin parent = line.parent();
            if (parent != null) {
                branches.computeIfAbsent(parent, p -> new ArrayList<>()).add(line);
            }
        }
        branches.forEach((parent, of) ->
                conflicts.add("fork " + parent + "#" + (of.get(0).first() - 1) + " "
                        + of.stream().map(Line::name).sorted().toList()));
    }

    /** Of each agent its newest terminal reply about a thing counts; two agents that ended it differently contradict. */
    private void contradictions(List<String> conflicts) {
        SortedMap<String, SortedMap<String, Issued>> newest = new TreeMap<>();
        for (Issued e : talk.shown()) {
            if (TalkOracle.isTerminal(e)) {
                newest.computeIfAbsent(order(e.about), a -> new TreeMap<>()).put(e.agent, e);
            }
        }
        newest.forEach((about, words) -> {
            if (new LinkedHashSet<>(words.values().stream().map(e -> e.status).toList()).size() > 1) {
                List<String> ids = words.values().stream()
                        .sorted(Comparator.comparing(e -> e.place))
                        .map(Issued::event)
                        .toList();
                conflicts.add("contradictory_terminals " + about.substring(1) + " " + ids);
            }
        });
    }

    /** Threads stand before events. */
    private static String order(String about) {
        return (about.startsWith("thread") ? "0" : "1") + about;
    }

    private boolean isAnomalous(Issued e) {
        Long at = e.isStampOwn ? writtenAt(e.createdAt) : Long.valueOf(Long.MIN_VALUE);
        return at != null && (at == Long.MIN_VALUE || e.millis - at > Stamps.DAY_MILLIS + 1_000);
    }

    private @Nullable Long writtenAt(String time) {
        long known = written.computeIfAbsent(time, t -> {
            try {
                return OffsetDateTime.parse(t).toInstant().toEpochMilli();
            } catch (DateTimeException e) {
                return Long.MAX_VALUE;
            }
        });
        return known == Long.MAX_VALUE ? null : (Long) known;
    }
}
