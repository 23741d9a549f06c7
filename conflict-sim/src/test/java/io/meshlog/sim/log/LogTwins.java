package io.meshlog.sim.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlog.op.ChainSignature;
import io.meshlog.op.Op;
import io.meshlog.op.Origin;
import io.meshlog.replica.Commit;
import io.meshlog.replica.Facts;
import io.meshlog.replica.MemoryOpLog;
import io.meshlog.replica.Needs;
import io.meshlog.replica.OpLog;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** A log and its naive twin, which are given the same commits and asked the same. Confined to one test. */
final class LogTwins {
    private static final long[] BYTES = {0, 300, 900, 2_000, 1 << 20, Long.MAX_VALUE};

    final MemoryOpLog naive;
    final MemoryLog log;
    private final Random random;

    LogTwins(Origin self, Random random) {
        this(new MemoryOpLog(self), new MemoryLog(self), random);
    }

    private LogTwins(MemoryOpLog naive, MemoryLog log, Random random) {
        this.naive = naive;
        this.log = log;
        this.random = random;
    }

    LogTwins copy() {
        return new LogTwins(naive.copy(), log.copy(), random);
    }

    /** @return whether both took them; otherwise neither did */
    boolean commit(List<Commit> commits) {
        boolean taken = isTaken(naive, commits);
        assertThat(isTaken(log, commits)).as("%s", commits).isEqualTo(taken);
        return taken;
    }

    private static boolean isTaken(OpLog by, List<Commit> commits) {
        try {
            by.commit(commits);
            return true;
        } catch (IllegalStateException e) {
            return false;
        }
    }

    void agree() {
        assertThat(log.recover()).isEqualTo(naive.recover());
        assertThat(log.events()).isEqualTo(naive.events());
        assertThat(log.size()).isEqualTo(naive.ops().size());
        assertThat(log.ops().stream()
                        .map(h -> new MemoryOpLog.Held(h.op(), h.line(), h.pending()))
                        .toList())
                .isEqualTo(naive.ops());
        assertThat(log.ops().stream().map(h -> h.op().sig()).toList())
                .isEqualTo(naive.ops().stream().map(h -> h.op().sig()).toList());
        SortedSet<Origin> origins = origins();
        SortedSet<String> artifacts = new TreeSet<>(List.of("absent"));
        naive.ops().forEach(held -> artifacts.addAll(held.pending()));
        naive.ops().stream()
                .filter(held -> held.op().eventOrNull() != null)
                .forEach(held ->
                        artifacts.addAll(held.op().eventOrNull().content().artifactIds()));
        for (String id : artifacts) {
            assertThat(log.artifact(id)).isEqualTo(naive.artifact(id));
            assertThat(log.hasArtifact(id)).isEqualTo(naive.has(id));
        }
        for (Commit.EventRow row : naive.events()) {
            assertThat(log.event(row.eventId())).isEqualTo(row);
        }
        for (int i = 0; i < 3; i++) {
            Needs needs = needs(origins, artifacts);
            assertThat(sorted(log.facts(needs))).as("%s", needs).isEqualTo(sorted(naive.facts(needs)));
        }
        origins.forEach(this::agreeOnPages);
    }

    private SortedSet<Origin> origins() {
        SortedSet<Origin> origins = new TreeSet<>(List.of(new Origin("absent"), new Origin("rep_")));
        origins.addAll(naive.recover().lines().keySet());
        naive.ops().forEach(held -> origins.add(held.op().origin()));
        return origins;
    }

    private Needs needs(SortedSet<Origin> origins, SortedSet<String> artifacts) {
        SortedMap<Origin, List<Needs.Span>> chain = new TreeMap<>();
        SortedMap<Origin, Needs.Span> loose = new TreeMap<>();
        for (Origin origin : origins) {
            List<Needs.Span> spans = new ArrayList<>();
            for (int i = random.nextInt(4); i >= 0; i--) {
                spans.add(span());
            }
            chain.put(origin, spans);
            loose.put(origin, span());
        }
        SortedSet<String> events = new TreeSet<>(List.of("absent"));
        naive.ops().stream()
                .map(held -> held.op().eventId())
                .filter(id -> random.nextInt(3) > 0)
                .forEach(events::add);
        String after = random.nextBoolean() ? "" : new ArrayList<>(artifacts).get(random.nextInt(artifacts.size()));
        return new Needs(chain, loose, events, artifacts, after, random.nextInt(4));
    }

    private Needs.Span span() {
        long from = 1L + random.nextInt(12);
        return new Needs.Span(from, random.nextInt(5) == 0 ? Long.MAX_VALUE : from + random.nextInt(6));
    }

    private static Facts sorted(Facts facts) {
        facts.chain().values().forEach(held -> held.sort(Comparator.comparing(Object::toString)));
        facts.events().values().forEach(e -> e.carriers().sort(Comparator.comparing(Object::toString)));
        return facts;
    }

    private void agreeOnPages(Origin name) {
        for (int i = 0; i < 3; i++) {
            long after = random.nextInt(8) - 1L + (random.nextInt(9) == 0 ? Long.MAX_VALUE - 6 : 0);
            int opsMax = random.nextInt(6);
            long bytesMax = BYTES[random.nextInt(BYTES.length)];
            same(log.chained(name, after, opsMax, bytesMax), naive.chained(name, after, opsMax, bytesMax));
            same(log.loose(name, after, opsMax, bytesMax), naive.loose(name, after, opsMax, bytesMax));
        }
        same(log.chained(name, 0, 999, Long.MAX_VALUE), naive.chained(name, 0, 999, Long.MAX_VALUE));
        same(log.loose(name, 0, 999, Long.MAX_VALUE), naive.loose(name, 0, 999, Long.MAX_VALUE));
        for (long seq = 0; seq <= naive.ops().size() + 1; seq++) {
            assertThat(log.chainAt(name, seq)).isEqualTo(naive.chainAt(name, seq));
        }
    }

    private static void same(List<Op> found, List<Op> expected) {
        assertThat(found).isEqualTo(expected);
        assertThat(signatures(found)).isEqualTo(signatures(expected));
    }

    private static List<ChainSignature> signatures(List<Op> ops) {
        List<ChainSignature> signatures = new ArrayList<>();
        ops.forEach(op -> signatures.add(op.sig()));
        return signatures;
    }
}
