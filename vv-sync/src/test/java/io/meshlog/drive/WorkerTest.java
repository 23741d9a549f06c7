package io.meshlog.drive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshlog.op.Artifact;
import io.meshlog.op.Digest;
import io.meshlog.op.Draft;
import io.meshlog.op.Event;
import io.meshlog.op.Fields;
import io.meshlog.op.JsonText;
import io.meshlog.replica.Answer;
import io.meshlog.replica.Effect;
import io.meshlog.replica.FakeKey;
import io.meshlog.replica.Input;
import io.meshlog.replica.Outcome;
import io.meshlog.replica.Question;
import io.meshlog.replica.RecoveredState;
import io.meshlog.replica.Replica;
import io.meshlog.replica.RoundResult;
import io.meshlog.replica.Served;
import io.meshlog.replica.TestNode;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What shares a transaction, who is answered, and which rounds count (spec §4, §5.5). */
class WorkerTest {
    private final FakeKey key = FakeKey.of("worker");
    private final Journal journal = new Journal();
    private final JournalLog log = new JournalLog(journal, key.origin());
    private final Host host = new Host();
    private final Worker worker = new Worker(log, host, () -> TestNode.EPOCH, Driver.Tap.NONE);

    @Test
    void whatWaitsTogetherIsOneTransactionBeforeAnybodyIsAnswered() {
        start();
        append(1);
        put(2, "art_a");
        append(3);
        worker.work();
        assertThat(journal.take())
                .containsSubsequence(
                        "log: commit 2", "answered 2 Stored", "answered 1 Appended", "answered 3 Appended", "sign 2")
                .filteredOn(line -> line.startsWith("log: commit"))
                .hasSize(1);
        assertThat(worker.isAnythingWaiting()).isFalse();
    }

    @Test
    void whatDependsOnWhatIsBeforeItSharesNoTransactionWithIt() {
        start();
        put(1, "art_a");
        put(2, "art_a");
        worker.work();
        assertThat(journal.take()).containsSubsequence("log: commit 1", "answered 1 Stored", "answered 2 Refused");
    }

    @Test
    void aRoundDividesWhatIsBeforeItFromWhatIsBehind() {
        start();
        append(1);
        assertThat(worker.startRound("peer")).isTrue();
        append(2);
        worker.work();
        assertThat(journal.take())
                .containsSubsequence(
                        "log: commit 1", "answered 1 Appended", "ask peer", "log: commit 1", "answered 2 Appended");
    }

    @Test
    void noTransactionGrowsWithoutBound() {
        start();
        for (int i = 0; i <= Worker.SHARED_MAX; i++) {
            append(i);
        }
        worker.work();
        assertThat(journal.take())
                .filteredOn(line -> line.startsWith("log: commit"))
                .hasSize(2);
    }

    @Test
    void everyRequestOfATransactionThatFailsIsUnansweredAndTheNextIsTaken() {
        start();
        append(1);
        append(2);
        journal.fail("log: commit");
        worker.work();
        assertThat(journal.take()).endsWith("log: commit 1", "failed log: commit 1", "unanswered 1", "unanswered 2");
        assertThat(worker.isRecovered()).isFalse();

        journal.heal();
        append(3);
        worker.work();
        assertThat(journal.take()).startsWith("log: recover").contains("answered 3 Appended");
    }

    @Test
    void whoeverWasAnsweredBeforeItFailedIsNotUnanswered() {
        start();
        append(1);
        append(2);
        journal.fail("answered 2");
        worker.work();
        assertThat(journal.take())
                .containsSubsequence("answered 1 Appended", "answered 2 Appended", "unanswered 2")
                .doesNotContain("unanswered 1");
    }

    @Test
    void whereTheProgramEndsNothingMoreIsTakenAndAllIsUnanswered() {
        start();
        append(1);
        worker.renew("by hand");
        append(2);
        host.livesOn = false;
        journal.fail("log: commit");
        worker.work();
        append(3);
        worker.abandon();
        assertThat(journal.take())
                .endsWith("log: commit 1", "failed log: commit 1", "unanswered 1", "unanswered 2", "unanswered 3");
    }

    @Test
    void whatTheHostThrowsAtAFailureComesThrough() {
        start();
        append(1);
        journal.fail("sign");
        host.rethrows = true;
        assertThatThrownBy(worker::work).isInstanceOf(Journal.Broken.class);
        assertThat(worker.isRecovered()).isFalse();
    }

    @Test
    void aRetryRecoversAndCommitsNothing() {
        start();
        append(1);
        journal.fail("log: ");
        worker.work();
        worker.retry();
        assertThat(journal.take()).endsWith("log: recover", "failed log: recover");
        journal.heal();
        worker.retry();
        assertThat(journal.take())
                .containsExactly("log: recover", "recovered", "publish tip 0, proved 0", "log: commit 1");
        assertThat(log.contents().ops()).isEmpty();
    }

