package io.meshlog.node.api.http;

import io.meshlog.hlc.PhysicalClock;
import io.meshlog.node.metrics.Meters;
import io.meshlog.node.store.EventReader;
import io.meshlog.node.sync.Estate;
import io.meshlog.node.sync.Incidents;
import io.meshlog.node.sync.LogService;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * What the HTTP side calls. All of it may be called from any thread.
 *
 * @param incidents what people must see of what happened since the start
 * @param reader blocks
 * @param ownIds whether this replica writes under that id, or wrote under it before
 * @param freeBytes what the disk under the data directory can still take; blocks
 * @param walBytes how large the write-ahead log is
 * @param meters what is measured of this node
 * @param version the program's
 */
public record ApiPorts(
        LogService log,
        Estate estate,
        Incidents incidents,
        EventReader reader,
        Predicate<String> ownIds,
        LongSupplier freeBytes,
        LongSupplier walBytes,
        PhysicalClock clock,
        Meters meters,
        String version) {}
