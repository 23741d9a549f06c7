package io.meshlog.replica;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshlog.op.Op;
import io.meshlog.op.Origin;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("§2, §5.4 who takes a new id, and what becomes of what it wrote")
final class IdentityTest {
    private final TestNode node = new TestNode("node");
    private final TestNode peer = new TestNode("peer");

    private MemoryOpLog backupThen(int before, int after) {
        for (int i = 0; i < before; i++) {
            node.append("before");
        }
        MemoryOpLog backup = node.snapshot();
        for (int i = 0; i < after; i++) {
            node.append("after");
        }
        peer.pull(node);
        return backup;
    }

    private static void agree(TestNode... nodes) {
        for (int i = 0; i < 3; i++) {
            for (TestNode a : nodes) {
                for (TestNode b : nodes) {
                    if (a != b) {
                        a.pull(b);
                    }
                }
            }
        }
        Oracle.settled(List.of(nodes));
    }

    @Test
    void aRestoredNodeTakesANewIdAndPullsItsOldOpsBack() {
        MemoryOpLog backup = backupThen(2, 3);
        Origin old = node.id();
        node.restore(backup);
        node.pull(peer);
        assertThat(node.id()).isNotEqualTo(old);
        assertThat(node.reported(Incident.Kind.IDENTITY)).isTrue();
        assertThat(node.told().frontier().heads().get(old).seq()).isEqualTo(5);
        Op next = node.append("next");
        assertThat(next.origin()).isEqualTo(node.id());
        assertThat(next.seq()).isEqualTo(1);
        assertThat(node.told().successions()).singleElement().satisfies(s -> {
            assertThat(s.oldId()).isEqualTo(old);
            assertThat(s.newId()).isEqualTo(node.id());
            assertThat(s.oldSig()).isNotNull();
        });
        agree(node, peer);
        assertThat(peer.told().successions()).isEqualTo(node.told().successions());
    }

    @Test
    void aSignedHeadIsEnoughToMoveOnBeforeAnyOpHasCome() {
        MemoryOpLog backup = backupThen(2, 3);
        Origin old = node.id();
        node.restore(backup);
        NodePeer honest = new NodePeer(peer);
        node.pull("peer", q -> q instanceof Question.AskOps ? new Answer.Failed("cut off") : honest.answer(q));
        assertThat(node.log().ops()).hasSize(2);
        assertThat(node.append("next").origin()).isNotEqualTo(old);
    }

    @Test
    void whatItWroteBeforeItFoundOutIsABranchAndNothingIsLost() {
        MemoryOpLog backup = backupThen(2, 3);
        node.restore(backup);
        Op mine = node.append("mine");
        node.pull(peer);
        agree(node, peer, new TestNode("late"));
        assertThat(node.log().op(OpKey.of(mine)).line()).isEqualTo(mine.origin().branch(mine.chain()));
        assertThat(peer.log().ops()).hasSize(6);
    }

    @Test
    void aNewIdThatIsDueIsStillDueAfterACrash() {
        MemoryOpLog backup = backupThen(2, 3);
        Origin old = node.id();
        node.restore(backup);
        node.crashBeforeRenewal();
        node.pull(peer);
        assertThat(node.id()).isNotEqualTo(old);
        assertThat(node.append("next").origin()).isNotEqualTo(old);
    }

