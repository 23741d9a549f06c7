package io.meshlog.node.store;

import java.util.concurrent.CompletableFuture;

/** Counts commits, and those that change who has written where; wakes who waits for the next one. Thread-safe. */
final class Generation {
    private long now;
    private long voices;
    private CompletableFuture<Void> next = new CompletableFuture<>();

    synchronized long now() {
        return now;
    }

    synchronized long voices() {
        return voices;
    }

    /** Completes with the first commit after that generation: at once, where it has come already. */
    synchronized CompletableFuture<Void> after(long generation) {
        // A copy: who waits and gives up must not end the wait of others.
        return now > generation ? CompletableFuture.completedFuture(null) : next.copy();
    }

    /** What was committed can be read. @param isNewVoice whether it changed who has written where */
    void committed(boolean isNewVoice) {
        CompletableFuture<Void> waiting;
        synchronized (this) {
            now++;
            voices += isNewVoice ? 1 : 0;
            waiting = next;
            next = new CompletableFuture<>();
        }
        waiting.complete(null);
    }
}
