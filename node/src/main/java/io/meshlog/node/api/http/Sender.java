package io.meshlog.node.api.http;

import io.meshlog.node.api.problem.Problem;
import io.meshlog.node.api.problem.Problems;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.zip.GZIPOutputStream;

/**
 * Puts answers on the wire: headers that every answer has, gzip for callers that ask, and what remains of a request that
 * was refused early. Confined to the event loop of its verticle.
 */
public final class Sender {
    private static final int COMPRESSED_FROM_BYTES = 1_024;
    /** Larger ones are compressed off the event loop. */
    private static final int COMPRESSED_HERE_BYTES_MAX = 32_768;

    /** A refused body is let pass by this long and this far, so that its sender lives to read the refusal. */
    private static final long DRAINED_BYTES_MAX = 64L << 20;

    private static final long DRAINED_MILLIS_MAX = 10_000;
    /** What remains of a smaller body needs no new connection. */
    private static final long DRAINED_QUIETLY_BYTES_MAX = 65_536;

    private static final String TOO_MUCH = "too many large answers wait to be read by their callers; try again";

    private final Vertx vertx;
    private final WorkerExecutor workers;
    private final Connections connections;

    /** Bytes of answers on their way. */
    private long sending;

    public Sender(Vertx vertx, WorkerExecutor workers, Connections connections) {
        this.vertx = vertx;
        this.workers = workers;
        this.connections = connections;
    }

    void send(HttpServerRequest request, Answer answer) {
        HttpServerResponse response = request.response();
        if (response.ended() || response.closed()) {
            return;
        }
        if (isTooMuch(answer)) {
            send(request, Answer.of(Problems.unavailable("too-many-answers", TOO_MUCH), false));
            return;
        }
        response.setStatusCode(answer.status());
        response.putHeader("Cache-Control", "no-store").putHeader("X-Content-Type-Options", "nosniff");
        for (Problem.Header header : answer.headers()) {
            response.putHeader(header.name(), header.value());
        }
        if (answer.contentType().isEmpty()) {
            finish(request, answer.body());
            return;
        }
        response.putHeader("Content-Type", answer.contentType());
        Consumer<HttpServerResponse> stream = answer.stream();
        if (stream != null && request.method().equals(HttpMethod.HEAD)) {
            // It has no length, and none is told.
            response.end();
            return;
        }
        if (stream != null) {
            stream.accept(response.setChunked(true));
            return;
        }
        if (answer.isVerbatim()) {
            finish(request, answer.body());
            return;
        }
        response.putHeader("Vary", "Accept-Encoding");
        if (answer.body().length() < COMPRESSED_FROM_BYTES || !asksForGzip(request)) {
            finish(request, answer.body());
            return;
        }
        response.putHeader("Content-Encoding", "gzip");
        Future<Buffer> compressed = answer.body().length() <= COMPRESSED_HERE_BYTES_MAX
                ? Future.succeededFuture(gzip(answer.body()))
                : workers.executeBlocking(() -> gzip(answer.body()), false);
        compressed
                .onSuccess(body -> finish(request, body))
                .onFailure(e -> request.connection().close());
    }

    /** Callers that ask and do not read must not fill the memory. Small answers always find their way. */
    private boolean isTooMuch(Answer answer) {
        int size = answer.body().length();
        return size > DRAINED_QUIETLY_BYTES_MAX && sending + size > ApiConfig.ANSWERS_BYTES_MAX;
    }

    private void finish(HttpServerRequest request, Buffer body) {
        boolean isCut = leavesBody(request);
        if (isCut) {
            request.response().putHeader("Connection", "close");
        }
        if (request.method().equals(HttpMethod.HEAD)) {
            // Told of what GET would give; nothing of it goes out.
            request.response().putHeader("Content-Length", Integer.toString(body.length()));
        }
        sending += body.length();
        connections.answering(request.connection(), body.length());
        request.response().end(body).onComplete(sent -> {
            sending -= body.length();
            connections.answered(request.connection());
            if (isCut) {
                drain(request);
            }
        });
    }

    /** Whether a large body is still to come that nobody will read. */
    private static boolean leavesBody(HttpServerRequest request) {
        if (request.isEnded() || !Bodies.isAnnounced(request)) {
            return false;
        }
        String length = request.getHeader("Content-Length");
        boolean isSmall = length != null && length.length() < 10 && Long.parseLong(length) <= DRAINED_QUIETLY_BYTES_MAX;
        return !isSmall || request.getHeader("Expect") != null;
    }

    /** Closing with bytes unread would reset the connection, and the sender would never see why. */
    private void drain(HttpServerRequest request) {
        if (request.isEnded()) {
            request.connection().close();
            return;
        }
        long[] left = {DRAINED_BYTES_MAX};
        request.handler(chunk -> {
            left[0] -= chunk.length();
            if (left[0] < 0) {
                request.connection().close();
            }
        });
        request.endHandler(end -> request.connection().close());
        request.exceptionHandler(gone -> {});
        vertx.setTimer(DRAINED_MILLIS_MAX, late -> request.connection().close());
    }

    /** RFC 9110 §12.5.3: named with a weight above 0; {@code *} alone asks for nothing in particular. */
    static boolean asksForGzip(HttpServerRequest request) {
        return asksForGzip(request.headers().getAll("Accept-Encoding"));
    }

    static boolean asksForGzip(List<String> acceptEncoding) {
        for (String header : acceptEncoding) {
            for (String part : List.of(header.toLowerCase(Locale.ROOT).split(",", -1))) {
                List<String> pieces = List.of(part.trim().split("\\s*;\\s*", -1));
                boolean isGzip = pieces.get(0).equals("gzip") || pieces.get(0).equals("x-gzip");
                if (isGzip && pieces.stream().noneMatch(piece -> piece.matches("q=0(\\.0*)?"))) {
                    return true;
                }
            }
        }
        return false;
    }

    private static Buffer gzip(Buffer body) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(body.length() / 4 + 64);
        try (GZIPOutputStream gzip = new GZIPOutputStream(out, 8_192)) {
            gzip.write(body.getBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Buffer.buffer(out.toByteArray());
    }
}
