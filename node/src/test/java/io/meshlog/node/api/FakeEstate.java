package io.meshlog.node.api;

import io.meshlog.node.sync.Estate;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;

/** Peers as a test sets them; remembers who was heard. */
public final class FakeEstate implements Estate {
    public volatile List<PeerStatus> peers = List.of();
    public final List<String> heard = new CopyOnWriteArrayList<>();
    public volatile int rounds;

    @Override
    public List<PeerStatus> peers() {
        return peers;
    }

    @Override
    public synchronized CompletableFuture<List<PeerStatus>> syncNow() {
        rounds++;
        return CompletableFuture.completedFuture(peers);
    }

    @Override
    public void heardFrom(String replicaId) {
        heard.add(replicaId);
    }
}
