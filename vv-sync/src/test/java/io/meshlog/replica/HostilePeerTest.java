package io.meshlog.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlog.op.Digest;
import io.meshlog.op.Limits;
import io.meshlog.op.Op;
import io.meshlog.op.Origin;
import io.meshlog.vector.Head;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What a page may not do (spec §5.1): nothing of the bad origin is applied, the others go on, an honest peer heals it. */
@DisplayName("§5.1 pages that lie")
final class HostilePeerTest {
    private final Oracle oracle = new Oracle();
    private final TestNode author = new TestNode("author");
    private final TestNode other = new TestNode("other");
    private final TestNode relay = new TestNode("relay");
    private final TestNode node = new TestNode("node").afterStep(oracle::check);

    @BeforeEach
    void fill() {
        for (int i = 0; i < 6; i++) {
            oracle.issue(author.append("text " + i));
            oracle.issue(other.append("other " + i));
        }
        relay.pull(author);
        relay.pull(other);
    }

    private RoundResult pullChanged(UnaryOperator<List<Op>> change) {
        return node.pull("relay", Pages.changing(relay, author.id(), change));
    }

    private void assertRefused(String what, UnaryOperator<List<Op>> change) {
        RoundResult result = pullChanged(change);
        assertThat(result.failure()).as(what).isNull();
        assertThat(result.refusals()).as(what).isNotEmpty();
        assertThat(result.lagOps()).as(what).isPositive();
        assertThat(node.told().frontier().heads()).as(what).containsOnlyKeys(other.id());
        assertThat(node.log().ops()).as(what).hasSize(6);
        assertThat(node.reported(Incident.Kind.REFUSED)).as(what).isTrue();
        node.pull(relay);
        assertThat(node.told().frontier())
                .as("healed after: " + what)
                .isEqualTo(relay.told().frontier());
    }

    private static UnaryOperator<List<Op>> last(UnaryOperator<Op> change) {
        return ops -> {
            List<Op> changed = new ArrayList<>(ops);
            if (!changed.isEmpty()) {
                changed.set(changed.size() - 1, change.apply(changed.get(changed.size() - 1)));
            }
            return changed;
        };
    }

    private static Op withBody(Op op, String body) {
        return Op.chained(op.origin(), op.seq(), op.fields().with("body", body), op.reading(), op.chain(), op.sig());
    }

    @Test
    void aSignatureOfAnotherKeyProvesNothing() {
        assertRefused("bad signature", last(op -> op.withSig(Pages.badSignature(op))));
    }

    @Test
    void opsWithoutASignatureProveNothing() {
        assertRefused(
                "no signature", ops -> ops.stream().map(op -> op.withSig(null)).toList());
    }

    @Test
    void aSignatureOfAnotherPointProvesNothing() {
        assertRefused(
                "another point", last(op -> op.withSig(author.key().sign(op.origin(), op.seq() + 1, op.chain()))));
    }

    @Test
    void contentThatDoesNotGiveItsChainIsRefused() {
        assertRefused("content", last(op -> withBody(op, "\"changed\"")));
    }

    @Test
    void aChainThatIsNotItsContentsIsRefused() {
        assertRefused("chain", last(op -> Pages.withChain(op, Digest.sha256(new byte[] {1}))));
    }

    @Test
    void aHoleIsRefused() {
        assertRefused("hole", ops -> ops.stream().filter(op -> op.seq() != 3).toList());
    }

    @Test
    void aPageThatStartsTooLateIsRefused() {
        assertRefused(
                "late start", ops -> ops.stream().filter(op -> op.seq() > 2).toList());
    }

    @Test
    void opsOutOfOrderOrTwiceAreRefused() {
        assertRefused("twice", ops -> {
            List<Op> twice = new ArrayList<>(ops);
            twice.addAll(ops);
            return twice;
        });
    }

    @Test
    void anOpOfAnotherOriginIsRefused() {
        List<Op> others = other.log().ops().stream().map(MemoryOpLog.Held::op).toList();
        assertRefused("another origin", ops -> List.of(ops.get(0), others.get(1)));
    }

    @Test
    void aLooseOpOfANativeOriginIsNotTakenForItsChain() {
        assertRefused("loose", ops -> ops.stream().map(Op::asLoose).toList());
    }

    @Test
    void moreThanWasAskedForIsRefused() {
        TestNode small = new TestNode("small").pageOps(1);
        TestNode busy = new TestNode("busy");
        for (int i = 0; i <= Limits.PAGE_OVERRUN_OPS_MAX + 1; i++) {
            busy.append("text");
        }
        List<Op> all = busy.log().ops().stream().map(MemoryOpLog.Held::op).toList();
        RoundResult result = small.pull("busy", Pages.changing(busy, busy.id(), ops -> all));
        assertThat(result.refusals()).isNotEmpty();
        assertThat(small.log().ops()).isEmpty();
        small.pull("busy", Pages.changing(busy, busy.id(), ops -> all.subList(0, Limits.PAGE_OVERRUN_OPS_MAX + 1)));
        assertThat(small.log().ops()).hasSize(Limits.PAGE_OVERRUN_OPS_MAX + 1);
    }

