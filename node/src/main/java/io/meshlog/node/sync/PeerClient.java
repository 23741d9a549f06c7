package io.meshlog.node.sync;

import io.github.resilience4j.timelimiter.TimeLimiter;
import io.github.resilience4j.timelimiter.TimeLimiterConfig;
import io.meshlog.hlc.PhysicalClock;
import io.meshlog.replica.Answer;
import io.meshlog.replica.Question;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Puts questions to one peer over HTTP. Every answer has a limit on its whole time and on its size after
 * expansion; redirects are not followed, so no credential goes anywhere else.
 *
 * <p>Confined to the peer's verticle; answers are decoded on a worker.
 */
final class PeerClient {
    /** How long a whole answer may take. @param quick a vector or a point of a chain @param bulk ops or an artifact */
    record Patience(Duration quick, Duration bulk) {
        static final Patience DEFAULT = new Patience(Duration.ofSeconds(20), Duration.ofSeconds(120));
    }

    private final Vertx vertx;
    private final PeerConfig peer;
    private final ScheduledExecutorService timer;
    private final PhysicalClock clock;
    private final Telling telling;
    private final HttpClient http;
    private final Patience patience;
    private final TimeLimiter quick;
    private final TimeLimiter bulk;
    private final Expectations expectations = new Expectations();
    private final ReadAhead ahead =
            new ReadAhead(this::send, (asked, seq) -> expectations.isBeyond(asked.origin(), seq));

    private long bytesIn;
    private @Nullable Long skewMillis;

    PeerClient(
            Vertx vertx,
            PeerConfig peer,
            ScheduledExecutorService timer,
            PhysicalClock clock,
            Telling telling,
            Patience patience) {
        this.patience = patience;
        this.quick = limiter(patience.quick());
        this.bulk = limiter(patience.bulk());
        this.vertx = vertx;
        this.peer = peer;
        this.timer = timer;
        this.clock = clock;
        this.telling = telling;
        HttpClientOptions options = new HttpClientOptions()
                .setSsl(peer.url().getScheme().equals("https"))
                .setConnectTimeout((int) Duration.ofSeconds(10).toMillis())
                .setIdleTimeout((int) patience.bulk().toSeconds())
                .setDecompressionSupported(true)
                .setKeepAlive(true);
        this.http = vertx.createHttpClient(
                options, new PoolOptions().setHttp1MaxSize(2).setMaxWaitQueueSize(4));
    }

    long bytesIn() {
        return bytesIn;
    }

    /** How far the peer's clock is ahead of ours, or null while unknown. */
    @Nullable
    Long skewMillis() {
        return skewMillis;
    }

    /** Always completes with an answer, on the verticle's context. */
    CompletionStage<Answer> ask(Question question) {
        if (question instanceof Question.AskOps ops) {
            return ahead.ask(ops);
        } else if (question instanceof Question.AskVector) {
            ahead.forget();
        }
        return send(question);
    }

    private CompletionStage<Answer> send(Question question) {
        boolean isBulk = question instanceof Question.AskOps || question instanceof Question.AskArtifact;
        AtomicReference<@Nullable HttpClientRequest> open = new AtomicReference<>();
        return (isBulk ? bulk : quick)
                .executeCompletionStage(timer, () -> exchange(question, open))
                .handle((answer, failure) -> {
                    if (answer != null) {
                        return answer;
                    }
                    HttpClientRequest request = open.get();
                    if (request != null) {
                        request.reset();
                    }
                    return new Answer.Failed(describe(failure, isBulk ? patience.bulk() : patience.quick()));
                });
    }

    void close() {
        http.close().onFailure(e -> {});
    }

    /** An answer goes on to the core: what it says of the peer holds from now on. */
    void taken(Answer answer) {
        if (answer instanceof Answer.Vector vector) {
            expectations.taken(vector.document());
        }
    }

