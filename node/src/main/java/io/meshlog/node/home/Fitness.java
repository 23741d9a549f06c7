package io.meshlog.node.home;

import io.meshlog.node.home.FileFacts.Kind;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Whether an existing directory may be opened at all. Only looks, and judges root as it would anyone else: what
 * root could still write after all is what a failed start damages.
 */
final class Fitness {
    private final HomeFiles files;
    private final FileView view;

    Fitness(HomeFiles files, FileView view) {
        this.files = files;
        this.view = view;
    }

    /** One line that says what is wrong and what to do, or null if nothing is. */
    @Nullable
    String refusal() throws IOException {
        String refusal = directoryRefusal(view.facts(files.directory()));
        for (Path path : files.all()) {
            refusal = refusal != null ? refusal : fileRefusal(path, view.facts(path));
        }
        refusal = refusal != null ? refusal : keyRefusal(files.key());
        refusal = refusal != null ? refusal : keyRefusal(files.nextKey());
        return refusal != null ? refusal : databaseRefusal();
    }

    private @Nullable String directoryRefusal(FileFacts facts) {
        Path directory = files.directory();
        if (facts.kind() != Kind.DIRECTORY) {
            return directory + " is not a directory: name another one with --data";
        }
        String foreign = ownerRefusal(directory, facts);
        if (foreign != null) {
            return foreign;
        }
        return facts.isUsableAsDirectory()
                ? null
                : directory + " cannot be written (mode " + facts.modeText()
                        + "; it may be mounted read-only): mount it writable or chmod 700 " + directory;
    }

    private @Nullable String fileRefusal(Path path, FileFacts facts) {
        if (!facts.exists()) {
            return null;
        }
        if (facts.kind() != Kind.FILE) {
            return path + " is not a plain file: move it away, or name another directory with --data";
        }
        String foreign = ownerRefusal(path, facts);
        if (foreign != null) {
            return foreign;
        }
        return facts.isOpenForWriting()
                ? null
                : path + " cannot be " + (facts.isOpenForReading() ? "written" : "read") + " (mode " + facts.modeText()
                        + "): chmod 600 " + path;
    }

    private @Nullable String ownerRefusal(Path path, FileFacts facts) {
        long self = view.processUid();
        if (self == FileFacts.UNKNOWN || facts.uid() == FileFacts.UNKNOWN || facts.uid() == self) {
            return null;
        }
        return path + " belongs to user " + facts.owner() + " (uid " + facts.uid()
                + ") and this process runs as uid " + self + ": run it as that user, or chown -R " + self + ' '
                + files.directory();
    }

    private @Nullable String keyRefusal(Path path) throws IOException {
        FileFacts facts = view.facts(path);
        return facts.isOpenToOthers()
                ? path + " holds a secret key and others may read it (mode " + facts.modeText() + "): chmod 600 " + path
                : null;
    }

    private @Nullable String databaseRefusal() throws IOException {
        FileFacts database = view.facts(files.database());
        FileFacts wal = view.facts(files.databaseWal());
        if (database.size() > 0 || wal.size() == 0) {
            return null;
        }
        return files.database() + " is " + (database.exists() ? "empty" : "missing") + " and beside it "
                + files.databaseWal().getFileName() + " holds " + wal.size()
                + " bytes: put the database back, or move both away to begin anew";
    }
}
