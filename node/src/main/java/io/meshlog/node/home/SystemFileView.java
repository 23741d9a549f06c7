package io.meshlog.node.home;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The real files. Where a system has no uid, mode or inode (Windows), the checks on them do not apply. Immutable. */
final class SystemFileView implements FileView {
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final Path MOUNTS = Path.of("/proc/self/mountinfo");
    private static final int PERMISSION_BITS = 0777;

    @Override
    public FileFacts facts(Path path) throws IOException {
        BasicFileAttributes basic;
        try {
            basic = Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        } catch (NoSuchFileException e) {
            return FileFacts.ABSENT;
        }
        FileFacts.Kind kind = basic.isRegularFile()
                ? FileFacts.Kind.FILE
                : basic.isDirectory() ? FileFacts.Kind.DIRECTORY : FileFacts.Kind.OTHER;
        boolean readable = Files.isReadable(path);
        boolean writable = Files.isWritable(path);
        if (!path.getFileSystem().supportedFileAttributeViews().contains("unix")) {
            return new FileFacts(kind, FileFacts.UNKNOWN, "", FileFacts.UNKNOWN, 0, basic.size(), readable, writable);
        }
        Map<String, Object> unix = Files.readAttributes(path, "unix:uid,owner,mode,ino", LinkOption.NOFOLLOW_LINKS);
        return new FileFacts(
                kind,
                number(unix, "uid"),
                String.valueOf(unix.get("owner")),
                (int) number(unix, "mode") & PERMISSION_BITS,
                number(unix, "ino"),
                basic.size(),
                readable,
                writable);
    }

    @Override
    public long processUid() {
        // Uid: real, effective, saved, file system
        return readable(STATUS).stream()
                .filter(line -> line.startsWith("Uid:"))
                .map(line -> line.substring(4).strip().split("\\s+", -1))
                .filter(uids -> uids.length == 4)
                .mapToLong(uids -> Long.parseLong(uids[1]))
                .findFirst()
                .orElse(FileFacts.UNKNOWN);
    }

    @Override
    public List<String> fileSystemTypes(Path path) {
        List<String> types = new ArrayList<>();
        String mounted = MountTable.typeOf(readable(MOUNTS), path);
        if (mounted != null) {
            types.add(mounted);
        }
        try {
            types.add(Files.getFileStore(path).type());
        } catch (IOException | SecurityException e) {
            // A type that cannot be read causes no warning; it must not stop a start either.
            return types;
        }
        return types;
    }

    private static List<String> readable(Path file) {
        try {
            return Files.readAllLines(file, java.nio.charset.StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return List.of();
        }
    }

    private static long number(Map<String, Object> attributes, String name) {
        return attributes.get(name) instanceof Number number ? number.longValue() : FileFacts.UNKNOWN;
    }
}
