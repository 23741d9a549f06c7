package io.meshlog.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlog.hlc.DriftBounds;
import io.meshlog.op.Limits;
import io.meshlog.op.Op;
import io.meshlog.sign.Ed25519Key;
import io.meshlog.sign.Ed25519Verifier;
import io.meshlog.vector.Chain;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Spec §3.4: signed off the commit path, at least every 100 ops. */
final class AuthoringTest {
    private final TestNode node = new TestNode("node").signsAtOnce(false);

    private List<Op> signed() {
        return node.log().ops().stream()
                .map(MemoryOpLog.Held::op)
                .filter(op -> op.sig() != null)
                .toList();
    }

    @Test
    void aBusyAuthorSignsEveryHundredOpsAndTheLast() {
        for (int i = 0; i < 250; i++) {
            node.append("x");
        }
        assertThat(node.told().frontier().heads()).isEmpty();
        node.sign();
        assertThat(signed()).extracting(Op::seq).containsExactly(1L, 101L, 201L, 250L);
        assertThat(node.told().frontier().heads().get(node.id()).seq()).isEqualTo(250);
    }

    @Test
    void aSignatureCoversNoMoreThanAMebibyte() {
        String body = "x".repeat(Limits.BODY_BYTES_MAX - 10);
        for (int i = 0; i < 6; i++) {
            node.append(body);
        }
        node.sign();
        assertThat(signed()).extracting(Op::seq).containsExactly(1L, 4L, 6L);
    }

    @Test
    void aLostStepLeavesNothing() {
        node.append("one");
        node.loseNextStep();
        assertThat(node.append("lost")).isNull();
        Op two = node.append("two");
        assertThat(two.seq()).isEqualTo(2);
        assertThat(node.log().ops()).hasSize(2);
    }

    @Test
    void anEventIdIsGivenOnce() {
        assertThat(node.append("evt_same", "a")).isNotNull();
        assertThat(node.append("evt_same", "b")).isNull();
        assertThat(node.log().ops()).hasSize(1);
    }

    @Test
    void realSignaturesProveAPageThroughARelay() {
        Ed25519Key key = Ed25519Key.ofSeed(new byte[Ed25519Key.SEED_BYTES]);
        MemoryOpLog log = new MemoryOpLog(key.origin());
        Replica author = real(log);
        Op op = null;
        for (int i = 0; i < 3; i++) {
            Input.Append append = new Input.Append(List.of(request(i)), TestNode.EPOCH);
            List<Effect> effects = author.step(append, log.facts(author.needs(append)));
            log.commit(List.of((Commit) effects.get(0)));
            op = ((Outcome.Appended) ((Effect.Answered) effects.get(1)).outcome()).op();
        }
        Op last = op.withSig(key.sign(op.origin(), op.seq(), op.chain()));
        List<Op> page =
                log.ops().stream().map(h -> h.op().equals(last) ? last : h.op()).toList();
        assertThat(Chain.follows(page.get(1).chain(), last)).isTrue();
        for (boolean honest : new boolean[] {false, true}) {
            MemoryOpLog there = new MemoryOpLog(FakeKey.of("reader").origin());
            Replica reader = real(there);
            List<Op> sent = honest
                    ? page
                    : page.stream()
                            .map(o -> o.sig() == null ? o : o.withSig(Pages.badSignature(o)))
                            .toList();
            pull(reader, there, last, sent);
            assertThat(there.ops()).hasSize(honest ? 3 : 0);
        }
    }

    private static Input.Request request(int i) {
        TestNode drafts = new TestNode("drafts");
        Op op = drafts.append("text " + i);
        return new Input.Request(
                i,
                new io.meshlog.op.Draft(
                        op.eventOrNull().routing(), "note", null, null, null, "b", "{}", List.of(), null),
                "evt_" + i,
                "2026-01-01T00:00:00Z",
                null);
    }

    private static void pull(Replica reader, MemoryOpLog log, Op last, List<Op> page) {
        TestNode empty = new TestNode("empty");
        Answer vector =
                Pages.claiming(empty, new io.meshlog.vector.Head(last.origin(), last.seq(), last.chain(), last.sig()));
        for (Input input : List.of(
                new Input.StartRound("peer", 1),
                new Input.PeerAnswered("peer", vector, TestNode.EPOCH),
                new Input.PeerAnswered(
                        "peer", new Answer.Ops(new OpsPage(last.origin(), page, null)), TestNode.EPOCH))) {
            for (Effect effect : reader.step(input, log.facts(reader.needs(input)))) {
                if (effect instanceof Commit commit) {
                    log.commit(List.of(commit));
                }
            }
        }
    }

    private static Replica real(MemoryOpLog log) {
        return new Replica(
                new ReplicaConfig("boot", null, DriftBounds.DEFAULT, 500),
                new Ed25519Verifier(),
                FakeKey.SUCCESSIONS,
                log.recover());
    }
}
