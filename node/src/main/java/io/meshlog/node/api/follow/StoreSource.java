package io.meshlog.node.api.follow;

import io.meshlog.node.follow.Tail;
import io.meshlog.node.store.EventReader;
import io.meshlog.node.store.list.ListQuery;
import io.meshlog.node.store.list.ListedEvents;
import io.meshlog.op.Limits;
import io.vertx.core.WorkerExecutor;
import java.util.concurrent.CompletableFuture;

/** What a store's commits bring, read on workers. Thread-safe. */
public final class StoreSource implements Tail.Source {
    private final EventReader reader;
    private final WorkerExecutor workers;
    private final long pageBytes;

    public StoreSource(EventReader reader, WorkerExecutor workers, long pageBytes) {
        this.reader = reader;
        this.workers = workers;
        this.pageBytes = pageBytes;
    }

    @Override
    public long generation() {
        return reader.generation();
    }

    @Override
    public CompletableFuture<Void> committedAfter(long generation) {
        return reader.committedAfter(generation);
    }

    @Override
    public CompletableFuture<ListedEvents> after(long position) {
        return workers.executeBlocking(
                        () -> reader.list(ListQuery.all(position, Limits.LIST_LIMIT_MAX, pageBytes)), false)
                .toCompletionStage()
                .toCompletableFuture();
    }
}
