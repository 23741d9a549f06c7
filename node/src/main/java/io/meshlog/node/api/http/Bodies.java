package io.meshlog.node.api.http;

import io.meshlog.node.api.problem.Problem;
import io.meshlog.node.api.problem.Problems;
import io.meshlog.node.api.problem.Refused;
import io.meshlog.op.Limits;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import org.jspecify.annotations.Nullable;

/**
 * Reads request bodies, bounded in size, in time and in all. What is known to be refused is not asked for: no
 * {@code 100 Continue} goes out for it. Confined to the event loop of its verticle.
 */
public final class Bodies {
    private final Vertx vertx;
    private final ApiConfig.Patience patience;

    /** 0 ≤ held ≤ {@link ApiConfig#BODIES_BYTES_MAX} and one chunk. */
    private long held;

    public Bodies(Vertx vertx, ApiConfig.Patience patience) {
        this.vertx = vertx;
        this.patience = patience;
    }

    /** Whether a body comes with the request. */
    static boolean isAnnounced(HttpServerRequest request) {
        return request.getHeader("Transfer-Encoding") != null || declared(request) > 0;
    }

    /** 0 where nothing is declared. */
    private static long declared(HttpServerRequest request) {
        String length = request.getHeader("Content-Length");
        if (length == null || !length.matches("[0-9]+")) {
            return 0;
        }
        return length.length() > 18 ? Long.MAX_VALUE : Long.parseLong(length);
    }

    /**
     * The whole body. To be called at once, in the handler of the request, before anything of it has gone by. Fails with
     * {@link Refused}; the rest of the body is then still to come.
     */
    Future<Buffer> read(HttpServerRequest request) {
        Problem problem = refusal(request);
        if (problem != null) {
            return Future.failedFuture(problem.refused());
        }
        if (request.getHeader("Expect") != null) {
            request.response().writeContinue();
        }
        Reading reading = new Reading(request);
        reading.await(patience.bodyMillis());
        return reading.promise.future();
    }

    private @Nullable Problem refusal(HttpServerRequest request) {
        for (String encoding : request.headers().getAll("Content-Encoding")) {
            if (!encoding.trim().equalsIgnoreCase("identity")) {
                return Problems.unsupported("Content-Encoding", "request bodies are taken uncompressed");
            }
        }
        String expect = request.getHeader("Expect");
        if (expect != null && !expect.equalsIgnoreCase("100-continue")) {
            return Problem.of(417, "expectation-failed", "The expectation failed", "only 100-continue can be expected")
                    .at("Expect");
        }
        long declared = declared(request);
        if (declared > Limits.REQUEST_BYTES_MAX) {
            return Problems.requestTooLarge(Limits.REQUEST_BYTES_MAX, declared);
        }
        return held + declared > ApiConfig.BODIES_BYTES_MAX ? crowded() : null;
    }

    private static Problem crowded() {
        return Problems.unavailable("too-many-bodies", "too many large requests are being read; try again");
    }

    /** One body as it arrives. */
    private final class Reading {
        private final Promise<Buffer> promise = Promise.promise();
        private final long startedNanos = System.nanoTime();
        private Buffer body = Buffer.buffer();
        private long counted;
        private long timer;

        Reading(HttpServerRequest request) {
            request.handler(this::take);
            request.endHandler(end -> finish(null));
            request.exceptionHandler(e -> finish(Problems.of(400)));
            request.response().endHandler(answered -> release()).closeHandler(gone -> release());
        }

        private void take(Buffer chunk) {
            if (promise.future().isComplete()) {
                return;
            }
            held += chunk.length();
            counted += chunk.length();
            body.appendBuffer(chunk);
            if (body.length() > Limits.REQUEST_BYTES_MAX) {
                finish(Problems.requestTooLarge(Limits.REQUEST_BYTES_MAX, 0));
            } else if (held > ApiConfig.BODIES_BYTES_MAX) {
                finish(crowded());
            }
        }

        private void await(long millis) {
            timer = vertx.setTimer(Math.max(1, millis), fired -> {
                long allowed = patience.bodyMillis() + Connections.millisFor(body.length());
                long taken = (System.nanoTime() - startedNanos) / 1_000_000;
                if (taken >= allowed) {
                    finish(Problems.of(408));
                } else {
                    await(allowed - taken);
                }
            });
        }

        private void finish(@Nullable Problem problem) {
            if (promise.future().isComplete()) {
                return;
            }
            vertx.cancelTimer(timer);
            if (problem == null) {
                promise.complete(body);
            } else {
                release();
                promise.fail(problem.refused());
            }
        }

        /** Once read, a body still waits for its turn: it counts until it is answered, or its sender is gone. */
        private void release() {
            held -= counted;
            counted = 0;
            body = Buffer.buffer();
        }
    }
}
