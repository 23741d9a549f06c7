package io.meshlog.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlog.op.Digest;
import io.meshlog.op.Limits;
import io.meshlog.op.Origin;
import io.meshlog.vector.Frontier;
import io.meshlog.vector.LooseSummary;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** A peer that names origins which it cannot back costs a bounded number of questions, and starves nobody (O9). */
class RefusalsTest {
    private static final int GHOSTS = 100;

    /** Says it holds a hundred loose origins more than it does. */
    private record Boaster(NodePeer honest, TestNode node) implements Peer {
        @Override
        public Answer answer(Question question) {
            if (!(question instanceof Question.AskVector)) {
                return honest.answer(question);
            }
            VectorDocument told = NodePeer.document(node);
            SortedMap<Origin, LooseSummary> loose = new TreeMap<>();
            for (int i = 0; i < GHOSTS; i++) {
                loose.put(
                        new Origin("aaa-ghost-" + (100 + i)),
                        new LooseSummary(9, 9, Digest.sha256(new byte[] {(byte) i})));
            }
            loose.putAll(told.frontier().loose());
            return new Answer.Vector(new VectorDocument(
                    told.replicaId(),
                    told.vector(),
                    new Frontier(told.frontier().heads(), loose),
                    told.boot(),
                    null,
                    null,
                    new TreeMap<>(),
                    List.of(),
                    List.of()));
        }
    }

    @Test
    void whatIsNotBackedCostsABoundedNumberOfQuestionsARound() {
        TestNode author = new TestNode("author");
        TestNode reader = new TestNode("reader");
        author.append("op");
        Boaster boaster = new Boaster(new NodePeer(author), author);
        int before = reader.asked(Question.AskOps.class);
        RoundResult result = reader.pull("boaster", boaster);
        assertThat(result.failure()).contains(Limits.ROUND_REFUSALS_MAX + " refusals in one round");
        assertThat(reader.asked(Question.AskOps.class) - before).isLessThanOrEqualTo(Limits.ROUND_REFUSALS_MAX + 1);
    }

    @Test
    void everyOriginHasItsTurnWithinAFewRounds() {
        TestNode author = new TestNode("author");
        TestNode reader = new TestNode("reader");
        author.append("op");
        Boaster boaster = new Boaster(new NodePeer(author), author);
        for (int round = 0; round <= GHOSTS / Limits.ROUND_REFUSALS_MAX + 1; round++) {
            author.append("op " + round);
            reader.pull("boaster", boaster);
        }
        assertThat(reader.log().ops()).isNotEmpty();
        assertThat(reader.told().frontier().heads()).containsKey(author.id());
    }

    @Test
    void aPeerThatServesAnotherEndThanItToldOfIsAskedAgain() {
        TestNode author = new TestNode("author");
        author.append("stem");
        TestNode clone = author.cloned("clone");
        author.append("told of");
        clone.append("served");
        NodePeer tells = new NodePeer(author);
        NodePeer serves = new NodePeer(clone);
        Peer peer = question -> question instanceof Question.AskVector vector && !vector.isConditional()
                ? new Answer.Vector(NodePeer.document(author))
                : question instanceof Question.AskVector ? new Answer.VectorUnchanged() : serves.answer(question);
        TestNode reader = new TestNode("reader");
        RoundResult result = reader.pull("peer", peer);
        assertThat(result.failure()).isNull();
        assertThat(result.refusals()).singleElement().asString().contains("its frontier ends at 2 with chain");
        assertThat(reader.pull("peer", peer).refusals()).isNotEmpty();
        reader.pull("honest", tells);
        assertThat(reader.told().frontier().heads()).hasSize(3);
    }

    /** Nothing is left to serve there: the search for where the histories part ends at the number that was told. */
    @Test
    void aPeerThatHasAnotherEndThanItToldOfIsAskedAgainThoughNothingIsLeftToServe() {
        TestNode author = new TestNode("author");
        author.append("stem");
        TestNode clone = author.cloned("clone");
        author.append("told of");
        clone.append("has");
        TestNode reader = new TestNode("reader");
        reader.pull(clone);
        NodePeer has = new NodePeer(clone);
        Peer peer = question -> question instanceof Question.AskVector
                ? new Answer.Vector(NodePeer.document(author))
                : has.answer(question);
        RoundResult result = reader.pull("peer", peer);
        assertThat(result.refusals()).singleElement().asString().contains("its frontier ends at 2 with chain");
        reader.pull("honest", new NodePeer(author));
        assertThat(reader.told().frontier().heads()).hasSize(3);
    }
}
