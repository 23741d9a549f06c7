package io.meshlog.node.home;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An unfit directory is refused with one line and left as it was. */
class DataDirectoryTest {
    @TempDir
    private Path temp;

    private Path home;
    private HomeFiles files;
    private final ChangedView view = new ChangedView();

    @BeforeEach
    void fillADirectory() throws IOException {
        home = Files.createDirectory(temp.toRealPath().resolve("home"));
        files = new HomeFiles(home);
        chmod(home, "rwx------");
        Files.writeString(files.database(), "pages");
        Files.writeString(files.databaseWal(), "frames");
        Files.writeString(files.key(), "secret");
        chmod(files.key(), "rw-------");
    }

    @Test
    void aMissingDirectoryIsMadeForItsOwnerOnly() throws IOException {
        Path fresh = temp.toRealPath().resolve("a/b/fresh");
        try (DataDirectory directory = DataDirectory.open(fresh, view)) {
            assertThat(directory.path()).isEqualTo(fresh);
            assertThat(directory.database()).isEqualTo(fresh.resolve("meshlog.sqlite3"));
            assertThat(directory.warnings()).isEmpty();
            assertThat(mode(fresh)).isEqualTo("rwx------");
            assertThat(fresh.toFile().list()).containsExactly("lock");
            assertThat(mode(fresh.resolve("lock"))).isEqualTo("rw-------");
        }
    }

    @Test
    void anEmptyDirectoryIsClosedToOthers() throws IOException {
        Path empty = Files.createDirectory(temp.resolve("empty"));
        chmod(empty, "rwxr-xr-x");
        try (DataDirectory directory = DataDirectory.open(empty, view)) {
            assertThat(mode(empty)).isEqualTo("rwx------");
            assertThat(directory.warnings()).isEmpty();
        }
    }

    @Test
    void aFilledDirectoryThatIsOpenToOthersIsLeftSoWithAWarning() throws IOException {
        chmod(home, "rwxr-x---");
        try (DataDirectory directory = DataDirectory.open(home, view)) {
            assertThat(mode(home)).isEqualTo("rwxr-x---");
            assertThat(directory.warnings())
                    .containsExactly(home + " is open to other users (mode 0750): chmod 700 " + home);
        }
    }

    @Test
    void aDirectoryThroughALinkIsOpenedAsItself() throws IOException {
        Path link = Files.createSymbolicLink(temp.resolve("link"), home);
        try (DataDirectory directory = DataDirectory.open(link, view)) {
            assertThat(directory.path()).isEqualTo(home);
        }
    }

    @Test
    void openingAndClosingChangesNothingButTheLock() throws IOException {
        DataDirectory.open(home, view).close();
        Map<String, String> before = Snapshot.of(home);
        DataDirectory.open(home, view).close();
        Map<String, String> after = Snapshot.of(home);
        before.remove("lock");
        after.remove("lock");
        assertThat(after).isEqualTo(before);
    }

    @Test
    void aFileIsNoDirectory() throws IOException {
        Path file = Files.writeString(temp.toRealPath().resolve("file"), "x");
        assertThat(refusal(file)).isEqualTo(file + " is not a directory: name another one with --data");
        assertThat(refusal(file.resolve("below"))).contains("cannot be used").doesNotContain("\n");
        assertThat(file).hasContent("x");
    }

    @Test
    void aReadOnlyMountIsRefused() throws IOException {
        view.with(home, ChangedView::readOnly);
        assertThat(refusedUntouched()).contains(home + " cannot be written").contains("mounted read-only");
    }

    @Test
    void aDirectoryThatIsShutForWritingIsRefusedForRootToo() throws IOException {
        chmod(home, "r-x------");
        assertThat(refusedUntouched()).contains("cannot be written (mode 0500").contains("chmod 700 " + home);
        chmod(home, "rwx------");
    }

    @Test
    void anotherUsersDirectoryIsRefusedForRootToo() throws IOException {
        view.with(home, facts -> ChangedView.ownedBy(4711, "alice", facts));
        assertThat(refusedUntouched())
                .contains(home + " belongs to user alice (uid 4711)")
                .contains("this process runs as uid " + view.processUid());
    }

