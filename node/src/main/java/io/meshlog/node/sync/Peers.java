package io.meshlog.node.sync;

import io.meshlog.drive.Ticket;
import io.meshlog.hlc.PhysicalClock;
import io.meshlog.replica.Answer;
import io.meshlog.replica.Question;
import io.meshlog.replica.RoundResult;
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

/** All peers of a node: one verticle each. Safe to use from any thread once {@link #deploy} was called. */
public final class Peers implements Estate, PeerPort, AutoCloseable {
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(work -> {
        Thread thread = new Thread(work, "meshlog-peer-timer");
        thread.setDaemon(true);
        return thread;
    });
    private final Map<String, PeerVerticle> byName = new LinkedHashMap<>();

    /** Starts a verticle for each peer. @param replica where rounds are asked for */
    public Future<?> deploy(
            Vertx vertx,
            List<PeerConfig> peers,
            Duration interval,
            RoundPort replica,
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
    public void ask(Ticket ticket, Question question) {
        at(ticket.peer()).ask(ticket, question);
    }

    @Override
    public void taken(Ticket ticket, Answer answer) {
        at(ticket.peer()).taken(answer);
    }

    @Override
    public void roundEnded(String peer, RoundResult result) {
        at(peer).ended(result);
    }

    @Override
    public void roundLost(String peer, String reason) {
        at(peer).lost(reason);
    }

    private PeerVerticle at(String peer) {
        PeerVerticle verticle = byName.get(peer);
        if (verticle == null) {
            throw new IllegalStateException("no peer " + peer + ": rounds run with those only that asked for one");
        }
        return verticle;
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
