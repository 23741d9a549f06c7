package io.meshlog.node.follow;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlog.node.store.list.ListQuery;
import io.meshlog.node.store.list.ListedEvents;
import io.meshlog.node.store.row.StoredEvent;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What commits bring is told once, in order, to those whom it concerns; and what fails is tried again. */
class TailTest {
    private final Deque<Runnable> loop = new ArrayDeque<>();
    private final List<Runnable> later = new ArrayList<>();
    private final Log log = new Log();
    private final Tail tail = new Tail(log, loop::add, later::add);

    /** Answers when it is told to. */
    private static final class Log implements Tail.Source {
        private final List<StoredEvent> events = new ArrayList<>();
        private final Deque<Runnable> reads = new ArrayDeque<>();
        private CompletableFuture<Void> next = new CompletableFuture<>();
        private long generation;
        private int pageMax = 500;
        private boolean fails;

        void commit(String... to) {
            for (String agent : to) {
                events.add(Told.event(events.size() + 1L, agent));
            }
            generation++;
            CompletableFuture<Void> waiting = next;
            next = new CompletableFuture<>();
            waiting.complete(null);
        }

        @Override
        public long generation() {
            return generation;
        }

        @Override
        public CompletableFuture<Void> committedAfter(long seen) {
            return generation > seen ? CompletableFuture.completedFuture(null) : next.copy();
        }

        @Override
        public CompletableFuture<ListedEvents> after(long position) {
            CompletableFuture<ListedEvents> page = new CompletableFuture<>();
            reads.add(() -> {
                if (fails) {
                    page.completeExceptionally(new IllegalStateException("no disk"));
                    return;
                }
                List<StoredEvent> found = events.stream()
                        .filter(e -> e.seq() > position)
                        .limit(pageMax)
                        .toList();
                long to =
                        found.isEmpty() ? position : found.get(found.size() - 1).seq();
                page.complete(new ListedEvents(found, to < events.size(), to, null));
            });
            return page;
        }
    }

    private final class Reader implements Follower {
        private final String to;
        private final boolean leavesAtOnce;
        private long position;
        private final List<Long> heard = new ArrayList<>();

        Reader(String to, long position, boolean leavesAtOnce) {
            this.to = to;
            this.position = position;
            this.leavesAtOnce = leavesAtOnce;
        }

        @Override
        public ListQuery filters() {
            List<String> any = List.of();
            return new ListQuery(
                    any, any, any, any, List.of(to), any, any, any, any, null, ListQuery.Order.ASC, 0, null, 0, 1, 1);
        }

        @Override
        public long position() {
            return position;
        }

        @Override
        public void arrived(Arrived arrived) {
            position = arrived.event().seq();
            heard.add(position);
            if (leavesAtOnce) {
                tail.leaves(this);
            }
        }
    }

    private Reader joined(String to, long position) {
        Reader reader = new Reader(to, position, false);
        assertThat(tail.joins(reader)).isTrue();
        return reader;
    }

    private void settle() {
        while (!loop.isEmpty() || !log.reads.isEmpty()) {
            if (loop.isEmpty()) {
                log.reads.poll().run();
            } else {
                loop.poll().run();
            }
        }
    }

    @Test
    void nothingIsReadWhileNobodyFollows() {
        log.commit("x");
        settle();
        assertThat(log.reads).isEmpty();
        Reader reader = joined("x", 1);
        settle();
        tail.leaves(reader);
        log.commit("x");
        settle();
        log.commit("x");
        assertThat(log.reads).isEmpty();
        assertThat(tail.size()).isZero();
    }

    @Test
    void whatCameBetweenTheLookAndTheJoiningIsTold() {
        Reader reader = new Reader("x", 0, false);
        log.commit("x", "y", "x");
        assertThat(tail.joins(reader)).isTrue();
        settle();
        log.commit("x");
        settle();
        assertThat(reader.heard).containsExactly(1L, 3L, 4L);
    }

    @Test
    void commitsThatComeDuringAReadAreReadTogether() {
        Reader reader = joined("x", 0);
        settle();
        log.commit("x");
        loop.poll().run();
        log.commit("x");
        log.commit("x");
        assertThat(log.reads).hasSize(1);
        settle();
        assertThat(reader.heard).containsExactly(1L, 2L, 3L);
    }

    @Test
    void whoKnowsLessThanWasToldMustLookAgainItself() {
        joined("x", 0);
        log.commit("x", "x");
        settle();
        Reader late = new Reader("x", 1, false);
        assertThat(tail.joins(late)).isFalse();
        late.position = 2;
        assertThat(tail.joins(late)).isTrue();
        log.commit("x");
        settle();
        assertThat(late.heard).containsExactly(3L);
    }

    @Test
    void whoKnowsMoreThanWasToldIsNotToldThatAgain() {
        Reader first = joined("x", 0);
        log.commit("x", "x");
        Reader ahead = joined("x", 2);
        settle();
        log.commit("x");
        settle();
        assertThat(first.heard).containsExactly(1L, 2L, 3L);
        assertThat(ahead.heard).containsExactly(3L);
    }

    @Test
    void whoLeavesWhenItHearsIsNotToldTheRestOfThePage() {
        Reader once = new Reader("x", 0, true);
        tail.joins(once);
        Reader other = joined("x", 0);
        log.commit("x", "x");
        settle();
        assertThat(once.heard).containsExactly(1L);
        assertThat(other.heard).containsExactly(1L, 2L);
    }

    @Test
    void pagesFollowEachOther() {
        log.pageMax = 2;
        Reader reader = joined("x", 0);
        log.commit("x", "x", "x", "x", "x");
        settle();
        assertThat(reader.heard).containsExactly(1L, 2L, 3L, 4L, 5L);
    }

    @Test
    void aReadThatFailsIsTriedAgainLater() {
        log.fails = true;
        Reader reader = joined("x", 0);
        log.commit("x");
        settle();
        assertThat(later).hasSize(1);
        log.fails = false;
        later.remove(0).run();
        settle();
        assertThat(reader.heard).containsExactly(1L);
    }

    @Test
    void oneThatFailsDoesNotKeepItFromOthers() {
        Follower broken = new Follower() {
            @Override
            public ListQuery filters() {
                return ListQuery.all(0, 1, 1);
            }

            @Override
            public long position() {
                return 0;
            }

            @Override
            public void arrived(Arrived arrived) {
                throw new IllegalStateException("planted");
            }
        };
        tail.joins(broken);
        Reader reader = joined("x", 0);
        log.commit("x", "x");
        settle();
        assertThat(reader.heard).containsExactly(1L, 2L);
    }

    @Test
    void whatAllAreSentIsMadeOnce() {
        List<String> made = new ArrayList<>();
        Arrived arrived = new Arrived(Told.event(1, "x"));
        for (int i = 0; i < 3; i++) {
            assertThat(arrived.<String>rendered(event -> {
                        made.add("made");
                        return "frame " + event.seq();
                    }))
                    .isEqualTo("frame 1");
        }
        assertThat(made).hasSize(1);
    }
}