    @Test
    void nothingIsAuthoredWhileANewIdIsDue() {
        MemoryOpLog backup = backupThen(1, 1);
        node.restore(backup);
        Replica replica = TestNodeRecovery.recovered(node);
        replica.step(new Input.Renew("by hand"), Facts.NONE);
        assertThat(replica.renewing()).isEqualTo("by hand");
        assertThatThrownBy(() -> replica.step(new Input.Append(List.of(), 1), Facts.NONE))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aCloneThatIsMetIsADoubleAndNotPulledFrom() {
        backupThen(2, 0);
        TestNode clone = node.cloned("clone");
        Origin old = node.id();
        RoundResult result = node.pull(clone);
        assertThat(result.kind()).isEqualTo(RoundResult.Kind.DOUBLE);
        assertThat(result.failure()).isNotNull();
        assertThat(node.id()).isNotEqualTo(old);
        assertThat(clone.append("clone goes on").origin()).isEqualTo(old);
        assertThat(node.append("node goes on").origin()).isNotEqualTo(old);
        agree(node, clone, peer);
    }

    @Test
    void thisVeryProcessUnderAnotherAddressIsSelf() {
        Origin old = node.id();
        assertThat(node.pull(node).kind()).isEqualTo(RoundResult.Kind.SELF);
        assertThat(node.id()).isEqualTo(old);
    }

    @Test
    void aCloneThatOnlyARelayMetMakesTheOriginalMoveOn() {
        backupThen(2, 0);
        TestNode clone = node.cloned("clone");
        Op theirs = clone.append("theirs");
        peer.pull(clone);
        Op ours = node.append("ours");
        Origin old = node.id();
        node.pull(peer);
        assertThat(node.id()).isNotEqualTo(old);
        agree(node, peer);
        assertThat(peer.log().op(OpKey.of(theirs))).isNotNull();
        assertThat(peer.log().op(OpKey.of(ours))).isNotNull();
    }

    @Test
    void aForgedHeadOfOursChangesNothing() {
        backupThen(2, 0);
        Origin old = node.id();
        Op forged = Pages.forged(node, FakeKey.of("thief"));
        RoundResult result = node.pull("thief", Pages.serving(peer, old, List.of(forged)));
        assertThat(node.id()).isEqualTo(old);
        assertThat(node.log().ops()).hasSize(2);
        assertThat(result.refusals()).isNotEmpty();
    }

    @Test
    void aReferenceThatClaimsMoreOfOurOriginMakesUsMoveOn() {
        backupThen(2, 0);
        Origin old = node.id();
        ReferencePeer reference = new ReferencePeer("rep_91b72265b1f5");
        reference.claim(old, 3);
        node.pull("reference", reference);
        assertThat(node.id()).isNotEqualTo(old);
        ReferencePeer modest = new ReferencePeer("rep_91b72265b1f6");
        modest.claim(old, 2);
        Origin now = node.id();
        node.pull("modest", modest);
        assertThat(node.id()).isEqualTo(now);
    }

    @Test
    void theOwnUnsignedTailIsSignedAfterACrash() {
        node.signsAtOnce(false);
        node.append("one");
        node.append("two");
        assertThat(node.told().frontier().heads()).isEmpty();
        node.crash();
        node.sign();
        assertThat(node.told().frontier().heads().get(node.id()).seq()).isEqualTo(2);
        agree(node, peer);
    }

    @Test
    void opsWhoseKeyIsGoneGoOnAsLooseOnes() {
        node.signsAtOnce(false);
        Op op = node.append("one");
        node.loseKey();
        node.renew("its key is gone");
        node.sign();
        node.append("two");
        node.sign();
        assertThat(node.log().ops()).hasSize(2);
        assertThat(node.log().op(OpKey.of(op.asLoose()))).isNotNull();
        agree(node, peer);
        assertThat(peer.log().ops()).hasSize(2);
    }

    /** The clone was copied with an own op that no one had signed yet, and signed one after it. */
    @Test
    void opsThatALaterSignatureProvesNeedNone() {
        TestNode clone = unsignedThenProvedByAClone();
        node.loseKey();
        node.pull("peer", Pages.withoutProof(peer));
        node.append("on");
        node.sign();
        agree(node, peer, clone);
        assertThat(node.log().ops()).hasSize(4);
    }

    @Test
    void aSignatureThatComesLateMovesNoHeadBack() {
        TestNode clone = unsignedThenProvedByAClone();
        Origin old = node.id();
        Effect.Sign late = new Effect.Sign(old, 2, node.log().chainAt(old, 2));
        FakeKey key = node.key();
        node.pull("peer", Pages.withoutProof(peer));
        assertThat(node.told().frontier().heads().get(old).seq()).isEqualTo(3);
        node.take(key.sign(late));
        assertThat(node.told().frontier().heads().get(old).seq()).isEqualTo(3);
        TestNodeRecovery.assertToldIsRecovered(node);
        agree(node, peer, clone);
    }

    private TestNode unsignedThenProvedByAClone() {
        node.append("signed");
        node.signsAtOnce(false);
        node.append("unsigned");
        TestNode clone = node.cloned("clone");
        clone.append("by the clone");
        clone.sign();
        peer.pull(clone);
        return clone;
    }
}
