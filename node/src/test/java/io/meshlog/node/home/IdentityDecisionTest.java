package io.meshlog.node.home;

import static io.meshlog.node.home.IdentityDecision.CLOCK_AHEAD_MILLIS_MAX;
import static org.assertj.core.api.Assertions.assertThat;

import io.meshlog.node.home.IdentityDecision.Verdict;
import io.meshlog.node.home.KeyFiles.Found;
import io.meshlog.sign.Ed25519Key;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Spec §2, one row a test: when a replica stays who it was, and when it must not. */
class IdentityDecisionTest {
    private static final long NOW = 1_800_000_000_000L;
    private static final long INODE = 77;
    private static final HomeFiles HOME = new HomeFiles(Path.of("/var/lib/meshlog"));

    private final Ed25519Key mine = key(1);
    private final Ed25519Key previous = key(2);
    private final Ed25519Key stranger = key(3);

    @Test
    void anEmptyDirectoryIsANewReplica() {
        assertThat(decide(files(null, null), FakeRecord.NONE)).isEqualTo(new Verdict.Fresh());
    }

    @Test
    void whatOnlyShowedAnIdMakesNoReplica() {
        assertThat(decide(files(null, stranger), FakeRecord.NONE)).isEqualTo(new Verdict.Fresh());
    }

    @Test
    void keyAndDatabaseOfOneIdStayWhoTheyWere() {
        assertThat(decide(files(mine, mine), record())).isEqualTo(new Verdict.Keep(mine));
        assertThat(decide(files(mine, null), record())).isEqualTo(new Verdict.Keep(mine));
        assertThat(decide(files(mine, previous), record())).isEqualTo(new Verdict.Keep(mine));
    }

    @Test
    void anInodeThatWasNeverRecordedShowsNoCopy() {
        assertThat(decide(files(mine, mine), record().withInode(null))).isEqualTo(new Verdict.Keep(mine));
    }

    @Test
    void aKeyWithoutItsDatabaseRenews() {
        assertThat(decide(files(mine, mine), FakeRecord.NONE)).isEqualTo(renew(RenewalReason.DATABASE_GONE, mine));
    }

    @Test
    void aDatabaseWithoutItsKeyRenewsWithoutTheOldKey() {
        assertThat(decide(files(null, mine), record())).isEqualTo(renew(RenewalReason.KEY_MISSING, null));
    }

    @Test
    void aKeyInAnotherFileThanItWasRenews() {
        assertThat(decide(files(mine, mine), record().withInode(INODE + 1)))
                .isEqualTo(renew(RenewalReason.KEY_COPIED, mine));
    }

    @Test
    void aRestoredCopyRenewsWithAndWithoutAKey() {
        assertThat(decide(files(mine, mine), record().asRestored())).isEqualTo(renew(RenewalReason.RESTORED, mine));
        assertThat(decide(files(null, mine), record().asRestored())).isEqualTo(renew(RenewalReason.RESTORED, null));
    }

    @Test
    void aClockMarkRenewsOnlyBeyondADayAhead() {
        assertThat(decide(files(mine, mine), record().withMark(NOW + CLOCK_AHEAD_MILLIS_MAX)))
                .isEqualTo(new Verdict.Keep(mine));
        assertThat(decide(files(mine, mine), record().withMark(NOW + CLOCK_AHEAD_MILLIS_MAX + 1)))
                .isEqualTo(renew(RenewalReason.CLOCK_AHEAD, mine));
        assertThat(decide(files(mine, mine), record().withMark(0))).isEqualTo(new Verdict.Keep(mine));
    }

    @Test
    void theKeyOfAPreviousIdRenewsBecauseItCannotSignForTheCurrentOne() {
        assertThat(decide(files(previous, mine), record())).isEqualTo(renew(RenewalReason.KEY_OF_PREVIOUS_ID, null));
    }

    @Test
    void theKeyOfAnotherReplicaIsRefusedWithBothIdsAndTheRemedy() {
        assertThat(refusal(files(stranger, mine), record()))
                .contains("/var/lib/meshlog/replica.key is the key of " + stranger.origin())
                .contains("is of " + mine.origin())
                .contains("or delete it to go on under a new id")
                .doesNotContain("\n");
    }

    @Test
    void aShownIdOfAnotherReplicaIsRefusedWithOrWithoutAKey() {
        for (Ed25519Key key : new Ed25519Key[] {mine, null}) {
            assertThat(refusal(files(key, stranger), record()))
                    .contains("replica.json is of " + stranger.origin())
                    .contains("is of " + mine.origin())
                    .contains("delete it if the database is the right one");
        }
    }

    @Test
    void aMarkOfARestoreDoesNotExcuseAStrangersKey() {
        assertThat(refusal(files(stranger, mine), record().asRestored())).contains("is the key of");
    }

    @Test
    void aWaitingKeyCountsOnlyOnceTheDatabaseHasCommittedIt() {
        KeyFiles waiting = new KeyFiles(found(previous), found(mine), previous.origin());
        assertThat(IdentityDecision.promotesNext(waiting, record())).isTrue();
        assertThat(decide(waiting.promoted(), record())).isEqualTo(new Verdict.Keep(mine));

        FakeRecord before = new FakeRecord(previous.origin(), List.of(), INODE, false, NOW);
        assertThat(IdentityDecision.promotesNext(waiting, before)).isFalse();
        assertThat(IdentityDecision.promotesNext(waiting, FakeRecord.NONE)).isFalse();
        assertThat(decide(waiting, before)).isEqualTo(new Verdict.Keep(previous));
    }

    private FakeRecord record() {
        return new FakeRecord(mine.origin(), List.of(previous.origin()), INODE, false, NOW);
    }

    private static Verdict decide(KeyFiles files, IdentityRecord record) {
        return IdentityDecision.decide(HOME, files, record, NOW);
    }

    private static String refusal(KeyFiles files, IdentityRecord record) {
        Verdict verdict = decide(files, record);
        assertThat(verdict).isInstanceOf(Verdict.Refuse.class);
        return ((Verdict.Refuse) verdict).message();
    }

    private static Verdict renew(RenewalReason reason, @Nullable Ed25519Key oldKey) {
        return new Verdict.Renew(reason, oldKey);
    }

    private static KeyFiles files(@Nullable Ed25519Key key, @Nullable Ed25519Key shown) {
        return new KeyFiles(key == null ? null : found(key), null, shown == null ? null : shown.origin());
    }

    private static Found found(Ed25519Key key) {
        return new Found(key, INODE);
    }

    private static Ed25519Key key(int number) {
        byte[] seed = new byte[Ed25519Key.SEED_BYTES];
        seed[0] = (byte) number;
        return Ed25519Key.ofSeed(seed);
    }
}
