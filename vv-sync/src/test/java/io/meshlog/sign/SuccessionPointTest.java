package io.meshlog.sign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.meshlog.op.ChainSignature;
import io.meshlog.op.Digest;
import io.meshlog.op.Origin;
import io.meshlog.replica.Succession;
import io.meshlog.vector.Head;
import org.junit.jupiter.api.Test;

/** Spec §2: a new id stands for an old one because the keys say so. */
class SuccessionPointTest {
    private static final Digest CHAIN = Digest.parse("cd".repeat(32));

    private final Ed25519Key oldKey = Vectors.key(0);
    private final Ed25519Key newKey = Vectors.key(1);
    private final Origin oldId = oldKey.origin();
    private final Head sealed = new Head(oldId, 42, CHAIN, oldKey.sign(oldId, 42, CHAIN));
    private final Succession good = SuccessionPoint.sign(oldId, sealed, newKey, oldKey);

    @Test
    void agreesWithTheVectors() {
        for (JsonNode vector : Vectors.ALL.get("successions")) {
            long seq = Long.parseLong(vector.get("sealed_seq").textValue());
            Digest chain = Digest.parse(vector.get("sealed_chain").textValue());
            Head head = seq == 0 ? null : new Head(oldId, seq, chain, null);

            assertThat(new SuccessionPoint(oldId, newKey.origin(), seq, chain).bytes())
                    .isEqualTo(Vectors.hex(vector.get("bytes")));
            Succession succession = SuccessionPoint.sign(oldId, head, newKey, oldKey);
            assertThat(succession.newSig().text())
                    .isEqualTo(vector.get("new_sig").textValue());
            assertThat(succession.oldSig()).isNotNull();
            assertThat(succession.oldSig().text())
                    .isEqualTo(vector.get("old_sig").textValue());
            assertThat(SuccessionPoint.verifies(succession)).isTrue();
        }
    }

    @Test
    void needsTheOldKeyOnlyWhereItIsThere() {
        Succession alone = SuccessionPoint.sign(oldId, sealed, newKey, null);
        assertThat(alone.oldSig()).isNull();
        assertThat(SuccessionPoint.verifies(alone)).isTrue();
        assertThat(SuccessionPoint.verifies(SuccessionPoint.sign(oldId, null, newKey, null)))
                .isTrue();
    }

    @Test
    void refusesAnythingElseThanWhatWasSigned() {
        ChainSignature newSig = good.newSig();
        ChainSignature oldSig = good.oldSig();
        Origin newId = newKey.origin();
        Ed25519Key third = Ed25519Key.ofSeed(new byte[32]);

        assertThat(SuccessionPoint.verifies(good)).isTrue();
        assertThat(verifies(third.origin(), null, newId, newSig, null)).isFalse();
        assertThat(verifies(oldId, null, newId, newSig, oldSig)).isFalse();
        assertThat(verifies(oldId, new Head(oldId, 43, CHAIN, null), newId, newSig, oldSig))
                .isFalse();
        assertThat(verifies(oldId, new Head(oldId, 42, Digest.ZERO, null), newId, newSig, oldSig))
                .isFalse();
        assertThat(verifies(oldId, sealed, third.origin(), newSig, oldSig)).isFalse();
        assertThat(verifies(oldId, sealed, newId, oldSig, newSig)).isFalse();
        assertThat(verifies(oldId, sealed, newId, newSig, newSig)).isFalse();
        assertThat(verifies(oldId, sealed, newId, oldSig, null)).isFalse();
    }

    @Test
    void refusesAHeadThatIsNotTheOldIdsOrNotSignedByIt() {
        ChainSignature bySomebody = newKey.sign(newKey.origin(), 42, CHAIN);
        for (Head bad : new Head[] {
            new Head(newKey.origin(), 42, CHAIN, null), new Head(oldId, 0, Digest.ZERO, null),
            new Head(oldId, 42, CHAIN, bySomebody), new Head(oldId, 42, CHAIN, oldKey.sign(oldId, 41, CHAIN))
        }) {
            assertThat(verifies(oldId, bad, newKey.origin(), good.newSig(), good.oldSig()))
                    .isFalse();
        }
    }

    @Test
    void takesAHeadOnABranchOfTheOldId() {
        Head onBranch = new Head(oldId.branch(CHAIN), 42, CHAIN, oldKey.sign(oldId, 42, CHAIN));
        assertThat(SuccessionPoint.verifies(SuccessionPoint.sign(oldId, onBranch, newKey, oldKey)))
                .isTrue();
    }

    @Test
    void isNeverFromAnIdToItself() {
        assertThatThrownBy(() -> SuccessionPoint.sign(oldId, sealed, oldKey, oldKey))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(verifies(oldId, sealed, oldId, good.oldSig(), null)).isFalse();
    }

    @Test
    void isNotSignedWithAKeyOfAnotherId() {
        assertThatThrownBy(() -> SuccessionPoint.sign(oldId, sealed, newKey, newKey))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("the old key is of");
    }

    private static boolean verifies(
            Origin oldId, Head sealed, Origin newId, ChainSignature newSig, ChainSignature oldSig) {
        return SuccessionPoint.verifies(new Succession(oldId, sealed, newId, newSig, oldSig));
    }
}
