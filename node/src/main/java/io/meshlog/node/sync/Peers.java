package io.meshlog.node.sync;

import io.meshlog.hlc.PhysicalClock;
import io.meshlog.replica.Effect;
import io.meshlog.replica.Input;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Consumer;

/** All peers of a node: one verticle each. Safe to use from any thread once {@link #deploy} was called. */
public final class Peers implements Estate, ReplicaDriver.PeerPort, AutoCloseable {
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(work -> {
        Thread thread = new Thread(work, "meshlog-peer-timer");
        thread.setDaemon(true);
        return thread;
    });
    private final Map<String, PeerVerticle> byName = new LinkedHashMap<>();

    /** Starts a verticle for each peer. @param replica where inputs for the core go */
    public Future<?> deploy(
            Vertx vertx,
            List<PeerConfig> peers,
            Duration interval,
            Consumer<Input> replica,
            PhysicalClock clock,
            Telling telling) {
        for (PeerConfig peer : peers) {
            byName.put(peer.name(), new PeerVerticle(peer, interval, replica, timer, clock, telling));
        }
        List<Future<String>> deployed = new ArrayList<>();
        for (PeerVerticle verticle : byName.values()) {
            deployed.add(vertx.deployVerticle(verticle));
        }
        return Future.all(deployed);
    }

    @Override
    public List<PeerStatus> peers() {
        return byName.values().stream().map(PeerVerticle::status).toList();
    }

    @Override
    public CompletableFuture<List<PeerStatus>> syncNow() {
        List<CompletableFuture<PeerStatus>> rounds =
                byName.values().stream().map(PeerVerticle::sync).toList();
        return CompletableFuture.allOf(rounds.toArray(new CompletableFuture<?>[0]))
                .thenApply(all -> rounds.stream().map(CompletableFuture::join).toList());
    }

    @Override
    public void heardFrom(String replicaId) {
        for (PeerVerticle verticle : byName.values()) {
            String known = verticle.status().replicaId();
            // A peer that never answered may be the one that is heard now: one try more tells.
            if (known == null || known.equals(replicaId)) {
                verticle.heard();
            }
        }
    }

    @Override
    public void carryOut(Effect.Ask ask) {
        PeerVerticle verticle = byName.get(ask.peer());
        if (verticle != null) {
            verticle.ask(ask.question());
        }
    }

    @Override
    public void carryOut(Effect.RoundEnded ended) {
        PeerVerticle verticle = byName.get(ended.peer());
        if (verticle != null) {
            verticle.ended(ended.result());
        }
    }

    @Override
    public void roundsLost(String reason) {
        byName.values().forEach(verticle -> verticle.lost(reason));
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
