package io.meshlog.node.home;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** The real files, but for what a test says about them: what a test process that may be root cannot bring about. */
final class ChangedView implements FileView {
    private final FileView real = new SystemFileView();
    private final Map<Path, UnaryOperator<FileFacts>> changes = new HashMap<>();
    private List<String> types = List.of("ext4");

    ChangedView with(Path path, UnaryOperator<FileFacts> change) {
        changes.put(path, change);
        return this;
    }

    ChangedView onFileSystem(String... names) {
        types = List.of(names);
        return this;
    }

    static FileFacts ownedBy(long uid, String owner, FileFacts facts) {
        return new FileFacts(
                facts.kind(),
                uid,
                owner,
                facts.mode(),
                facts.inode(),
                facts.size(),
                facts.readable(),
                facts.writable());
    }

    static FileFacts readOnly(FileFacts facts) {
        return new FileFacts(
                facts.kind(),
                facts.uid(),
                facts.owner(),
                facts.mode(),
                facts.inode(),
                facts.size(),
                facts.readable(),
                false);
    }

    @Override
    public FileFacts facts(Path path) throws IOException {
        return changes.getOrDefault(path, facts -> facts).apply(real.facts(path));
    }

    @Override
    public long processUid() {
        return real.processUid();
    }

    @Override
    public List<String> fileSystemTypes(Path path) {
        return types;
    }
}
