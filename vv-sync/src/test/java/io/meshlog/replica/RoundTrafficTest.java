package io.meshlog.replica;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A round takes what is missing and nothing else (invariants O4, O8): what is held is not fetched again. */
class RoundTrafficTest {
    /** Counts what a peer hands out. */
    private static final class Counting implements Peer {
        final Peer peer;
        final List<Long> seqs = new ArrayList<>();
        int questions;

        Counting(TestNode node) {
            peer = new NodePeer(node);
        }

        @Override
        public Answer answer(Question question) {
            Answer answer = peer.answer(question);
            questions++;
            if (answer instanceof Answer.Ops ops) {
                ops.page().ops().forEach(op -> seqs.add(op.seq()));
            }
            return answer;
        }
    }

    @Test
    void aRoundFetchesOnlyTheOpsThatAreMissing() {
        TestNode author = new TestNode("author");
        TestNode reader = new TestNode("reader");
        Counting counting = new Counting(author);
        for (int i = 1; i <= 30; i++) {
            author.append("op " + i);
            if (i % 10 == 0) {
                reader.pull("author", counting);
            }
        }
        assertThat(counting.seqs).hasSize(30).doesNotHaveDuplicates();
    }

    @Test
    void aRoundWithNothingNewIsOneQuestion() {
        TestNode author = new TestNode("author");
        TestNode reader = new TestNode("reader");
        Counting counting = new Counting(author);
        author.append("op");
        reader.append("own");
        reader.pull("author", counting);
        counting.questions = 0;
        reader.pull("author", counting);
        assertThat(counting.questions).isOne();
    }

    @Test
    void afterAForkOnlyTheOtherBranchIsFetched() {
        TestNode author = new TestNode("author");
        for (int i = 1; i <= 20; i++) {
            author.append("op " + i);
        }
        TestNode clone = author.cloned("clone");
        author.append("here");
        clone.append("there");
        TestNode reader = new TestNode("reader");
        reader.pull(author);
        Counting counting = new Counting(clone);
        reader.pull("clone", counting);
        assertThat(counting.seqs).as("fetched of the clone").hasSizeLessThanOrEqualTo(2);
    }

    @Test
    void onlyWhoRemembersAPeersVectorAsksWhetherItChanged() {
        TestNode author = new TestNode("author");
        author.append("op");
        TestNode reader = new TestNode("reader");
        NodePeer peer = new NodePeer(author);
        reader.startRound("author", peer);
        assertThat(reader.open().get("author")).isEqualTo(new Question.AskVector(false));
        while (reader.answer("author")) {
            // to the end of the round
        }
        reader.startRound("author", peer);
        assertThat(reader.open().get("author")).isEqualTo(new Question.AskVector(true));
        reader.answer("author");
        reader.crash();
        assertThat(reader.pull("author", peer).failure())
                .as("the peer's client still knows what the rebuilt replica does not")
                .isNull();
    }

    @Test
    void aRoundThatItsHostLostKeepsTheNextFromNothing() {
        Replica replica = TestNodeRecovery.recovered(new TestNode("reader"));
        Input start = new Input.StartRound("author", TestNode.EPOCH);
        for (int times = 0; times < 2; times++) {
            assertThat(replica.step(start, Facts.NONE)).anyMatch(effect -> effect instanceof Effect.Ask);
        }
    }
}
