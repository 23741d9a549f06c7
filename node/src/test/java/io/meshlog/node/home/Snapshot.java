package io.meshlog.node.home;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Everything in a directory: names, modes, times and content. Equal snapshots: nothing was changed. */
public final class Snapshot {
    private Snapshot() {}

    public static Map<String, String> of(Path directory) throws IOException {
        Map<String, String> out = new TreeMap<>();
        try (Stream<Path> paths = Files.walk(directory)) {
            paths.forEach(path -> out.put(directory.relativize(path).toString(), describe(path)));
        }
        return out;
    }

    private static String describe(Path path) {
        try {
            Map<String, Object> facts =
                    Files.readAttributes(path, "unix:mode,uid,ino,lastModifiedTime", LinkOption.NOFOLLOW_LINKS);
            return new TreeMap<>(facts)
                    + (Files.isRegularFile(path) ? HexFormat.of().formatHex(Files.readAllBytes(path)) : "");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
