package io.meshlog.replica;

import io.meshlog.node.store.EventReader;
import io.meshlog.node.store.SqliteStore;
import io.meshlog.node.store.file.StoreSettings;
import io.meshlog.op.Digest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A node's log in a database: follows it commit by commit, and starts over where the log is another one. */
final class StoredCopy implements AutoCloseable {
    private final TestNode node;
    private final StoreSettings settings;
    private final List<Commit> applied = new ArrayList<>();
    private final Path directory;
    private SqliteStore store;
    private int epoch;

    StoredCopy(TestNode node, StoreSettings settings) throws IOException {
        this.node = node;
        this.settings = settings;
        this.directory = Files.createTempDirectory("meshlog-copy");
        this.store = open();
    }

    private SqliteStore open() throws IOException {
        Path own = Files.createDirectories(directory.resolve("e" + epoch));
        return SqliteStore.open(
                own,
                () -> new SqliteStore.FirstIdentity(
                        FakeKey.of(node.name() + "/0").origin(), 42L),
                settings,
                () -> TestNode.EPOCH);
    }

    void catchUp() throws IOException {
        List<Commit> commits = node.log().commits();
        boolean goesOn = commits.size() >= applied.size()
                && (applied.isEmpty() || commits.get(applied.size() - 1).equals(applied.get(applied.size() - 1)));
        if (!goesOn) {
            store.close();
            epoch++;
            applied.clear();
            store = open();
        }
        for (Commit commit : commits.subList(applied.size(), commits.size())) {
            store.opLog().commit(List.of(commit));
            applied.add(commit);
        }
    }

    String name() {
        return node.name();
    }

    /** Positions of another epoch mean nothing. */
    int epoch() {
        return epoch;
    }

    EventReader reader() {
        return store.reader();
    }

    List<Commit.EventRow> events() {
        return node.log().events();
    }

    long tip() {
        return events().stream().mapToLong(Commit.EventRow::seq).max().orElse(0);
    }

    Digest payload(Commit.EventRow row) {
        return node.log().op(row.visible()).op().payload();
    }

    @Override
    public void close() throws IOException {
        store.close();
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
