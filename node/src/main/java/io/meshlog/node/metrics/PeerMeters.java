package io.meshlog.node.metrics;

import io.meshlog.node.sync.Estate;
import io.meshlog.node.sync.Estate.PeerStatus;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** How the rounds with each peer go, under the peer's name. */
public final class PeerMeters {
    private PeerMeters() {}

    /** Binds the peers that there are by now. */
    public static void bind(Meters meters, Estate estate) {
        for (PeerStatus peer : estate.peers()) {
            new OfPeer(meters, estate, peer.name()).bind();
        }
    }

    private record OfPeer(Meters meters, Estate estate, String name) {
        void bind() {
            counter("meshlog.peer.rounds", "rounds that began", PeerStatus::rounds);
            counter("meshlog.peer.received.bytes", "bytes of answers, as received", PeerStatus::bytesIn);
            gauge("meshlog.peer.reachable", "1 where the last round reached it", peer -> peer.reachable() ? 1 : 0);
            gauge(
                    "meshlog.peer.lag.ops",
                    "ops that it told of and the last round did not bring; NaN where that heard nothing of it",
                    peer -> number(peer.lagOps()));
            gauge(
                    "meshlog.peer.clock.skew.seconds",
                    "how far its clock is ahead of ours; NaN while unknown",
                    peer -> number(peer.skewMillis()) / 1e3);
            gauge(
                    "meshlog.peer.last.success.timestamp.seconds",
                    "when a round with it succeeded last, in unix time; 0 for never",
                    peer -> peer.lastSuccessMillis() / 1e3);
            gauge(
                    "meshlog.peer.breaker.open",
                    "1 while rounds with it are held back because it failed",
                    peer -> peer.breaker().equals("closed") ? 0 : 1);
        }

        private void gauge(String meter, String description, ToDoubleFunction<PeerStatus> value) {
            Gauge.builder(meter, estate, all -> of(all, value))
                    .tag("peer", name)
                    .description(description)
                    .strongReference(true)
                    .register(meters.registry());
        }

        private void counter(String meter, String description, ToDoubleFunction<PeerStatus> value) {
            FunctionCounter.builder(meter, estate, all -> of(all, value))
                    .tag("peer", name)
                    .description(description)
                    .register(meters.registry());
        }

        private double of(Estate all, ToDoubleFunction<PeerStatus> value) {
            for (PeerStatus peer : all.peers()) {
                if (peer.name().equals(name)) {
                    return value.applyAsDouble(peer);
                }
            }
            return Double.NaN;
        }

        private static double number(@Nullable Long value) {
            return value == null ? Double.NaN : value.doubleValue();
        }
    }
}
