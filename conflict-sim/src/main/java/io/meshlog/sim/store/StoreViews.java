package io.meshlog.sim.store;

import io.meshlog.node.store.EventReader;
import io.meshlog.node.store.row.StoredEvent;
import io.meshlog.node.store.view.ConflictKey;
import io.meshlog.node.store.view.ListedConflict;
import io.meshlog.node.store.view.OwedPage;
import io.meshlog.node.store.view.ThreadPage;
import io.meshlog.op.MergeKey;
import io.meshlog.op.Op;
import io.meshlog.replica.Line;
import io.meshlog.sim.reader.ViewLines;
import io.meshlog.sim.world.Views;
import io.meshlog.view.Agents;
import io.meshlog.view.Claims;
import io.meshlog.view.Conflict;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The views that a store keeps, as its clients read them: page by page, from its tables. Between steps only. */
final class StoreViews implements Views {
    /** Small, so that pages end in the middle of things. */
    private static final int PAGE = 7;

    private final Supplier<EventReader> reader;

    /** @param reader of the store that is open now */
    StoreViews(Supplier<EventReader> reader) {
        this.reader = reader;
    }

    @Override
    public SortedMap<String, List<Owed>> owed(List<Op> about, SortedSet<String> agents) {
        SortedMap<String, List<Owed>> owed = new TreeMap<>();
        agents.forEach(agent -> owed.put(agent, owed(agent)));
        return owed;
    }

    private List<Owed> owed(String agent) {
        List<Owed> owed = new ArrayList<>();
        MergeKey after = null;
        OwedPage page;
        do {
            page = reader.get().owed(agent, after, PAGE, Long.MAX_VALUE);
            for (OwedPage.Item item : page.items()) {
                owed.add(new Owed(item.event().op().eventId(), item.superseded(), item.claimedBy()));
                after = MergeKey.of(item.event().op());
            }
        } while (page.more());
        return owed;
    }

    @Override
    public SortedMap<String, List<String>> all(
            List<Op> ops, Iterable<Line> lines, SortedSet<String> agents, SortedSet<String> threads) {
        SortedMap<String, List<String>> all = new TreeMap<>();
        agents.forEach(agent -> all.put("owed " + agent, ViewLines.owed(owed(agent))));
        threads.forEach(thread -> all.put("thread " + thread, thread(thread)));
        all.put("agents", agents());
        ViewLines.conflicts(conflicts(), all);
        return all;
    }

    private List<String> thread(String id) {
        List<String> events = new ArrayList<>();
        List<Claims.Claim> claims = new ArrayList<>();
        @Nullable MergeKey after = null;
        ThreadPage page;
        do {
            page = reader.get().thread(id, after, PAGE, Long.MAX_VALUE);
            for (StoredEvent event : page.events()) {
                events.add(event.op().eventId());
                after = MergeKey.of(event.op());
            }
            claims.addAll(page.claims());
        } while (page.more());
        return ViewLines.thread(page.state(), events, claims);
    }

    private List<String> agents() {
        List<String> agents = new ArrayList<>();
        List<Agents.Agent> page = reader.get().agents("", PAGE);
        while (!page.isEmpty()) {
            page.forEach(agent -> agents.add(ViewLines.agent(agent)));
            page = reader.get().agents(page.get(page.size() - 1).name(), PAGE);
        }
        return agents;
    }

    private List<Conflict> conflicts() {
        List<Conflict> conflicts = new ArrayList<>();
        List<ListedConflict> page = reader.get().conflicts(null, PAGE);
        while (!page.isEmpty()) {
            page.forEach(listed -> conflicts.add(listed.conflict()));
            ConflictKey last = page.get(page.size() - 1).key();
            page = reader.get().conflicts(last, PAGE);
        }
        return conflicts;
    }
}
