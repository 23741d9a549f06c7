package io.meshlog.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlog.op.Op;
import io.meshlog.replica.Line;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** §6 The views, against an oracle that looks at everything, and against themselves. */
class ViewPropertyTest {
    @Property(tries = 400)
    void theFoldsEqualTheWordsOfTheSpec(@ForAll long seed) {
        RandomOps random = new RandomOps(seed, 30);
        List<Line> lines = random.lines();
        NaiveViews naive = new NaiveViews(random.ops());
        ViewTexts views = new ViewTexts(EventSet.of(random.ops()));
        for (String agent : RandomOps.AGENTS) {
            assertThat(views.owed(agent)).as("owed by %s", agent).isEqualTo(naive.owed(agent));
            assertThat(views.news(agent)).as("news for %s", agent).isEqualTo(naive.news(agent));
        }
        for (String thread : RandomOps.THREADS) {
            assertThat(views.thread(thread)).as("thread %s", thread).isEqualTo(naive.thread(thread));
        }
        assertThat(views.agents()).isEqualTo(naive.agents());
        assertThat(views.conflicts(lines)).isEqualTo(naive.conflicts(lines));
    }

    @Property(tries = 100)
    void a2TheOrderOfArrivalChangesNothing(@ForAll long seed) {
        RandomOps random = new RandomOps(seed, 30);
        List<Line> lines = random.lines();
        List<String> before = new ViewTexts(EventSet.of(random.ops())).all(lines);
        List<Op> shuffled = new ArrayList<>(random.ops());
        Collections.shuffle(shuffled, new Random(seed));
        Collections.shuffle(lines, new Random(seed));
        assertThat(new ViewTexts(EventSet.of(shuffled)).all(lines)).isEqualTo(before);
    }

    @Property(tries = 100)
    void m4NobodyOwesItsOwnAskOrABroadcast(@ForAll long seed) {
        EventSet set = EventSet.of(new RandomOps(seed, 30).ops());
        Claims claims = Claims.of(set);
        assertThat(Mailbox.of(set, claims, "*").owed()).isEmpty();
        assertThat(Mailbox.of(set, claims, "*").news()).isEmpty();
        for (Shown event : set.events()) {
            boolean isAlone = event.hidden().isEmpty();
            String author = event.said().fromAgent();
            assertThat(Mailbox.of(set, claims, author).owed())
                    .noneMatch(owed -> isAlone && owed.event().equals(event));
        }
    }

    /** What more ops can do: an answer takes asks away and adds none, a conflict that was seen stays one. */
    @Property(tries = 100)
    void moreOpsTakeBackNoConflictAndAnswersAddNoAsk(@ForAll long seed) {
        List<Op> ops = new RandomOps(seed, 30).ops();
        Op last = ops.get(ops.size() - 1);
        EventSet few = EventSet.of(ops.subList(0, ops.size() - 1));
        EventSet more = EventSet.of(ops);
        List<String> conflictsBefore = ids(few);
        assertThat(ids(more)).containsAll(conflictsBefore);
        assertThat(more.unreadable()).containsAll(few.unreadable());
        Said said = Said.of(last);
        boolean isNewAnswer = said != null && Clearing.isTerminal(said.status()) && few.byId(said.eventId()) == null;
        for (String agent : RandomOps.AGENTS) {
            if (isNewAnswer) {
                assertThat(new ViewTexts(few).owedIds(agent)).containsAll(new ViewTexts(more).owedIds(agent));
            }
        }
    }

    private static List<String> ids(EventSet set) {
        return set.events().stream().filter(Shown::isConflict).map(Shown::id).toList();
    }
}
