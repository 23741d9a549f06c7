package io.meshlog.node.metrics;

import io.meshlog.node.store.EventReader;
import io.meshlog.node.store.view.ViewSizes;
import io.meshlog.node.sync.Incidents;
import io.meshlog.node.sync.LogService;
import io.meshlog.replica.Incident;
import io.micrometer.core.instrument.FunctionCounter;
import java.util.Locale;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;

/** What a node looks up of itself when it is asked: its writer, log, views and incidents. */
public final class NodeMeters {
    private NodeMeters() {}

    /** @param freeBytes of the log's disk; blocks */
    public static void bind(
            Meters meters,
            LogService log,
            EventReader reader,
            Incidents incidents,
            LongSupplier walBytes,
            LongSupplier freeBytes) {
        meters.gauge(
                "meshlog.writer.stalled", "", "1 while nothing can be written", () -> log.stalled() == null ? 0 : 1);
        meters.gauge("meshlog.writer.waiting", "", "requests that wait for the log's thread", log::waiting);
        meters.gauge("meshlog.wal", "bytes", "size of the write-ahead log", walBytes::getAsLong);
        meters.gauge("meshlog.disk.free", "bytes", "free on the log's disk", freeBytes::getAsLong);
        meters.gauge("meshlog.tip.seq", "", "the highest delivery position given out", log::tipSeq);
        meters.gauge(
                "meshlog.events",
                "",
                "events that readers see",
                () -> reader.counts().events());
        meters.gauge(
                "meshlog.ops", "", "ops of all kinds", () -> reader.counts().ops());
        meters.gauge(
                "meshlog.artifacts.pending",
                "",
                "artifacts that are named and not here",
                () -> reader.counts().pendingArtifacts());
        meters.gauge(
                "meshlog.quarantine",
                "",
                "ops that this version cannot read",
                () -> reader.counts().quarantined());
        view(meters, reader, "owed", "asks that nothing clears", ViewSizes::owed);
        view(meters, reader, "agents", "agents that authored an event", ViewSizes::agents);
        view(meters, reader, "conflicts", "conflicts that are listed", ViewSizes::conflicts);
        for (Incident.Kind kind : Incident.Kind.values()) {
            FunctionCounter.builder(
                            "meshlog.incidents",
                            incidents,
                            all -> all.counts().getOrDefault(kind, 0L).doubleValue())
                    .tag("kind", kind.name().toLowerCase(Locale.ROOT))
                    .description("what people must see of what happened since the start")
                    .register(meters.registry());
        }
    }

    private static void view(
            Meters meters, EventReader reader, String view, String description, ToLongFunction<ViewSizes> size) {
        meters.gauge("meshlog.view." + view, "", description, () -> size.applyAsLong(reader.viewSizes()));
    }
}
