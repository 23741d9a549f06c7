package io.meshlog.sim.history;

import io.meshlog.op.Artifact;
import io.meshlog.op.ArtifactRef;
import io.meshlog.op.Event;
import io.meshlog.op.Op;
import io.meshlog.op.Origin;
import io.meshlog.replica.Commit;
import io.meshlog.replica.Facts;
import io.meshlog.replica.Line;
import io.meshlog.replica.Needs;
import io.meshlog.replica.OpKey;
import io.meshlog.replica.OpLog;
import io.meshlog.replica.RecoveredState;
import io.meshlog.sim.log.MemoryLog;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** All that a log holds, read through its port, as the one commit that would make it; and such a log again. */
final class LogDump {
    private final OpLog log;
    private final RecoveredState state;
    private final SortedSet<String> artifactIds;
    private final List<Commit.NewOp> ops = new ArrayList<>();

    private LogDump(OpLog log, SortedSet<String> artifactIds) {
        this.log = log;
        this.state = log.recover();
        this.artifactIds = new TreeSet<>(artifactIds);
    }

    /** @param artifactIds those that it may hold; those that its ops name are found in any case */
    static Commit of(OpLog log, SortedSet<String> artifactIds) {
        return new LogDump(log, artifactIds).commit();
    }

    /** @throws IllegalStateException if that cannot be a log */
    static MemoryLog log(Commit dump) {
        MemoryLog log = new MemoryLog(dump.identity() == null ? new Origin("nobody") : dump.identity());
        log.commit(List.of(dump));
        return log;
    }

    private Commit commit() {
        // Whoever goes on from another line comes after it.
        List<Line> lines = state.lines().values().stream()
                .sorted(Comparator.comparingLong(Line::first).thenComparing(Line::name))
                .toList();
        for (Line line : lines) {
            log.chained(line.name(), line.first() - 1, Integer.MAX_VALUE, Long.MAX_VALUE)
                    .forEach(op -> add(op, line.name()));
            for (RecoveredState.UnsignedOp unsigned : state.unsigned()) {
                if (unsigned.line().equals(line.name())) {
                    add(unsigned.op(), line.name());
                }
            }
        }
        SortedMap<Origin, Needs.Span> loose = new TreeMap<>();
        state.loose().forEach((origin, summary) -> loose.put(origin, new Needs.Span(1, summary.top())));
        log.facts(new Needs(new TreeMap<>(), loose, new TreeSet<>(), new TreeSet<>(), "", 0))
                .loose()
                .values()
                .forEach(facts -> facts.held().forEach(op -> add(op, null)));
        List<Artifact> artifacts = new ArrayList<>();
        for (String id : artifactIds) {
            Artifact artifact = log.artifact(id);
            if (artifact != null) {
                artifacts.add(artifact);
            }
        }
        return new Commit(
                state.self(),
                state.renewalDue(),
                List.of(),
                List.of(),
                ops,
                List.of(),
                events(),
                artifacts,
                List.of(),
                lines,
                state.loose(),
                state.positions(),
                state.successions(),
                state.clock(),
                state.nextSeq());
    }

    private void add(Op op, @org.jspecify.annotations.Nullable Origin line) {
        List<String> pending = new ArrayList<>();
        Event event = op.eventOrNull();
        for (ArtifactRef ref :
                event == null ? List.<ArtifactRef>of() : event.stamp().artifacts()) {
            artifactIds.add(ref.id());
            if (log.artifact(ref.id()) == null) {
                pending.add(ref.id());
            }
        }
        ops.add(new Commit.NewOp(op, line, pending));
    }

    private List<Commit.EventRow> events() {
        SortedSet<String> ids = new TreeSet<>();
        ops.forEach(held -> ids.add(held.op().eventId()));
        SortedMap<Long, Commit.EventRow> rows = new TreeMap<>();
        log.facts(new Needs(new TreeMap<>(), new TreeMap<>(), ids, new TreeSet<>(), "", 0))
                .events()
                .forEach((id, event) -> rows.put(event.seq(), row(id, event)));
        return List.copyOf(rows.values());
    }

    private static Commit.EventRow row(String id, Facts.EventFacts event) {
        List<OpKey> hidden = event.carriers().stream()
                .map(Facts.Carrier::key)
                .filter(key -> !key.equals(event.visible()))
                .toList();
        boolean conflict =
                event.carriers().stream().map(Facts.Carrier::payload).distinct().count() > 1;
        return new Commit.EventRow(id, event.seq(), 0, event.revised(), conflict, event.visible(), hidden);
    }
}
