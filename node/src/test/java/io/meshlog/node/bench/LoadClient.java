package io.meshlog.node.bench;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Appends over HTTP as fast as the node answers: each connection has one request open. One event loop, so that the
 * client takes as little as it can of the cores that the node needs; everything below is confined to it.
 */
final class LoadClient {
    private final int port;
    private final String path;
    private final List<Buffer> bodies;
    private final long[] nanos;
    private final CompletableFuture<Void> done = new CompletableFuture<>();
    private int sent;
    private int answered;

    private LoadClient(int port, String path, List<Buffer> bodies) {
        this.port = port;
        this.path = path;
        this.bodies = bodies;
        this.nanos = new long[bodies.size()];
    }

    /** What a run gave. @param nanos time to each answer, ascending */
    record Run(double perSecond, long[] nanos) {
        double millisAt(double quantile) {
            return nanos[(int) Math.min(nanos.length - 1L, (long) (quantile * nanos.length))] / 1e6;
        }
    }

    /** Returns when every append was acknowledged. @throws IllegalStateException if one was not */
    static Run run(int port, String path, List<Buffer> bodies, int connections) {
        Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
        try {
            HttpClient http =
                    vertx.createHttpClient(new HttpClientOptions(), new PoolOptions().setHttp1MaxSize(connections));
            LoadClient load = new LoadClient(port, path, bodies);
            long start = System.nanoTime();
            vertx.getOrCreateContext().runOnContext(v -> {
                for (int i = 0; i < Math.min(connections, bodies.size()); i++) {
                    load.next(http);
                }
            });
            load.done.join();
            double seconds = (System.nanoTime() - start) / 1e9;
            Arrays.sort(load.nanos);
            return new Run(bodies.size() / seconds, load.nanos);
        } finally {
            vertx.close().toCompletionStage().toCompletableFuture().join();
        }
    }

    private void next(HttpClient http) {
        if (sent == bodies.size()) {
            return;
        }
        Buffer body = bodies.get(sent++);
        long from = System.nanoTime();
        RequestOptions options = new RequestOptions()
                .setMethod(HttpMethod.POST)
                .setHost("127.0.0.1")
                .setPort(port)
                .setURI(path)
                .putHeader("content-type", "application/json");
        http.request(options)
                .compose(request -> request.send(body))
                .compose(response -> response.body().map(text -> acknowledged(response, text)))
                .onSuccess(ok -> {
                    nanos[answered++] = System.nanoTime() - from;
                    if (answered == bodies.size()) {
                        done.complete(null);
                    }
                    next(http);
                })
                .onFailure(done::completeExceptionally);
    }

    private static boolean acknowledged(HttpClientResponse response, Buffer text) {
        if (response.statusCode() / 100 != 2) {
            throw new IllegalStateException("an append was answered " + response.statusCode() + ": " + text);
        }
        return true;
    }
}
