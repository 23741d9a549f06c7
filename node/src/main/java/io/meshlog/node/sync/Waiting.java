package io.meshlog.node.sync;

import io.meshlog.replica.Outcome;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/** Local requests that have no answer yet, by the number the core knows them by. Confined to the log's thread. */
final class Waiting {
    private final SortedMap<Long, CompletableFuture<Outcome>> answers = new TreeMap<>();
    private long next = 1;

    long add(CompletableFuture<Outcome> answer) {
        answers.put(next, answer);
        return next++;
    }

    void answer(long request, Outcome outcome) {
        CompletableFuture<Outcome> answer = answers.remove(request);
        if (answer == null) {
            throw new IllegalStateException("request " + request + " is not waiting");
        }
        answer.complete(outcome);
    }

    void fail(long request, RuntimeException reason) {
        CompletableFuture<Outcome> answer = answers.remove(request);
        if (answer != null) {
            answer.completeExceptionally(reason);
        }
    }
}
