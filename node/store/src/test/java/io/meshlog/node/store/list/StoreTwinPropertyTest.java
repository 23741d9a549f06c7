package io.meshlog.node.store.list;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlog.node.store.EventReader;
import io.meshlog.node.store.RandomLog;
import io.meshlog.node.store.SqliteOpLog;
import io.meshlog.node.store.SqliteStore;
import io.meshlog.node.store.Stores;
import io.meshlog.node.store.file.StoreSettings;
import io.meshlog.node.store.row.StoredEvent;
import io.meshlog.op.Op;
import io.meshlog.op.Origin;
import io.meshlog.replica.Commit;
import io.meshlog.replica.Facts;
import io.meshlog.replica.MemoryOpLog;
import io.meshlog.replica.Needs;
import io.meshlog.replica.OpKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;

/** SQLite and a log that looks at everything must agree on whatever is asked, after whatever was committed. */
class StoreTwinPropertyTest {
    private static final int PAGE = 3;

    @Property(tries = 25, shrinking = ShrinkingMode.OFF)
    void agreesWithItsNaiveTwin(@ForAll long seed) throws IOException {
        Path directory = Files.createTempDirectory("meshlog-twin");
        RandomLog random = new RandomLog(seed);
        MemoryOpLog memory = new MemoryOpLog(RandomLog.SELF);
        StoreSettings settings = Stores.withExaminedRows(1 + random.random().nextInt(12));
        SqliteStore store = Stores.open(directory, RandomLog.SELF, settings);
        try {
            for (int i = 0; i < 25; i++) {
                Commit commit = random.next();
                memory.commit(List.of(commit));
                store.opLog().commit(List.of(commit));
                agreeAsLogs(memory, store, random);
                agreeOnLists(new NaiveReader(memory), store.reader(), random);
                agreeOnReferenceView(new NaiveReader(memory), store.reader());
                if (i == 12) {
                    store.close();
                    store = Stores.open(directory, RandomLog.SELF, settings);
                }
            }
            store.check();
            assertThat(store.reader().counts().events())
                    .isEqualTo(memory.events().size());
            assertThat(store.reader().counts().ops()).isEqualTo(memory.ops().size());
        } finally {
            store.close();
            delete(directory);
        }
    }

    private static void agreeAsLogs(MemoryOpLog memory, SqliteStore store, RandomLog random) {
        SqliteOpLog sqlite = store.opLog();
        assertThat(sqlite.recover()).isEqualTo(memory.recover());
        SortedMap<Origin, List<Needs.Span>> chain = new TreeMap<>();
        SortedMap<Origin, Needs.Span> loose = new TreeMap<>();
        for (Origin origin : List.of(RandomLog.SELF, RandomLog.OTHER, RandomLog.FOREIGN)) {
            long from = 1L + random.random().nextInt(6);
            long to = from + random.random().nextInt(6);
            chain.put(origin, List.of(new Needs.Span(from, to)));
            loose.put(origin, new Needs.Span(from, to));
            assertThat(sqlite.loose(origin, from, 3, 900)).isEqualTo(memory.loose(origin, from, 3, 900));
        }
        TreeSet<String> ids = new TreeSet<>();
        TreeSet<String> artifacts = new TreeSet<>();
        IntStream.range(0, 100).forEach(i -> ids.add("e" + i));
        IntStream.range(0, 100).forEach(i -> artifacts.add("art_" + i % 20 + "_" + i / 20));
        Needs needs = new Needs(chain, loose, ids, artifacts, ids, artifacts, "art_1", 5);
        assertThat(sorted(sqlite.facts(needs))).isEqualTo(sorted(memory.facts(needs)));
        for (Origin line : memory.recover().lines().keySet()) {
            assertThat(sqlite.chained(line, 1, 4, 900)).isEqualTo(memory.chained(line, 1, 4, 900));
            assertThat(store.reader().chained(line, 0, 99, 1 << 20)).isEqualTo(memory.chained(line, 0, 99, 1 << 20));
            for (long seq = 0; seq < 8; seq++) {
                assertThat(sqlite.chainAt(line, seq)).isEqualTo(memory.chainAt(line, seq));
            }
        }
    }

