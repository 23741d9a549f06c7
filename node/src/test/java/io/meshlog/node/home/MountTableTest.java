package io.meshlog.node.home;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MountTableTest {
    private static final List<String> MOUNTS = List.of(
            "22 1 254:0 / / rw,relatime shared:1 - ext4 /dev/vda rw",
            "31 22 0:40 / /mnt/nas rw - nfs4 nas:/export rw,vers=4.2",
            "32 31 0:41 / /mnt/nas/local rw shared:7 master:2 - tmpfs tmpfs rw",
            "33 22 0:42 / /mnt/two\\040words rw - cifs //server/share rw",
            "34 22 0:43 / /mnt/twice rw - ext4 /dev/vdb rw",
            "35 34 0:44 / /mnt/twice rw - fuse.sshfs host: rw",
            new String(
                    "36 22 0:45 / /mnt/größe rw - 9p share rw".getBytes(StandardCharsets.UTF_8),
                    StandardCharsets.ISO_8859_1),
            "not a line of this table");

    @Test
    void theDeepestMountHoldsThePath() {
        assertThat(type("/var/lib/meshlog")).isEqualTo("ext4");
        assertThat(type("/mnt/nas")).isEqualTo("nfs4");
        assertThat(type("/mnt/nas/a/b")).isEqualTo("nfs4");
        assertThat(type("/mnt/nas/local/b")).isEqualTo("tmpfs");
        assertThat(type("/mnt/nasty")).isEqualTo("ext4");
    }

    @Test
    void aLaterMountHidesAnEarlierOneOnTheSamePoint() {
        assertThat(type("/mnt/twice/x")).isEqualTo("fuse.sshfs");
    }

    @Test
    void namesWithBlanksAndUmlautsAreRead() {
        assertThat(type("/mnt/two words/x")).isEqualTo("cifs");
        assertThat(type("/mnt/größe/x")).isEqualTo("9p");
    }

    @Test
    void noTableGivesNoType() {
        assertThat(MountTable.typeOf(List.of(), Path.of("/x"))).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"nfs", "nfs4", "cifs", "smb3", "9p", "fuse.sshfs", "fuse.rclone", "fuse", "virtiofs", "ceph"})
    void otherMachinesFileSystemsAreShared(String type) {
        assertThat(MountTable.isShared(type)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"ext4", "xfs", "btrfs", "zfs", "tmpfs", "overlay", "fuseblk", "apfs", "fusectl"})
    void localFileSystemsAreNot(String type) {
        assertThat(MountTable.isShared(type)).isFalse();
    }

    private static String type(String path) {
        return MountTable.typeOf(MOUNTS, Path.of(path));
    }
}
