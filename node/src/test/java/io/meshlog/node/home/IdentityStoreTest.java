package io.meshlog.node.home;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.meshlog.sign.Ed25519Key;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IdentityStoreTest {
    private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");

    @TempDir
    private Path temp;

    private HomeFiles files;
    private FakeRecord database = FakeRecord.NONE;

    @BeforeEach
    void makeADirectory() throws IOException {
        files = new HomeFiles(temp.toRealPath());
    }

    @Test
    void aFirstStartMakesOneIdentityThatLaterStartsKeep() throws IOException {
        Ed25519Key first = beginLife();
        Map<String, String> before = Snapshot.of(files.directory());

        assertThat(same().origin()).isEqualTo(first.origin());
        assertThat(Snapshot.of(files.directory())).isEqualTo(before);
    }

    @Test
    void theKeyFileIsPkcs8InPemForItsOwnerOnly() throws IOException {
        Ed25519Key key = beginLife();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(files.key())))
                .isEqualTo("rw-------");
        assertThat(Files.readString(files.key()))
                .isEqualTo("-----BEGIN PRIVATE KEY-----\n" + Base64.getEncoder().encodeToString(key.pkcs8())
                        + "\n-----END PRIVATE KEY-----\n");
    }

    @Test
    void theShownFileSaysWhoLivesHereAndNothingSecret() throws IOException {
        Ed25519Key key = beginLife();
        JsonNode json = new ObjectMapper().readTree(files.shown().toFile());
        assertThat(json.get("replica_id").textValue()).isEqualTo(key.origin().name());
        assertThat(Base64.getUrlDecoder().decode(json.get("public_key").textValue()))
                .isEqualTo(key.publicKey());
        assertThat(json.get("program").textValue()).isEqualTo("meshlog test");
        assertThat(json.get("created_at").textValue()).isEqualTo("2026-03-01T10:00:00Z");
        assertThat(json.size()).isEqualTo(4);
    }

    @Test
    void aRenewalLeavesTheNewKeyAndNothingOfTheOldOne() throws IOException {
        Ed25519Key old = beginLife();
        NewKey next = store().prepare(new SecureRandom());
        database = database.committing(next);
        store().complete(next, NOW);

        assertThat(same().origin()).isEqualTo(next.key().origin()).isNotEqualTo(old.origin());
        assertThat(inode(files.key())).isEqualTo(next.inode());
        assertShowsOnly(next.key());
    }

    @Test
    void aKillBeforeTheFirstCommitLeavesAFreshDirectory() throws IOException {
        NewKey lost = first();
        NewKey again = first();
        assertThat(again.key().origin()).isNotEqualTo(lost.key().origin());
        database = database.committing(again);
        store().complete(again, NOW);
        assertThat(same().origin()).isEqualTo(again.key().origin());
        assertShowsOnly(again.key());
    }

    @Test
    void aKillAfterTheFirstCommitKeepsTheCommittedKey() throws IOException {
        NewKey key = first();
        database = database.committing(key);

        assertThat(same().origin()).isEqualTo(key.key().origin());
        assertShowsOnly(key.key());
    }

    @Test
    void aKillWhileTheNextKeyIsWrittenLeavesTheOldIdentity() throws IOException {
        Ed25519Key old = beginLife();
        store().prepare(new SecureRandom());
        byte[] whole = Files.readAllBytes(files.nextKey());
        for (int length : new int[] {0, 1, 40, whole.length - 5, whole.length}) {
            Files.write(files.nextKey(), Arrays.copyOf(whole, length));
            assertThat(same().origin()).as("cut at %d", length).isEqualTo(old.origin());
            assertShowsOnly(old);
        }
    }

    @Test
    void aKillBetweenTheCommitAndTheRenameIsFinishedAtTheNextStart() throws IOException {
        beginLife();
        NewKey next = store().prepare(new SecureRandom());
        database = database.committing(next);

        assertThat(same().origin()).isEqualTo(next.key().origin());
        assertShowsOnly(next.key());
        assertThat(inode(files.key())).isEqualTo(next.inode());
        assertThat(same().origin()).isEqualTo(next.key().origin());
    }

    @Test
    void aKillWhileTheShownFileIsWrittenIsFinishedAtTheNextStart() throws IOException {
        beginLife();
        NewKey next = store().prepare(new SecureRandom());
        database = database.committing(next);
        Files.writeString(files.nextShown(), "{\"replica_id\": \"re");

        assertThat(same().origin()).isEqualTo(next.key().origin());
        assertShowsOnly(next.key());
    }

    @Test
    void aKillBetweenTheShownFileAndTheRenameIsFinishedAtTheNextStart() throws IOException {
        Ed25519Key old = beginLife();
        NewKey next = store().prepare(new SecureRandom());
        database = database.committing(next);
        DurableFile.write(files.shown(), ShownIdentity.encode(next.key(), "meshlog test", NOW));
        assertThat(Files.readAllBytes(files.key())).isEqualTo(KeyFile.encode(old));

        assertThat(same().origin()).isEqualTo(next.key().origin());
        assertShowsOnly(next.key());
    }

    @Test
    void aShownFileThatWasLeftBehindDoesNotStopANewReplicaThatIsKilledEarly() throws IOException {
        beginLife();
        Files.delete(files.key());
        database = FakeRecord.NONE;
        NewKey key = first();
        database = database.committing(key);

        assertThat(same().origin()).isEqualTo(key.key().origin());
        assertShowsOnly(key.key());
    }

    @Test
    void aKillInARenewalAfterTheDatabaseWasLostIsFinishedToo() throws IOException {
        Ed25519Key old = beginLife();
        database = FakeRecord.NONE;
        assertThat(mustRenew(RenewalReason.DATABASE_GONE).oldKey()).isNotNull();
        store().prepare(new SecureRandom());
        assertThat(mustRenew(RenewalReason.DATABASE_GONE).oldKey().origin()).isEqualTo(old.origin());
        assertThat(files.nextKey()).doesNotExist();

        NewKey next = store().prepare(new SecureRandom());
        database = database.committing(next);
        assertThat(same().origin()).isEqualTo(next.key().origin());
        assertShowsOnly(next.key());
    }

    @Test
    void aCopiedDirectoryMustRenewAndItsOriginalMustNot() throws Exception {
        Ed25519Key key = beginLife();
        Path copy = temp.resolveSibling(temp.getFileName() + "-copy");
        Process cp = new ProcessBuilder("cp", "-a", files.directory().toString(), copy.toString()).start();
        assertThat(cp.waitFor(10, TimeUnit.SECONDS) && cp.exitValue() == 0).isTrue();

        IdentityStore copied = new IdentityStore(new HomeFiles(copy), new SystemFileView(), "meshlog test");
        StartIdentity identity = copied.start(database, new SecureRandom(), NOW);
        assertThat(identity).isInstanceOf(StartIdentity.MustRenew.class);
        StartIdentity.MustRenew renew = (StartIdentity.MustRenew) identity;
        assertThat(renew.reason()).isEqualTo(RenewalReason.KEY_COPIED);
        assertThat(renew.oldKey().origin()).isEqualTo(key.origin());
        assertThat(same().origin()).isEqualTo(key.origin());
    }

    @Test
    void aDirectoryThatWasMovedStaysWhoItWas() throws IOException {
        Ed25519Key key = beginLife();
        Path moved = Files.move(files.directory(), temp.resolveSibling(temp.getFileName() + "-moved"));
        files = new HomeFiles(moved);
        assertThat(same().origin()).isEqualTo(key.origin());
        Files.move(moved, temp);
    }

    @Test
    void aDeletedKeyMustRenewWithoutTheOldOne() throws IOException {
        beginLife();
        Files.delete(files.key());
        assertThat(mustRenew(RenewalReason.KEY_MISSING).oldKey()).isNull();
    }

    @Test
    void aShownFileThatIsLostOrDamagedIsWrittenAgain() throws IOException {
        Ed25519Key key = beginLife();
        for (String damaged : new String[] {"", "{", "[]", "{\"replica_id\": 7}", "{\"replica_id\": \"\\u0000\"}"}) {
            Files.writeString(files.shown(), damaged);
            assertThat(same().origin()).isEqualTo(key.origin());
            assertShowsOnly(key);
        }
        Files.delete(files.shown());
        assertThat(same().origin()).isEqualTo(key.origin());
        assertShowsOnly(key);
    }

    @Test
    void aKeyOfAnotherReplicaIsRefusedAndNothingIsTouched() throws IOException {
        beginLife();
        store().prepare(new SecureRandom());
        DurableFile.write(files.key(), KeyFile.encode(Ed25519Key.generate(new SecureRandom())));
        assertRefusedUntouched("is the key of");
    }

    @Test
    void aDamagedKeyIsRefusedWithTheRemedyAndWithoutItsContent() throws IOException {
        beginLife();
        String whole = Files.readString(files.key());
        for (String damaged : new String[] {
            "",
            "-----BEGIN PRIVATE KEY-----",
            whole.substring(0, 60),
            whole.replace("MC4CAQAw", "MC4CAQAx"),
            whole.replace("MC4C", "!!!!")
        }) {
            Files.writeString(files.key(), damaged);
            assertThat(assertRefusedUntouched("replica.key cannot be read (expected"))
                    .contains("put the right file back, or delete it")
                    .doesNotContain("MC4CAQA")
                    .doesNotContain("\n");
        }
    }

    @Test
    void onlyTheKeyThatWasPreparedLastCanBeCompleted() throws IOException {
        Ed25519Key key = beginLife();
        NewKey dropped = store().prepare(new SecureRandom());
        store().prepare(new SecureRandom());
        IdentityStore store = store();
        assertThatThrownBy(() -> store.complete(dropped, NOW))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("is not the key of " + dropped.key().origin());
        assertThat(same().origin()).isEqualTo(key.origin());
    }

    @Test
    void aWriteThatFailsIsAnUnfitDirectory() throws IOException {
        beginLife();
        Files.createDirectory(files.nextKey());
        Files.createFile(files.nextKey().resolve("in the way"));
        IdentityStore store = store();
        SecureRandom random = new SecureRandom();
        assertThatThrownBy(() -> store.prepare(random))
                .isInstanceOf(UnfitDirectory.class)
                .hasMessageContaining("replica.key.next cannot be written");
    }

    private IdentityStore store() {
        return new IdentityStore(files, new SystemFileView(), "meshlog test");
    }

    private StartIdentity start() {
        return store().start(database, new SecureRandom(), NOW);
    }

    private Ed25519Key beginLife() {
        NewKey key = first();
        database = database.committing(key).withMark(NOW.toEpochMilli());
        store().complete(key, NOW);
        return key.key();
    }

    private NewKey first() {
        StartIdentity identity = start();
        assertThat(identity).isInstanceOf(StartIdentity.First.class);
        return ((StartIdentity.First) identity).key();
    }

    private Ed25519Key same() {
        StartIdentity identity = start();
        assertThat(identity).isInstanceOf(StartIdentity.Same.class);
        return ((StartIdentity.Same) identity).key();
    }

    private StartIdentity.MustRenew mustRenew(RenewalReason reason) {
        StartIdentity identity = start();
        assertThat(identity).isInstanceOf(StartIdentity.MustRenew.class);
        assertThat(((StartIdentity.MustRenew) identity).reason()).isEqualTo(reason);
        return (StartIdentity.MustRenew) identity;
    }

    private String assertRefusedUntouched(String expected) throws IOException {
        Map<String, String> before = Snapshot.of(files.directory());
        UnfitDirectory refused = null;
        try {
            start();
        } catch (UnfitDirectory e) {
            refused = e;
        }
        assertThat(refused).isNotNull().hasMessageContaining(expected);
        assertThat(refused.exitCode()).isEqualTo(1);
        assertThat(Snapshot.of(files.directory())).isEqualTo(before);
        return refused.getMessage();
    }

    private void assertShowsOnly(Ed25519Key key) throws IOException {
        assertThat(Files.readAllBytes(files.key())).isEqualTo(KeyFile.encode(key));
        assertThat(Files.readString(files.shown())).contains("\"replica_id\" : \"" + key.origin() + "\"");
        assertThat(files.nextKey()).doesNotExist();
        assertThat(files.nextShown()).doesNotExist();
    }

    private static long inode(Path path) throws IOException {
        return new SystemFileView().facts(path).inode();
    }
}