    private CompletionStage<Answer> exchange(Question question, AtomicReference<@Nullable HttpClientRequest> open) {
        CompletableFuture<Answer> answer = new CompletableFuture<>();
        RequestOptions options = new RequestOptions()
                .setMethod(HttpMethod.GET)
                .setHost(host(peer))
                .setPort(port(peer))
                .setURI(uri(question))
                .setFollowRedirects(false)
                .putHeader("accept", "application/json")
                .putHeader("meshlog-replica", telling.served().self().name())
                .putHeader("date-ms", Long.toString(clock.millis()));
        String mesh = telling.document().mesh();
        if (mesh != null) {
            options.putHeader("meshlog-mesh", percent(mesh));
        }
        if (peer.token() != null) {
            options.putHeader("authorization", "Bearer " + peer.token());
        }
        String etag = expectations.etag();
        if (question instanceof Question.AskVector asked && asked.isConditional() && etag != null) {
            options.putHeader("if-none-match", etag);
        }
        long sentAt = clock.millis();
        http.request(options)
                .compose(request -> {
                    open.set(request);
                    return request.send();
                })
                .onFailure(answer::completeExceptionally)
                .onSuccess(response -> read(question, response, sentAt, answer));
        return answer;
    }

    private void read(Question question, HttpClientResponse response, long sentAt, CompletableFuture<Answer> answer) {
        noteSkew(response, sentAt);
        Body body = new Body(Answers.bytesMax(question));
        response.exceptionHandler(answer::completeExceptionally);
        response.handler(chunk -> {
            bytesIn += chunk.length();
            if (!body.add(chunk)) {
                // The reason first: a reset reports a failure of its own, at once.
                answer.complete(new Answer.Failed("its answer is larger than " + body.max + " bytes"));
                response.request().reset();
            }
        });
        response.endHandler(end -> {
            Answers.Head head = Answers.Head.of(response);
            try {
                vertx.executeBlocking(() -> Answers.read(question, head, body.bytes(), expectations), false)
                        .onSuccess(answer::complete)
                        .onFailure(answer::completeExceptionally);
            } catch (RejectedExecutionException e) {
                // The node stops.
                answer.completeExceptionally(e);
            }
        });
    }

    private void noteSkew(HttpClientResponse response, long sentAt) {
        String theirs = response.getHeader("date-ms");
        if (theirs != null
                && theirs.length() <= 13
                && !theirs.isEmpty()
                && theirs.chars().allMatch(c -> c >= '0' && c <= '9')) {
            // The answer was stamped between sending and receiving: the middle is the best guess.
            skewMillis = Long.parseLong(theirs) - (sentAt + clock.millis()) / 2;
        }
    }

    /** A body that may not grow past its limit, counted after expansion. */
    private static final class Body {
        private final long max;
        private final Buffer bytes = Buffer.buffer();

        Body(long max) {
            this.max = max;
        }

        boolean add(Buffer chunk) {
            if (bytes.length() + (long) chunk.length() > max) {
                return false;
            }
            bytes.appendBuffer(chunk);
            return true;
        }

        byte[] bytes() {
            return bytes.getBytes();
        }
    }

    private static String uri(Question question) {
        return question.dispatchTo(new Question.Handler<String>() {
            @Override
            public String vector(Question.AskVector q) {
                return "/sync/version_vector";
            }

            @Override
            public String ops(Question.AskOps q) {
                return "/sync/ops?origin=" + percent(q.origin().name()) + "&after=" + q.after() + "&limit=" + q.limit()
                        + (q.loose() ? "&loose=1" : "");
            }

            @Override
            public String chain(Question.AskChain q) {
                return "/sync/chain?origin=" + percent(q.origin().name()) + "&seq=" + q.seq();
            }

            @Override
            public String artifact(Question.AskArtifact q) {
                return "/sync/artifact?id=" + percent(q.id());
            }
        });
    }

    private static String percent(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private static String host(PeerConfig peer) {
        String host = peer.url().getHost();
        return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    }

    private static int port(PeerConfig peer) {
        int port = peer.url().getPort();
        return port >= 0 ? port : peer.url().getScheme().equals("https") ? 443 : 80;
    }

    private static String describe(@Nullable Throwable failure, Duration limit) {
        Throwable cause = failure != null && failure.getCause() != null ? failure.getCause() : failure;
        if (cause instanceof TimeoutException) {
            return "no whole answer within " + limit.toSeconds() + " s";
        }
        return "unreachable: " + (cause == null ? "no answer" : cause.getMessage());
    }

    private static TimeLimiter limiter(Duration limit) {
        return TimeLimiter.of(TimeLimiterConfig.custom()
                .timeoutDuration(limit)
                .cancelRunningFuture(false)
                .build());
    }
}