    private static Facts sorted(Facts facts) {
        facts.chain().values().forEach(held -> held.sort(Comparator.comparing(Object::toString)));
        facts.events().values().forEach(e -> e.carriers().sort(Comparator.comparing(Object::toString)));
        facts.eventsWhole()
                .replaceAll((id, ops) -> ops.stream()
                        .sorted(Comparator.comparing((Op op) -> OpKey.of(op).toString()))
                        .toList());
        return facts;
    }

    private static void agreeOnLists(NaiveReader naive, EventReader reader, RandomLog random) {
        for (ListQuery.Order order : ListQuery.Order.values()) {
            ListQuery query = query(random, order);
            List<String> expected = naive.ids(query);
            List<String> found = new ArrayList<>();
            ListedEvents page = reader.list(query);
            int calls = 0;
            while (true) {
                for (StoredEvent event : page.events()) {
                    found.add(event.op().eventId());
                    assertThat(event).isEqualTo(reader.get(event.op().eventId()));
                }
                if (!page.more()) {
                    break;
                }
                assertThat(page.events()).hasSizeLessThanOrEqualTo(PAGE);
                assertThat(++calls).isLessThan(1_000);
                page = reader.list(from(query, page));
            }
            assertThat(found).as("%s", query).isEqualTo(expected);
        }
    }

    private static ListQuery query(RandomLog random, ListQuery.Order order) {
        long after = order == ListQuery.Order.HLC ? 0 : random.random().nextInt(5);
        return new ListQuery(
                some(random, RandomLog.STREAMS),
                some(random, List.of("r", "absent")),
                List.of(),
                some(random, RandomLog.TYPES),
                some(random, RandomLog.AGENTS),
                some(random, RandomLog.AGENTS),
                some(random, RandomLog.CORRELATIONS),
                some(random, RandomLog.STATUSES),
                some(random, RandomLog.AGENTS).stream().limit(1).toList(),
                random.random().nextInt(4) == 0 ? "2026-01-04T00:00:00Z" : null,
                order,
                after,
                null,
                random.random().nextInt(4) == 0 ? 1 + random.random().nextInt(30) : 0,
                PAGE,
                random.random().nextBoolean() ? 700 : 1 << 20);
    }

    private static List<String> some(RandomLog random, List<String> values) {
        if (random.random().nextInt(3) > 0) {
            return List.of();
        }
        List<String> some = new ArrayList<>();
        some.add(random.pick(values));
        if (random.random().nextBoolean()) {
            some.add(random.pick(values));
        }
        return some;
    }

    private static ListQuery from(ListQuery query, ListedEvents page) {
        return query.from(page.examinedTo(), page.examinedToKey());
    }

    private static void agreeOnReferenceView(NaiveReader naive, EventReader reader) {
        SortedMap<Origin, List<Op>> expected = naive.reference();
        SortedMap<Origin, Long> tops = new TreeMap<>();
        expected.forEach((name, ops) -> tops.put(name, ops.get(ops.size() - 1).seq()));
        assertThat(reader.referenceVector().entries()).isEqualTo(tops);
        expected.forEach((name, ops) -> {
            assertThat(reader.referenceOps(name, 0, 1_000, 1 << 24)).isEqualTo(ops);
            List<Op> paged = new ArrayList<>();
            List<Op> page = reader.referenceOps(name, 0, 2, 500);
            while (!page.isEmpty()) {
                paged.addAll(page);
                page = reader.referenceOps(name, paged.get(paged.size() - 1).seq(), 2, 500);
            }
            assertThat(paged).isEqualTo(ops);
        });
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
