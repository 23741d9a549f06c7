package io.meshlog.drive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshlog.op.Artifact;
import io.meshlog.op.Digest;
import io.meshlog.op.Draft;
import io.meshlog.op.Event;
import io.meshlog.op.Fields;
import io.meshlog.op.JsonText;
import io.meshlog.replica.Answer;
import io.meshlog.replica.Effect;
import io.meshlog.replica.Facts;
import io.meshlog.replica.FakeKey;
import io.meshlog.replica.Input;
import io.meshlog.replica.RecoveredState;
import io.meshlog.replica.TestNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is durable before what is told, and what is left of a replica when either fails (spec §4). */
class DriverTest {
    private static final long NOW = TestNode.EPOCH;

    private final FakeKey key = FakeKey.of("driver");
    private final Journal journal = new Journal();
    private final JournalLog log = new JournalLog(journal, key.origin());
    private final JournalHost host = new JournalHost(journal, key);
    private final Driver driver = new Driver(log, host);

    @Test
    void recoveringPublishesWhatIsDurable() {
        driver.recover();
        assertThat(journal.take()).containsExactly("log: recover", "recovered", "publish tip 0, proved 0");
        driver.take(append(1));
        driver.take(host.signature());
        driver.take(append(2));
        journal.take();

        driver.recover();
        assertThat(journal.take()).containsExactly("log: recover", "recovered", "publish tip 2, proved 1", "sign 2");
    }

    @Test
    void aStepIsDurableBeforeItIsTold() {
        driver.recover();
        journal.take();
        driver.take(append(1));
        assertThat(journal.take())
                .containsExactly(
                        "log: facts", "log: commit 1", "publish tip 1, proved 0", "answered 1 Appended", "sign 1");
    }

    @Test
    void inputsTakenTogetherAreOneTransactionAndToldOnceAsTheLastOfThemLeftIt() {
        driver.recover();
        driver.take(append(1));
        journal.take();
        driver.takeTogether(List.of(host.signature(), put(2), append(3)));
        assertThat(journal.take())
                .containsExactly(
                        "log: facts",
                        "log: facts",
                        "log: commit 3",
                        "publish tip 2, proved 1",
                        "answered 2 Stored",
                        "answered 3 Appended",
                        "sign 2");
    }

    @Test
    void aStepThatChangesNothingCommitsNothing() {
        driver.recover();
        journal.take();
        driver.take(new Input.StartRound("peer", NOW));
        assertThat(journal.take()).containsExactly("ask peer");
        driver.take(new Input.PeerAnswered("peer", new Answer.Failed("unreachable"), NOW));
        assertThat(journal.take()).containsExactly("log: facts", "round ended peer");
    }

    @Test
    void aFailedCommitTellsNothingAndDropsTheReplica() {
        driver.recover();
        journal.take();
        journal.fail("log: commit");
        assertBreaks(() -> driver.takeTogether(List.of(put(1), append(2))));
        assertThat(journal.take()).containsExactly("log: facts", "log: facts", "log: commit 2");
        assertNothingIsTaken();

        journal.heal();
        driver.recover();
        assertThat(journal.take()).containsExactly("log: recover", "recovered", "publish tip 0, proved 0");
        driver.take(append(2));
        assertThat(journal.take()).contains("answered 2 Appended");
    }

    @Test
    void factsThatCannotBeReadDropTheReplica() {
        driver.recover();
        journal.fail("log: facts");
        assertBreaks(() -> driver.take(append(1)));
        assertNothingIsTaken();
    }

    @ParameterizedTest
    @ValueSource(strings = {"answered", "publish", "sign", "ask", "report", "round ended", "renew,", "renewed"})
    void aHostThatThrowsDropsTheReplica(String failing) {
        driver.recover();
        journal.fail(failing);
        assertBreaks(() -> {
            driver.take(append(1));
            driver.take(new Input.StartRound("peer", NOW));
            driver.take(new Input.PeerAnswered("peer", new Answer.Failed("unreachable"), NOW));
            driver.take(new Input.Renew("by hand"));
        });
        assertNothingIsTaken();
        journal.heal();
        journal.take();

        // What was durable before the host failed still is.
        driver.recover();
        assertThat(journal.take()).contains("publish tip 1, proved 0");
        assertThat(log.contents().ops()).hasSize(1);
    }

    @Test
    void anErrorDropsTheReplicaToo() {
        Driver failing = new Driver(log, host, new Driver.Tap() {
            @Override
            public void recovered(RecoveredState state) {}

            @Override
            public void step(Input input, Facts facts, List<Effect> effects) {
                throw new AssertionError("not a RuntimeException");
            }
        });
        failing.recover();
        assertThatThrownBy(() -> failing.take(append(1))).isInstanceOf(AssertionError.class);
        assertThat(failing.isRecovered()).isFalse();
    }

    @Test
    void aRecoveryThatFailsLeavesNoReplica() {
        driver.recover();
        for (String failing : List.of("log: recover", "recovered", "publish")) {
            journal.fail(failing);
            assertBreaks(driver::recover);
            assertNothingIsTaken();
        }
    }

