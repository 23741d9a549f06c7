package io.meshlog.node.store;

import java.util.concurrent.CompletableFuture;

/** Counts commits, and wakes who waits for the next one. Thread-safe. */
final class Generation {
    private long now;
    private CompletableFuture<Void> next = new CompletableFuture<>();

    synchronized long now() {
        return now;
    }

    /** Completes with the first commit after that generation: at once, where it has come already. */
    synchronized CompletableFuture<Void> after(long generation) {
        // A copy: who waits and gives up must not end the wait of others.
        return now > generation ? CompletableFuture.completedFuture(null) : next.copy();
    }

    void committed() {
        CompletableFuture<Void> waiting;
        synchronized (this) {
            now++;
            waiting = next;
            next = new CompletableFuture<>();
        }
        waiting.complete(null);
    }
}
