package io.meshlog.node.home;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which file systems are no good home for a database: locks and shared memory across machines are what SQLite's
 * write-ahead log stands on, and these do not keep that promise.
 */
final class MountTable {
    private static final Set<String> SHARED = Set.of(
            "nfs",
            "nfs4",
            "cifs",
            "smb",
            "smb2",
            "smb3",
            "smbfs",
            "smbfuse",
            "9p",
            "v9fs",
            "afs",
            "auristorfs",
            "ceph",
            "lustre",
            "gfs2",
            "ocfs2",
            "glusterfs",
            "beegfs",
            "orangefs",
            "ncpfs",
            "webdav",
            "davfs",
            "davfs2",
            "sshfs",
            "virtiofs",
            "vboxsf",
            "prl_fs",
            "vmhgfs",
            "drvfs",
            "afpfs",
            "macfuse",
            "osxfuse");

    private MountTable() {}

    /**
     * Whether files there may be on another machine. Every {@code fuse.…} counts: what stands behind it is
     * unknown. A local disk through FUSE is {@code fuseblk}.
     */
    static boolean isShared(String type) {
        return SHARED.contains(type) || type.equals("fuse") || type.startsWith("fuse.");
    }

    /**
     * The type of the mount that holds a path, or null if none does. Lines as in {@code /proc/self/mountinfo}
     * (proc(5)), bytes as Latin-1: {@code id parent dev root mount-point options [tags] - type source options}.
     *
     * @param path absolute, links resolved
     */
    static @Nullable String typeOf(List<String> mountinfo, Path path) {
        String type = null;
        int depth = -1;
        for (String line : mountinfo) {
            List<String> fields = List.of(line.split(" ", -1));
            int dash = fields.indexOf("-");
            if (dash < 6 || dash + 1 >= fields.size()) {
                continue;
            }
            Path point = Path.of(unescaped(fields.get(4)));
            // Of two mounts on one point the later one hides the earlier.
            if (path.startsWith(point) && point.getNameCount() >= depth) {
                depth = point.getNameCount();
                type = fields.get(dash + 1);
            }
        }
        return type;
    }

    /** Blanks, tabs, line ends and backslashes stand there as three octal digits. */
    private static String unescaped(String field) {
        java.io.ByteArrayOutputStream out = new java.io.ByteArrayOutputStream();
        for (int i = 0; i < field.length(); i++) {
            if (field.charAt(i) == '\\' && i + 3 < field.length()) {
                out.write(Integer.parseInt(field, i + 1, i + 4, 8));
                i += 3;
            } else {
                out.write(field.charAt(i));
            }
        }
        return out.toString(StandardCharsets.UTF_8);
    }
}
