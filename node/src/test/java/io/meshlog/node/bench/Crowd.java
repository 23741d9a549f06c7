package io.meshlog.node.bench;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.json.JsonObject;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Callers that wait, each for what is said to one agent, each on a connection of its own: long polls and event streams. A
 * probe says something to one of them, and is over when that one has it.
 */
final class Crowd implements AutoCloseable {
    /** So many connect at a time: a listening socket holds only so many that nobody took yet. */
    private static final int CONNECTING_MAX = 100;

    private final Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
    private final HttpClient http;
    private final int port;
    private final int polls;
    private final int streams;
    private final Semaphore connecting = new Semaphore(CONNECTING_MAX);
    private final AtomicReferenceArray<CompletableFuture<Long>> woken;
    private volatile boolean isClosing;

    Crowd(int port, int polls, int streams) {
        this.port = port;
        this.polls = polls;
        this.streams = streams;
        this.woken = new AtomicReferenceArray<>(polls + streams);
        // One connection each, and one for probes.
        this.http =
                vertx.createHttpClient(new HttpClientOptions(), new PoolOptions().setHttp1MaxSize(polls + streams + 1));
    }

    private static String agent(int waiter) {
        return "waiter-" + waiter + "@host";
    }

    /** Returns when all of them are on their way; the node counts who has come. */
    void gather() throws InterruptedException {
        for (int i = 0; i < polls + streams; i++) {
            connecting.acquire();
            int waiter = i;
            connected(i < polls ? "/logstream/wait" : "/logstream/stream", waiter, "tip")
                    .onComplete(request -> connecting.release())
                    .compose(request -> waiter < polls ? poll(request, waiter) : stream(request, waiter))
                    .onFailure(this::lost);
        }
        connecting.acquire(CONNECTING_MAX);
    }

    private void lost(Throwable e) {
        if (!isClosing) {
            System.err.println("a waiter was lost: " + e);
        }
    }

    private Future<HttpClientRequest> connected(String path, int waiter, String cursor) {
        String time = waiter < polls ? "&timeout_ms=300000" : "";
        return http.request(
                HttpMethod.GET, port, "127.0.0.1", path + "?cursor=" + cursor + "&to_agent=" + agent(waiter) + time);
    }

    /** Each goes on where the one before it ended, as whoever must miss nothing does. */
    private Future<Void> poll(HttpClientRequest request, int waiter) {
        return request.send().compose(HttpClientResponse::body).compose(body -> {
            wake(waiter);
            return connected("/logstream/wait", waiter, new JsonObject(body).getString("cursor"))
                    .compose(next -> poll(next, waiter));
        });
    }

    private Future<Void> stream(HttpClientRequest request, int waiter) {
        return request.send().map(response -> {
            response.handler(chunk -> {
                if (chunk.toString().contains("event: logstream")) {
                    wake(waiter);
                }
            });
            return null;
        });
    }

    private void wake(int waiter) {
        CompletableFuture<Long> waited = woken.getAndSet(waiter, null);
        if (waited != null) {
            waited.complete(System.nanoTime());
        }
    }

    /** Says something to one of them. @return ns from when the node was asked until that one had it */
    long probe(int waiter) {
        CompletableFuture<Long> arrived = new CompletableFuture<>();
        woken.set(waiter, arrived);
        Buffer body = Buffer.buffer("{\"type\":\"note\",\"stream\":\"s\",\"room\":\"r\",\"from_agent\":\"probe@host\","
                + "\"to_agent\":\"" + agent(waiter) + "\",\"body\":\"x\"}");
        long from = System.nanoTime();
        http.request(HttpMethod.POST, port, "127.0.0.1", "/logstream/events")
                .compose(request ->
                        request.putHeader("content-type", "application/json").send(body))
                .compose(HttpClientResponse::body)
                .onFailure(arrived::completeExceptionally);
        return arrived.join() - from;
    }

    @Override
    public void close() {
        isClosing = true;
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }
}
