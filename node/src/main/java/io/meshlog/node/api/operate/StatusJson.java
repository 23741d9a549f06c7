package io.meshlog.node.api.operate;

import io.meshlog.node.api.http.ApiPorts;
import io.meshlog.node.json.JsonOut;
import io.meshlog.node.store.file.StoreException;
import io.meshlog.node.store.file.StoreSettings;
import io.meshlog.node.store.log.PendingArtifact;
import io.meshlog.node.store.log.Quarantined;
import io.meshlog.node.store.log.StoreCounts;
import io.meshlog.node.sync.Estate;
import io.meshlog.op.Origin;
import io.meshlog.op.Reading;
import io.meshlog.replica.VectorDocument;
import io.meshlog.vector.Frontier;
import io.meshlog.wire.VectorCodec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** {@code /statusz} (spec §9): what this replica is, holds and lacks. No bodies, no tokens. Blocks. */
final class StatusJson {
    /** How many pending artifacts and quarantined ops are named; all are counted. */
    private static final int NAMED_MAX = 100;

    private final ApiPorts ports;

    StatusJson(ApiPorts ports) {
        this.ports = ports;
    }

    String write() {
        VectorDocument self = ports.log().document();
        StoreException stalled = ports.log().stalled();
        StoreCounts counts = ports.reader().counts();
        List<Estate.PeerStatus> peers = ports.estate().peers();
        List<String> held = held(counts, peers);
        JsonOut out = new JsonOut()
                .text("replica", self.replicaId())
                .text("name", self.name())
                .text("mesh", self.mesh())
                .text("boot", self.boot())
                .text("version", ports.version())
                .text("status", held.isEmpty() ? "ok" : "held")
                .texts("held", held)
                .text("stalled", stalled == null ? null : stalled.getMessage())
                .json("vector", vector(self));
        Frontier frontier = self.frontier();
        out.json("frontier", frontier == null ? "null" : VectorCodec.write(frontier))
                .array("peers", EstateJson.peers(peers, ports.incidents()));
        EstateJson.note(out, peers);
        return out.number("events", counts.events())
                .number("ops", counts.ops())
                .number("tip_seq", ports.log().tipSeq())
                .text("last_append_at", EstateJson.time(counts.lastAppendAtMillis()))
                .json("pending", pending(counts.pendingArtifacts()))
                .json("quarantine", quarantine(counts.quarantined()))
                .json("incidents", IncidentsJson.write(ports.incidents()))
                .number("wal_bytes", ports.walBytes().getAsLong())
                .number("free_bytes", ports.freeBytes().getAsLong())
                .build();
    }

    /** Why this is not green, one sentence each. */
    private List<String> held(StoreCounts counts, List<Estate.PeerStatus> peers) {
        List<String> held = new ArrayList<>(Hindrances.of(ports));
        long walBytes = ports.walBytes().getAsLong();
        if (walBytes > StoreSettings.WAL_BYTES_BOUND) {
            held.add("the write-ahead log has " + walBytes + " bytes, more than " + StoreSettings.WAL_BYTES_BOUND
                    + ": another program holds an old snapshot of the database, or it cannot be copied back");
        }
        if (counts.pendingArtifacts() > 0) {
            held.add(counts.pendingArtifacts() + " artifacts are named and not here");
        }
        if (counts.quarantined() > 0) {
            held.add(counts.quarantined() + " ops cannot be read by this version");
        }
        for (Estate.PeerStatus peer : peers) {
            if (peer.lastRound() != null && !peer.lastRound().succeeded()) {
                held.add("the last round with peer " + peer.name() + " failed or left something out");
            }
        }
        return held;
    }

    private static String vector(VectorDocument self) {
        JsonOut out = new JsonOut();
        for (Map.Entry<Origin, Long> entry : self.vector().entries().entrySet()) {
            out.number(entry.getKey().name(), entry.getValue());
        }
        return out.build();
    }

    private String pending(long count) {
        List<String> named = new ArrayList<>();
        for (PendingArtifact artifact :
                count == 0 ? List.<PendingArtifact>of() : ports.reader().pendingArtifacts(NAMED_MAX)) {
            named.add(new JsonOut()
                    .text("id", artifact.id())
                    .text("origin", artifact.origin().name())
                    .number("origin_seq", artifact.seq())
                    .number("ops", artifact.ops())
                    .build());
        }
        return new JsonOut().number("count", count).array("artifacts", named).build();
    }

    private String quarantine(long count) {
        List<String> named = new ArrayList<>();
        for (Quarantined op :
                count == 0 ? List.<Quarantined>of() : ports.reader().quarantine(NAMED_MAX)) {
            JsonOut out = new JsonOut()
                    .text("origin", op.line().name())
                    .number("origin_seq", op.op().seq())
                    .text("arrived_at", EstateJson.time(op.arrivedAtMillis()));
            if (op.op().reading() instanceof Reading.Unreadable unreadable) {
                out.text("field", unreadable.field()).text("reason", unreadable.reason());
            }
            named.add(out.build());
        }
        return new JsonOut().number("count", count).array("ops", named).build();
    }
}
