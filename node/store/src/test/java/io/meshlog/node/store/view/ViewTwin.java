package io.meshlog.node.store.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlog.node.store.EventReader;
import io.meshlog.node.store.row.StoredEvent;
import io.meshlog.op.MergeKey;
import io.meshlog.replica.MemoryOpLog;
import io.meshlog.view.Agents;
import io.meshlog.view.Claims;
import io.meshlog.view.Conflict;
import io.meshlog.view.Conflicts;
import io.meshlog.view.Conversation;
import io.meshlog.view.EventSet;
import io.meshlog.view.Mailbox;
import io.meshlog.view.Shown;
import java.util.ArrayList;
import java.util.List;

/** What {@link EventReader} says of the views, page by page, against the core's folds over the same ops. */
final class ViewTwin {
    private static final int PAGE = 2;
    private static final long BYTES_MAX = 1 << 20;

    private final EventReader reader;
    private final MemoryOpLog log;
    private final EventSet set;
    private final Claims claims;

    ViewTwin(MemoryOpLog log, EventReader reader) {
        this.reader = reader;
        this.log = log;
        this.set = EventSet.of(log.ops().stream().map(MemoryOpLog.Held::op).toList());
        this.claims = Claims.of(set);
    }

    void agree(List<String> agents, List<String> threads) {
        for (String agent : agents) {
            owed(agent);
            news(agent);
        }
        for (String thread : threads) {
            thread(thread);
        }
        agents();
        conflicts();
    }

    private void owed(String agent) {
        List<OwedPage.Item> found = new ArrayList<>();
        OwedPage page = reader.owed(agent, null, PAGE, BYTES_MAX);
        while (true) {
            found.addAll(page.items());
            assertThat(page.items()).hasSizeLessThanOrEqualTo(PAGE);
            if (!page.more()) {
                break;
            }
            page = reader.owed(agent, key(found.get(found.size() - 1).event()), PAGE, BYTES_MAX);
        }
        List<Mailbox.Owed> expected = Mailbox.of(set, claims, agent).owed();
        assertThat(found.stream()
                        .map(item -> text(item.event()) + item.superseded() + item.claimedBy())
                        .toList())
                .as("owed by %s", agent)
                .isEqualTo(expected.stream()
                        .map(owed -> text(owed.event()) + owed.superseded() + owed.claimedBy())
                        .toList());
    }

    private void news(String agent) {
        List<Shown> expected = Mailbox.of(set, claims, agent).news();
        NewsPage page = reader.news(agent, PAGE);
        assertThat(page.count()).as("news for %s", agent).isEqualTo(expected.size());
        assertThat(page.items().stream().map(ViewTwin::text).toList())
                .as("news for %s", agent)
                .isEqualTo(expected.stream().limit(PAGE).map(ViewTwin::text).toList());
    }

    private void thread(String id) {
        Conversation expected = Conversation.of(set, claims, id);
        List<String> events = new ArrayList<>();
        List<Claims.Claim> found = new ArrayList<>();
        ThreadPage page = reader.thread(id, null, PAGE, BYTES_MAX);
        while (true) {
            page.events().forEach(event -> events.add(text(event)));
            found.addAll(page.claims());
            assertThat(page.state()).as("state of %s", id).isEqualTo(expected.state());
            assertThat(page.events()).hasSizeLessThanOrEqualTo(PAGE);
            if (!page.more()) {
                break;
            }
            MergeKey last = key(page.events().get(page.events().size() - 1));
            page = reader.thread(id, last, PAGE, BYTES_MAX);
        }
        assertThat(events)
                .as("thread %s", id)
                .isEqualTo(expected.events().stream().map(ViewTwin::text).toList());
        assertThat(found).as("claims of %s", id).isEqualTo(expected.claims());
    }

    private void agents() {
        List<Agents.Agent> found = new ArrayList<>();
        List<Agents.Agent> page = reader.agents("", PAGE);
        while (!page.isEmpty()) {
            found.addAll(page);
            page = reader.agents(found.get(found.size() - 1).name(), PAGE);
        }
        assertThat(found).isEqualTo(Agents.of(set));
    }

    private void conflicts() {
        List<Conflict> found = new ArrayList<>();
        List<ListedConflict> page = reader.conflicts(null, PAGE);
        while (!page.isEmpty()) {
            page.forEach(listed -> found.add(listed.conflict()));
            ConflictKey last = page.get(page.size() - 1).key();
            assertThat(ConflictKey.parse(last.text())).isEqualTo(last);
            page = reader.conflicts(last, PAGE);
        }
        assertThat(found)
                .isEqualTo(Conflicts.of(set, claims, log.recover().lines().values()));
    }

    private static String text(StoredEvent event) {
        return event.op().eventId() + " " + event.op() + " " + event.op().digest() + " " + event.conflict() + " ";
    }

    private static String text(Shown event) {
        return event.id() + " " + event.op() + " " + event.op().digest() + " " + event.isConflict() + " ";
    }

    private static MergeKey key(StoredEvent event) {
        return MergeKey.of(event.op());
    }
}