    // ---- rounds

    @Test
    void oneRoundAPeerWaitsOrRuns() {
        start();
        assertThat(worker.startRound("peer")).isTrue();
        assertThat(worker.startRound("peer")).isFalse();
        assertThat(worker.startRound("other")).isTrue();
        worker.work();
        assertThat(worker.startRound("peer")).isFalse();
        assertThat(worker.heard(host.asked, new Answer.Failed("unreachable"))).isTrue();
        worker.work();
        assertThat(journal.take()).endsWith("round ended peer", "taken peer");
        assertThat(worker.startRound("peer")).isTrue();
    }

    @Test
    void anAnswerToARoundThatIsGoneCountsForNothing() {
        start();
        worker.startRound("peer");
        worker.work();
        Ticket gone = host.asked;
        append(1);
        journal.fail("log: commit");
        worker.work();
        assertThat(journal.take()).endsWith("failed log: commit 1", "round lost peer", "unanswered 1");
        assertThat(worker.isAnyRoundRunning()).isFalse();

        journal.heal();
        assertThat(worker.heard(gone, new Answer.Failed("late"))).isFalse();
        worker.startRound("peer");
        assertThat(worker.heard(gone, new Answer.Failed("later"))).isFalse();
        worker.work();
        assertThat(journal.take()).endsWith("ask peer");
        assertThat(worker.heard(gone, new Answer.Failed("too late"))).isFalse();
        assertThat(worker.isAnythingWaiting()).isFalse();
    }

    @Test
    void whatWaitsBehindAFailedWriteGoesWithItsRound() {
        start();
        worker.startRound("peer");
        worker.work();
        append(1);
        worker.heard(host.asked, new Answer.Failed("in time, and behind"));
        worker.startRound("other");
        journal.fail("log: commit");
        worker.work();
        assertThat(journal.take())
                .endsWith("failed log: commit 1", "round lost other", "round lost peer", "unanswered 1");
        assertThat(worker.startRound("other")).isTrue();
    }

    @Test
    void anAnswerIsTakenOnceWhatFollowsFromItIsDone() {
        start();
        worker.startRound("peer");
        worker.work();
        worker.heard(host.asked, new Answer.Failed("unreachable"));
        journal.fail("round ended");
        worker.work();
        assertThat(journal.take()).contains("round ended peer").doesNotContain("taken peer");
    }

    private void start() {
        worker.start(null);
        journal.take();
    }

    private void append(long request) {
        Draft draft = new Draft(
                new Event.Routing("s", "r", null, "agent@worker", null, null),
                "note",
                null,
                null,
                null,
                "body",
                "{}",
                List.of(),
                null);
        worker.append(now -> new Input.Request(request, draft, "evt_" + request, "2026-08-25T23:20:03Z", null));
    }

    private void put(long request, String id) {
        byte[] content = {'a'};
        worker.put(
                request,
                new Artifact(
                        id,
                        "note",
                        Digest.sha256(content),
                        content.length,
                        "a",
                        "agent@worker",
                        "2026-08-25T23:20:03Z",
                        "rep_x",
                        "{}",
                        Fields.of(Map.of("id", JsonText.quote(id)))));
    }

    /** Writes down what it is told. */
    private final class Host implements Worker.Host {
        private final JournalHost journaled = new JournalHost(journal, key);
        private Ticket asked;
        private boolean livesOn = true;
        private boolean rethrows;

        @Override
        public Replica recovered(RecoveredState state) {
            return journaled.recovered(state);
        }

        @Override
        public void answered(long request, Outcome outcome) {
            journaled.answered(new Effect.Answered(request, outcome));
        }

        @Override
        public void unanswered(long request) {
            journal.write("unanswered " + request);
        }

        @Override
        public void ask(Ticket ticket, Question question) {
            asked = "peer".equals(ticket.peer()) ? ticket : asked;
            journal.write("ask " + ticket.peer());
        }

        @Override
        public void taken(Ticket ticket, Answer answer) {
            journal.write("taken " + ticket.peer());
        }

        @Override
        public void roundEnded(String peer, RoundResult result) {
            journal.write("round ended " + peer);
        }

        @Override
        public void roundLost(String peer) {
            journal.write("round lost " + peer);
        }

        @Override
        public boolean failed(RuntimeException failure) {
            if (rethrows) {
                throw failure;
            }
            journal.write("failed " + failure.getMessage());
            return livesOn;
        }

        @Override
        public void sign(Effect.Sign effect) {
            journaled.sign(effect);
        }

        @Override
        public Input.Renewed renew(Effect.RenewIdentity effect) {
            return journaled.renew(effect);
        }

        @Override
        public void renewed() {
            journaled.renewed();
        }

        @Override
        public void publish(Served served) {
            journaled.publish(served);
        }

        @Override
        public void report(Effect.Report effect) {
            journaled.report(effect);
        }
    }
}
