package io.meshlog.node.home;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;

/**
 * One replica's directory, held by this process alone until it is closed (spec §2).
 *
 * <p>Everything is judged before anything is touched. Immutable but for what the lock says of its holder.
 */
public final class DataDirectory implements AutoCloseable {
    private final HomeFiles files;
    private final FileView view;
    private final DirectoryLock lock;
    private final List<String> warnings;

    private DataDirectory(HomeFiles files, FileView view, DirectoryLock lock, List<String> warnings) {
        this.files = files;
        this.view = view;
        this.lock = lock;
        this.warnings = List.copyOf(warnings);
    }

    /**
     * Opens a directory, or creates it with mode 0700 where there is none.
     *
     * @throws UnfitDirectory if it cannot be one, cannot be used as it is, or another process holds it
     */
    public static DataDirectory open(Path path) {
        return open(path, new SystemFileView());
    }

    static DataDirectory open(Path path, FileView view) {
        try {
            HomeFiles files = new HomeFiles(existing(path.toAbsolutePath().normalize()));
            String refusal = new Fitness(files, view).refusal();
            if (refusal != null) {
                throw UnfitDirectory.because(refusal);
            }
            DirectoryLock lock = DirectoryLock.acquire(files);
            try {
                List<String> warnings = new ArrayList<>();
                closeToOthers(files, view, warnings);
                warnOfFileSystem(files, view, warnings);
                return new DataDirectory(files, view, lock, warnings);
            } catch (IOException | RuntimeException e) {
                lock.close();
                throw e;
            }
        } catch (IOException e) {
            throw UnfitDirectory.failed("data directory " + path + " cannot be used", e);
        }
    }

    /** Absolute, links resolved. */
    public Path path() {
        return files.directory();
    }

    public Path database() {
        return files.database();
    }

    public DirectoryLock lock() {
        return lock;
    }

    /** What people should know of this directory though it can be used; each is one line, to be logged loudly. */
    public List<String> warnings() {
        return warnings;
    }

    /** @param program name and version, for {@code replica.json} */
    public IdentityStore identity(String program) {
        return new IdentityStore(files, view, program);
    }

    /** Lets go of the directory; the files stay. */
    @Override
    public void close() {
        lock.close();
    }

    private static Path existing(Path path) throws IOException {
        Deque<Path> missing = new ArrayDeque<>();
        for (Path at = path; at != null && Files.notExists(at); at = at.getParent()) {
            missing.push(at);
        }
        for (Path directory : missing) {
            DurableFile.createDirectory(directory);
        }
        return path.toRealPath();
    }

    /** Only an empty directory is made ours: one that holds other things may be open to others on purpose. */
    private static void closeToOthers(HomeFiles files, FileView view, List<String> warnings) throws IOException {
        Path directory = files.directory();
        FileFacts facts = view.facts(directory);
        if (!facts.isOpenToOthers()) {
            return;
        }
        if (holdsNothingBut(directory, files.lock())) {
            Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx------"));
        } else {
            warnings.add(directory + " is open to other users (mode " + facts.modeText() + "): chmod 700 " + directory);
        }
    }

    private static boolean holdsNothingBut(Path directory, Path lock) throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.allMatch(lock::equals);
        }
    }

    private static void warnOfFileSystem(HomeFiles files, FileView view, List<String> warnings) {
        for (String type : view.fileSystemTypes(files.directory())) {
            if (MountTable.isShared(type)) {
                warnings.add(files.directory() + " is on a network or shared file system (" + type
                        + "), where locks are unreliable and the database can be damaged: use a local disk");
                return;
            }
        }
    }
}
