package io.meshlog.sim.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Directories of one run, all in one that is gone afterwards. Confined to its run. */
final class Directories implements AutoCloseable {
    private static final int TRIES = 40;
    private static final long TRY_MILLIS = 25;

    private final Path root;
    /** Deletes them where the process is told to end (SIGTERM, SIGINT) before the run does. */
    private final Thread atExit = new Thread(this::sweep, "temporary directories");

    private int made;

    private Directories(Path root) {
        this.root = root;
        try {
            Runtime.getRuntime().addShutdownHook(atExit);
        } catch (IllegalStateException ending) {
            delete(root);
            forever();
        }
    }

    static Directories make() {
        try {
            return new Directories(Files.createTempDirectory("conflict-sim-"));
        } catch (IOException e) {
            throw new UncheckedIOException("could not make a directory for databases: set -Djava.io.tmpdir", e);
        }
    }

    /** A new one, empty. */
    Path next() {
        return unchecked(() -> Files.createDirectory(root.resolve("d" + ++made)));
    }

    /** A new one that holds what another does now, but for what a reboot does not leave: memory shared by processes. */
    Path copy(Path directory) {
        Path copy = next();
        for (Path file : files(directory)) {
            String name = file.getFileName().toString();
            if (!name.endsWith("-shm")) {
                unchecked(() -> Files.copy(file, copy.resolve(name)));
            }
        }
        return copy;
    }

    private static List<Path> files(Path directory) {
        return unchecked(() -> {
            try (Stream<Path> files = Files.list(directory)) {
                return files.sorted().toList();
            }
        });
    }

    /** Deletes one and all that is in it; one that is not there is fine. */
    void delete(Path directory) {
        unchecked(() -> {
            if (Files.exists(directory)) {
                try (Stream<Path> all = Files.walk(directory)) {
                    for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                        Files.delete(path);
                    }
                }
            }
            return directory;
        });
    }

    /** Does not come back where the process is ending: nobody may hear of a run whose directories were taken away. */
    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException ending) {
            forever();
        }
        delete(root);
    }

    private static void forever() {
        while (true) {
            pause(Long.MAX_VALUE);
        }
    }

    /** The run may go on meanwhile and put something there until the directory itself is gone. */
    private void sweep() {
        for (int i = 0; i < TRIES && Files.exists(root); i++) {
            try {
                delete(root);
            } catch (UncheckedIOException e) {
                pause(TRY_MILLIS);
            }
        }
    }

    private static void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            // The process ends in any case, and there is nothing to do before.
        }
    }

    /** Something with files. */
    private interface Work<T> {
        T run() throws IOException;
    }

    private static <T> T unchecked(Work<T> work) {
        try {
            return work.run();
        } catch (IOException e) {
            throw new UncheckedIOException("a directory of the run: " + e.getMessage(), e);
        }
    }
}
