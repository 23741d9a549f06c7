package io.meshlog.sim.reader;

import io.meshlog.op.Op;
import io.meshlog.replica.Line;
import io.meshlog.sim.world.Views;
import io.meshlog.view.Agents;
import io.meshlog.view.Claims;
import io.meshlog.view.Conflicts;
import io.meshlog.view.Conversation;
import io.meshlog.view.EventSet;
import io.meshlog.view.Mailbox;
import io.meshlog.view.Shown;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;

/** Views where none are kept: the shipped folds over the ops that are held. Stateless. */
public final class Folds implements Views {
    @Override
    public SortedMap<String, List<Owed>> owed(List<Op> about, SortedSet<String> agents) {
        EventSet set = EventSet.of(about);
        Claims claims = Claims.of(set);
        SortedMap<String, List<Owed>> owed = new TreeMap<>();
        agents.forEach(agent -> owed.put(agent, owed(set, claims, agent)));
        return owed;
    }

    private static List<Owed> owed(EventSet set, Claims claims, String agent) {
        List<Owed> owed = new ArrayList<>();
        for (Mailbox.Owed item : Mailbox.owed(set, claims, agent)) {
            owed.add(new Owed(item.event().id(), item.superseded(), item.claimedBy()));
        }
        return owed;
    }

    @Override
    public SortedMap<String, List<String>> all(
            List<Op> ops, Iterable<Line> lines, SortedSet<String> agents, SortedSet<String> threads) {
        EventSet set = EventSet.of(ops);
        Claims claims = Claims.of(set);
        SortedMap<String, List<String>> all = new TreeMap<>();
        agents.forEach(agent -> all.put("owed " + agent, ViewLines.owed(owed(set, claims, agent))));
        for (String id : threads) {
            Conversation thread = Conversation.of(set, claims, id);
            List<String> events = thread.events().stream().map(Shown::id).toList();
            all.put("thread " + id, ViewLines.thread(thread.state(), events, thread.claims()));
        }
        all.put("agents", Agents.of(set).stream().map(ViewLines::agent).toList());
        ViewLines.conflicts(Conflicts.of(set, claims, lines), all);
        return all;
    }
}