    @Test
    void aPageOfAnotherOriginThanAskedIsRefused() {
        NodePeer honest = new NodePeer(relay);
        RoundResult result = node.pull("relay", question -> {
            Answer answer = honest.answer(question);
            return answer instanceof Answer.Ops ops && ops.page().origin().equals(author.id())
                    ? new Answer.Ops(new OpsPage(other.id(), ops.page().ops(), null))
                    : answer;
        });
        assertThat(result.refusals()).isNotEmpty();
        assertThat(node.told().frontier().heads()).containsOnlyKeys(other.id());
    }

    @Test
    void aVectorEntryThatNoOpBacksChangesNothing() {
        Origin ghost = FakeKey.of("ghost").origin();
        Head head = new Head(
                ghost, 9, Digest.sha256(new byte[] {2}), FakeKey.of("ghost").sign(ghost, 9, Digest.ZERO));
        NodePeer honest = new NodePeer(relay);
        RoundResult result = node.pull(
                "relay", q -> q instanceof Question.AskVector ? Pages.claiming(relay, head) : honest.answer(q));
        assertThat(result.refusals()).isNotEmpty();
        assertThat(node.told().frontier()).isEqualTo(relay.told().frontier());
    }

    @Test
    void aRefusalOfTheCodecKeepsTheOpsBefore() {
        TestNode fresh = new TestNode("fresh");
        NodePeer honest = new NodePeer(relay);
        RoundResult result = fresh.pull("relay", question -> {
            Answer answer = honest.answer(question);
            return answer instanceof Answer.Ops ops && ops.page().origin().equals(author.id())
                    ? new Answer.Ops(new OpsPage(author.id(), ops.page().ops(), "op 7 is larger than 8388608 bytes"))
                    : answer;
        });
        assertThat(result.refusals()).singleElement().asString().contains("op 7");
        assertThat(fresh.told().frontier()).isEqualTo(relay.told().frontier());
    }

    @Test
    void aCutRoundKeepsItsWholePages() {
        TestNode paged = new TestNode("paged").pageOps(2).afterStep(oracle::check);
        int[] pages = {0};
        NodePeer honest = new NodePeer(author);
        RoundResult result = paged.pull("author", question -> {
            boolean cut = question instanceof Question.AskOps && ++pages[0] == 3;
            return cut ? new Answer.Failed("connection reset") : honest.answer(question);
        });
        assertThat(result.failure()).isEqualTo("connection reset");
        assertThat(paged.told().frontier().heads().get(author.id()).seq()).isEqualTo(4);
        paged.pull("author", new NodePeer(author));
        assertThat(paged.told().frontier()).isEqualTo(author.told().frontier());
    }

    @Test
    void anotherMeshIsRefusedBeforeAnythingIsTaken() {
        NodePeer honest = new NodePeer(relay);
        VectorDocument d = NodePeer.document(relay);
        VectorDocument named = new VectorDocument(
                d.replicaId(), d.vector(), d.frontier(), d.boot(), "theirs", null, d.floors(), List.of(), List.of());
        RoundResult taken =
                node.pull("relay", q -> q instanceof Question.AskVector ? new Answer.Vector(named) : honest.answer(q));
        assertThat(taken.failure()).as("only one of the two names a mesh").isNull();
        TestNode ours = new TestNode("ours").mesh("ours");
        RoundResult refused =
                ours.pull("relay", q -> q instanceof Question.AskVector ? new Answer.Vector(named) : honest.answer(q));
        assertThat(refused.failure()).contains("ours", "theirs");
        assertThat(ours.log().ops()).isEmpty();
    }

    @Test
    void falseSuccessionsAreNotPassedOn() {
        NodePeer honest = new NodePeer(relay);
        VectorDocument d = NodePeer.document(relay);
        Succession forged =
                new Succession(author.id(), null, other.id(), other.key().sign(other.id(), 1, Digest.ZERO), null);
        VectorDocument claiming = new VectorDocument(
                d.replicaId(), d.vector(), d.frontier(), d.boot(), null, null, d.floors(), List.of(), List.of(forged));
        node.pull("relay", q -> q instanceof Question.AskVector ? new Answer.Vector(claiming) : honest.answer(q));
        assertThat(node.told().successions()).isEmpty();
    }
}