    @Test
    void aNewIdentityIsDurableBeforeTheOldKeyGoes() {
        driver.recover();
        driver.take(append(1));
        journal.take();
        driver.take(new Input.Renew("by hand"));
        List<String> lines = journal.take();
        assertThat(lines).startsWith("log: commit 1", "renew, seals 1", "log: facts", "log: commit 1");
        assertThat(lines).endsWith("renewed");
        assertThat(lines).contains("report IDENTITY");
        assertThat(driver.replica().self()).isNotEqualTo(key.origin());
        assertThat(driver.replica().renewing()).isNull();
        assertThat(log.contents().recover().self()).isEqualTo(driver.replica().self());
    }

    @Test
    void anIdentityThatACrashLeftDueIsTakenWhenItRecovers() {
        driver.recover();
        journal.fail("renew,");
        assertBreaks(() -> driver.take(new Input.Renew("by hand")));
        journal.heal();
        journal.take();

        driver.recover();
        assertThat(journal.take())
                .startsWith("log: recover", "recovered", "publish tip 0, proved 0", "renew, seals 0")
                .endsWith("renewed");
        assertThat(driver.replica().self()).isNotEqualTo(key.origin());
    }

    @Test
    void aProbeCommitsNothing() {
        driver.recover();
        driver.take(append(1));
        journal.take();
        RecoveredState before = log.contents().recover();
        driver.probe();
        assertThat(journal.take()).containsExactly("log: commit 1");
        assertThat(log.contents().recover()).isEqualTo(before);

        journal.fail("log: commit");
        assertBreaks(driver::probe);
        assertNothingIsTaken();
    }

    @Test
    void aDroppedReplicaTakesNothing() {
        assertNothingIsTaken();
        driver.recover();
        assertThat(driver.isRecovered()).isTrue();
        driver.drop();
        assertNothingIsTaken();
    }

    @Test
    void aHostThatCallsBackIsRefused() {
        Driver[] own = new Driver[1];
        JournalHost eager = new JournalHost(journal, key) {
            @Override
            public void sign(Effect.Sign effect) {
                super.sign(effect);
                own[0].take(signature());
            }
        };
        own[0] = new Driver(log, eager);
        own[0].recover();
        assertThatIllegalStateException().isThrownBy(() -> own[0].take(append(1)));
        assertThat(own[0].isRecovered()).isFalse();
    }

    @Test
    void aTapSeesEachStepBeforeItIsCarriedOut() {
        List<Effect> seen = new ArrayList<>();
        Driver tapped = new Driver(log, host, new Driver.Tap() {
            @Override
            public void recovered(RecoveredState state) {
                journal.write("tap: recovered as " + state.self());
            }

            @Override
            public void step(Input input, Facts facts, List<Effect> effects) {
                journal.write("tap: " + input.getClass().getSimpleName());
                seen.addAll(effects);
            }
        });
        tapped.recover();
        assertThat(journal.take())
                .containsExactly(
                        "log: recover", "recovered", "tap: recovered as " + key.origin(), "publish tip 0, proved 0");
        tapped.takeTogether(List.of(put(1), append(2)));
        assertThat(journal.take())
                .startsWith("log: facts", "tap: PutArtifact", "log: facts", "tap: Append", "log: commit 2");
        tapped.take(new Input.Renew("by hand"));
        assertThat(journal.take()).contains("tap: Renew", "tap: Renewed");
        assertThat(seen).hasAtLeastOneElementOfType(Effect.RenewIdentity.class);
    }

    private void assertBreaks(Runnable work) {
        assertThatExceptionOfType(Journal.Broken.class).isThrownBy(work::run);
    }

    private void assertNothingIsTaken() {
        journal.take();
        assertThat(driver.isRecovered()).isFalse();
        assertThatIllegalStateException().isThrownBy(driver::replica);
        assertThatIllegalStateException().isThrownBy(() -> driver.take(append(99)));
        assertThatIllegalStateException().isThrownBy(() -> driver.takeTogether(List.of(append(99))));
        assertThatIllegalStateException().isThrownBy(driver::probe);
        assertThat(journal.take()).isEmpty();
    }

    private static Input append(long request) {
        Draft draft = new Draft(
                new Event.Routing("s", "r", null, "agent@driver", null, null),
                "note",
                null,
                null,
                null,
                "body " + request,
                "{}",
                List.of(),
                null);
        return new Input.Append(
                List.of(new Input.Request(request, draft, "evt_" + request, "2026-08-25T23:20:03Z", null)), NOW);
    }

    private static Input put(long request) {
        byte[] content = {'a'};
        Artifact artifact = new Artifact(
                "art_" + request,
                "note",
                Digest.sha256(content),
                content.length,
                "a",
                "agent@driver",
                "2026-08-25T23:20:03Z",
                "rep_x",
                "{}",
                Fields.of(Map.of("id", JsonText.quote("art_" + request))));
        return new Input.PutArtifact(request, artifact);
    }
}
