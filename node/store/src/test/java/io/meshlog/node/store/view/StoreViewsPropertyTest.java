package io.meshlog.node.store.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshlog.hlc.HlcTimestamp;
import io.meshlog.node.store.RandomLog;
import io.meshlog.node.store.SqliteStore;
import io.meshlog.node.store.Stores;
import io.meshlog.node.store.row.Places;
import io.meshlog.op.Digest;
import io.meshlog.op.MergeKey;
import io.meshlog.op.Origin;
import io.meshlog.replica.Commit;
import io.meshlog.replica.MemoryOpLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;

/** §6 The view tables say what a fold over all ops says, after every commit of any history, and when made anew. */
class StoreViewsPropertyTest {
    private static final List<String> THREADS = Stream.concat(
                    RandomLog.CORRELATIONS.stream(), IntStream.range(3, 12).mapToObj(i -> "e" + i))
            .toList();

    @Property(tries = 20, shrinking = ShrinkingMode.OFF)
    void theTablesEqualTheFolds(@ForAll long seed) throws IOException {
        Path directory = Files.createTempDirectory("meshlog-views");
        RandomLog random = new RandomLog(seed);
        MemoryOpLog memory = new MemoryOpLog(RandomLog.SELF);
        SqliteStore store = Stores.open(directory, RandomLog.SELF);
        try {
            int i = 0;
            while (i < 40) {
                List<Commit> commits = new ArrayList<>();
                for (int more = random.random().nextInt(3); more >= 0; more--, i++) {
                    commits.add(random.next());
                }
                memory.commit(commits);
                store.opLog().commit(commits);
                new ViewTwin(memory, store.reader()).agree(RandomLog.AGENTS, THREADS);
                if (random.random().nextInt(12) == 0) {
                    store.close();
                    store = Stores.open(directory, RandomLog.SELF);
                }
            }
            store.check();
            a7(memory, store);
            store.check();
        } finally {
            store.close();
            delete(directory);
        }
    }

    /** A7: views that are made anew are the same, and go on from there. */
    private static void a7(MemoryOpLog memory, SqliteStore store) {
        store.opLog().rebuildViews();
        new ViewTwin(memory, store.reader()).agree(RandomLog.AGENTS, THREADS);
    }

    @Property(tries = 20, shrinking = ShrinkingMode.OFF)
    void aCommitThatFailsLeavesTheViewsAsTheyWere(@ForAll long seed) throws IOException {
        Path directory = Files.createTempDirectory("meshlog-views");
        RandomLog random = new RandomLog(seed);
        MemoryOpLog memory = new MemoryOpLog(RandomLog.SELF);
        try (SqliteStore store = Stores.open(directory, RandomLog.SELF)) {
            for (int i = 0; i < 10; i++) {
                Commit commit = random.next();
                memory.commit(List.of(commit));
                store.opLog().commit(List.of(commit));
            }
            Commit refused = random.next();
            List<Commit> twice = List.of(refused, refused);
            if (!refused.ops().isEmpty()) {
                assertThatThrownBy(() -> store.opLog().commit(twice)).isInstanceOf(RuntimeException.class);
            }
            new ViewTwin(memory, store.reader()).agree(RandomLog.AGENTS, THREADS);
            memory.commit(List.of(refused));
            store.opLog().commit(List.of(refused));
            new ViewTwin(memory, store.reader()).agree(RandomLog.AGENTS, THREADS);
        } finally {
            delete(directory);
        }
    }

    @Property(tries = 300)
    void placesCompareLikeTheMergeOrder(@ForAll long seed) {
        Random random = new Random(seed);
        MergeKey a = key(random);
        MergeKey b = key(random);
        int expected = Integer.signum(a.compareTo(b));
        assertThat(Integer.signum(Arrays.compareUnsigned(Places.of(a), Places.of(b))))
                .isEqualTo(expected);
        assertThat(Places.hlc(Places.of(a))).isEqualTo(a.hlc());
    }

    private static MergeKey key(Random random) {
        List<String> replicas = List.of("r", "r-", "r~1", "rep", "r.");
        String replica = replicas.get(random.nextInt(replicas.size()));
        return new MergeKey(
                new HlcTimestamp(random.nextInt(2) * 9_999_999_999_998L, random.nextInt(2), replica),
                Digest.sha256(new byte[] {(byte) random.nextInt(2)}),
                new Origin(replicas.get(random.nextInt(replicas.size()))),
                1L + random.nextInt(2) * 255L);
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