    @Test
    void anotherUsersFileIsRefused() throws IOException {
        for (Path path : new Path[] {files.key(), files.database(), files.databaseWal()}) {
            ChangedView changed = new ChangedView().with(path, facts -> ChangedView.ownedBy(4711, "alice", facts));
            Map<String, String> before = Snapshot.of(home);
            assertThat(refusal(home, changed)).contains(path + " belongs to user alice (uid 4711)");
            assertThat(Snapshot.of(home)).isEqualTo(before);
        }
    }

    @Test
    void aFileThatReallyBelongsToAnotherUserIsRefused() throws IOException {
        assumeTrue(view.processUid() == 0, "only root can give a file away");
        Files.setAttribute(files.database(), "unix:uid", 4711);
        assertThat(refusedUntouched()).contains("(uid 4711)").contains("chown -R 0 " + home);
    }

    @Test
    void aKeyThatOthersMayReadIsRefusedWithTheCommandThatMendsIt() throws IOException {
        for (Path path : new Path[] {files.key(), files.nextKey()}) {
            Files.writeString(path, "secret");
            chmod(path, "rw-r-----");
            assertThat(refusedUntouched())
                    .isEqualTo(path + " holds a secret key and others may read it (mode 0640): chmod 600 " + path);
            chmod(path, "rw-------");
        }
    }

    @Test
    void aWriteAheadLogThatCannotBeReadIsRefusedForRootToo() throws IOException {
        chmod(files.databaseWal(), "---------");
        assertThat(refusal(home))
                .contains("meshlog.sqlite3-wal cannot be read (mode 0000)")
                .contains("chmod 600 " + files.databaseWal());
        assertThat(home.toFile().list()).doesNotContain("lock");
    }

    @Test
    void anEmptyOrMissingDatabaseBesideAFilledWriteAheadLogIsRefused() throws IOException {
        Files.write(files.database(), new byte[0]);
        assertThat(refusedUntouched()).contains("meshlog.sqlite3 is empty").contains("-wal holds 6 bytes");
        Files.delete(files.database());
        assertThat(refusedUntouched()).contains("meshlog.sqlite3 is missing");
    }

    @Test
    void anEmptyWriteAheadLogHoldsNothingThatCouldBeLost() throws IOException {
        Files.write(files.database(), new byte[0]);
        Files.write(files.databaseWal(), new byte[0]);
        DataDirectory.open(home, view).close();
    }

    @Test
    void aLinkInPlaceOfTheDatabaseIsRefused() throws IOException {
        Files.delete(files.database());
        Files.createSymbolicLink(files.database(), temp.resolve("elsewhere"));
        assertThat(refusal(home)).contains("meshlog.sqlite3 is not a plain file");
        assertThat(temp.resolve("elsewhere")).doesNotExist();
    }

    @Test
    void aNetworkFileSystemIsUsedWithALoudWarningThatNamesIt() {
        for (String type : new String[] {"nfs4", "cifs", "9p", "fuse.sshfs"}) {
            try (DataDirectory directory = DataDirectory.open(home, view.onFileSystem("ext4", type))) {
                assertThat(directory.warnings()).hasSize(1);
                assertThat(directory.warnings().get(0))
                        .startsWith(home + " is on a network or shared file system (" + type + ")")
                        .doesNotContain("\n");
            }
        }
    }

    @Test
    void theRealViewKnowsThisProcessAndItsFileSystem() throws IOException {
        assumeTrue(Files.exists(Path.of("/proc/self/mountinfo")), "no /proc here");
        SystemFileView real = new SystemFileView();
        assertThat(real.processUid()).isEqualTo(real.facts(home).uid());
        assertThat(real.fileSystemTypes(home)).isNotEmpty();
        assertThat(real.facts(home.resolve("nothing"))).isEqualTo(FileFacts.ABSENT);
    }

    private String refusedUntouched() throws IOException {
        Map<String, String> before = Snapshot.of(home);
        String refusal = refusal(home);
        assertThat(Snapshot.of(home)).isEqualTo(before);
        assertThat(refusal).doesNotContain("\n");
        return refusal;
    }

    private String refusal(Path path) {
        return refusal(path, view);
    }

    private static String refusal(Path path, FileView view) {
        try (DataDirectory opened = DataDirectory.open(path, view)) {
            throw new AssertionError(opened.path() + " was opened");
        } catch (UnfitDirectory e) {
            assertThat(e.exitCode()).isEqualTo(1);
            return e.getMessage();
        }
    }

    private static void chmod(Path path, String mode) throws IOException {
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode));
    }

    private static String mode(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }
}
