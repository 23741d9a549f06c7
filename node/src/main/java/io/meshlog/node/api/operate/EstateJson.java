package io.meshlog.node.api.operate;

import io.meshlog.node.api.http.ApiPorts;
import io.meshlog.node.json.JsonOut;
import io.meshlog.node.sync.Estate;
import io.meshlog.node.sync.Incidents;
import io.meshlog.replica.Incident;
import io.meshlog.replica.RoundResult;
import io.meshlog.replica.VectorDocument;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The estate as every route tells it (spec §9): the same members whichever way it is asked; no secrets. */
public final class EstateJson {
    static final String NO_PEERS =
            "no peers configured: this node pulls from nobody. Others may still pull from it, and exist without it knowing";

    private EstateJson() {}

    /** {@code {"self", "peers"}}, with a note where no peers are configured. */
    public static String write(VectorDocument self, ApiPorts ports) {
        List<Estate.PeerStatus> peers = ports.estate().peers();
        JsonOut out = new JsonOut()
                .json(
                        "self",
                        new JsonOut()
                                .text("replica", self.replicaId())
                                .text("name", self.name())
                                .text("mesh", self.mesh())
                                .text("boot", self.boot())
                                .text("version", ports.version())
                                .build())
                .array("peers", peers(peers, ports.incidents()));
        note(out, peers);
        return out.build();
    }

    static void note(JsonOut out, List<Estate.PeerStatus> peers) {
        if (peers.isEmpty()) {
            out.text("note", NO_PEERS);
        }
    }

    static List<String> peers(List<Estate.PeerStatus> peers, Incidents incidents) {
        return peers.stream()
                .map(peer -> peer(peer, incidents.counts(peer.name())))
                .toList();
    }

    private static String peer(Estate.PeerStatus peer, Map<Incident.Kind, Long> incidents) {
        RoundResult round = peer.lastRound();
        JsonOut out = new JsonOut()
                .text("name", peer.name())
                .text("url", peer.url())
                .text("replica", peer.replicaId())
                .flag("reachable", peer.reachable())
                .text("kind", round == null ? null : round.kind().name().toLowerCase(Locale.ROOT))
                .text("last_success_at", time(peer.lastSuccessMillis()))
                .text("last_error_at", time(peer.lastErrorMillis()))
                .text("last_error", peer.lastError());
        number(out, "lag_ops", peer.lagOps());
        number(out, "skew_ms", peer.skewMillis());
        return out.text("breaker", peer.breaker())
                .number("rounds", peer.rounds())
                .number("bytes_in", peer.bytesIn())
                .number("next_round_in_ms", peer.nextRoundInMillis())
                .json("incidents", IncidentsJson.counts(incidents))
                .json("last_round", round == null ? "null" : round(round))
                .build();
    }

    private static String round(RoundResult round) {
        return new JsonOut()
                .flag("succeeded", round.succeeded())
                .number("applied", round.applied())
                .number("artifacts", round.artifacts())
                .texts("refusals", round.refusals())
                .texts("artifact_refusals", round.artifactRefusals())
                .text("failure", round.failure())
                .build();
    }

    private static void number(JsonOut out, String name, @Nullable Long value) {
        if (value == null) {
            out.json(name, "null");
        } else {
            out.number(name, value);
        }
    }

    /** UTC with milliseconds, or null for never. */
    static @Nullable String time(long millis) {
        return millis <= 0 ? null : Instant.ofEpochMilli(millis).toString();
    }
}
