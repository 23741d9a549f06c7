package io.meshlog.node.api.http;

import io.meshlog.node.api.problem.Problems;
import io.meshlog.node.api.problem.Refused;
import io.meshlog.op.Digest;
import io.meshlog.op.FieldRules;
import io.meshlog.op.Invalid;
import io.vertx.core.Future;
import io.vertx.core.WorkerExecutor;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One request that passed the guard, as its route sees it. Confined to the event loop of its verticle. */
public final class Call {
    /** The agent that the caller runs as, percent-encoded: what it writes under another name is warned of. */
    public static final String AGENT = "Meshlog-Agent";

    private static final String IDEMPOTENCY_KEY = "Idempotency-Key";

    private final RoutingContext context;
    private final QueryParams query;
    private final Bodies bodies;
    private final WorkerExecutor workers;

    Call(RoutingContext context, QueryParams query, Bodies bodies, WorkerExecutor workers) {
        this.context = context;
        this.query = query;
        this.bodies = bodies;
        this.workers = workers;
    }

    public HttpServerRequest request() {
        return context.request();
    }

    /** @throws Refused if a parameter is given that is not among these */
    public QueryParams query(List<String> known) {
        return query.only(known);
    }

    /** The decoded value of a {@code :name} in the route's path. */
    public String path(String name) {
        String value = context.pathParam(name);
        return value == null ? "" : value;
    }

    /** The first value of a header, or null. */
    public @Nullable String header(String name) {
        return context.request().getHeader(name);
    }

    /** The {@code Idempotency-Key} header, or null. @throws Refused if it is given twice */
    public @Nullable String idempotencyKey() {
        List<String> keys = context.request().headers().getAll(IDEMPOTENCY_KEY);
        if (keys.size() > 1) {
            throw Problems.invalid("idempotency_key", IDEMPOTENCY_KEY + " is given " + keys.size() + " times")
                    .refused();
        }
        return keys.isEmpty() ? null : keys.get(0);
    }

    /** The caller's own agent, or null where it says none. @throws Refused if the header is no name */
    @Nullable
    public String agent() {
        List<String> given = context.request().headers().getAll(AGENT);
        if (given.isEmpty()) {
            return null;
        }
        String decoded = given.size() > 1 ? null : PercentText.decode(given.get(0), false);
        String name = decoded == null ? null : FieldRules.trim(decoded);
        if (name == null) {
            throw Problems.invalid(AGENT, AGENT + " is one name, in percent-encoded UTF-8")
                    .refused();
        }
        Invalid invalid = FieldRules.name(AGENT, name);
        if (invalid != null) {
            throw Problems.invalid(AGENT, invalid.message())
                    .sized(invalid.limit(), invalid.size())
                    .refused();
        }
        return name;
    }

    /** @throws Refused if the header is given where each item has a key of its own */
    public void refuseIdempotencyKey() {
        if (context.request().headers().contains(IDEMPOTENCY_KEY)) {
            throw Problems.invalid(
                            "idempotency_key",
                            "a batch takes no " + IDEMPOTENCY_KEY + " header: give each event its idempotency_key")
                    .refused();
        }
    }

    /** @throws Refused unless the body is a text in UTF-8 and no envelope around one */
    public void requireText() {
        String header = header("Content-Type");
        String type =
                header == null ? "" : header.toLowerCase(java.util.Locale.ROOT).replace("\"", "");
        boolean isOther = type.contains("charset=") && !type.matches(".*charset=utf-?8\\s*(;.*)?");
        if (type.startsWith("multipart/") || isOther) {
            throw Problems.unsupported("Content-Type", "a raw artifact is the body itself, in UTF-8, not a form")
                    .refused();
        }
    }

    /** @throws Refused unless the body is declared as JSON in UTF-8 */
    public void requireJson() {
        String type = header("Content-Type");
        if ("application/json".equals(type)) {
            // What nearly all send; the patterns below cost more than reading the rest of the head.
            return;
        }
        List<String> parts = type == null
                ? List.of("")
                : Arrays.asList(type.toLowerCase(java.util.Locale.ROOT).split(";", -1));
        boolean isJson = parts.get(0).trim().matches("application/([a-z0-9.+-]+\\+)?json");
        boolean isUtf8 = parts.stream()
                .skip(1)
                .map(String::trim)
                .filter(p -> p.startsWith("charset="))
                .allMatch(p -> p.matches("charset=\"?utf-?8\"?"));
        if (!isJson || !isUtf8) {
            throw Problems.unsupported("Content-Type", "this route takes Content-Type: application/json, in UTF-8")
                    .refused();
        }
    }

    /** Whether the body is declared as a form: parameters as a URL's query has them. */
    public boolean isForm() {
        return isForm(header("Content-Type"));
    }

    /** @throws Refused unless the body is declared as a form */
    public void requireForm() {
        if (!isForm()) {
            throw Problems.unsupported(
                            "Content-Type",
                            "this route takes its parameters in the URL, or as application/x-www-form-urlencoded")
                    .refused();
        }
    }

    static boolean isForm(@Nullable String contentType) {
        return contentType != null
                && contentType
                        .toLowerCase(java.util.Locale.ROOT)
                        .matches("application/x-www-form-urlencoded\\s*(;.*)?");
    }

    /** Whether whoever asked has hung up. */
    public boolean isGone() {
        return context.response().closed();
    }

    /** Runs once if whoever asked hangs up before the answer. */
    public void whenGone(Runnable task) {
        context.response().closeHandler(closed -> task.run());
    }

    /** Runs after so long, on the event loop. @return what takes it back */
    public Runnable after(long millis, Runnable task) {
        long timer = context.vertx().setTimer(Math.max(1, millis), fired -> task.run());
        return () -> context.vertx().cancelTimer(timer);
    }

    /** Runs again and again, on the event loop. @return what ends that */
    public Runnable every(long millis, Runnable task) {
        long timer = context.vertx().setPeriodic(millis, fired -> task.run());
        return () -> context.vertx().cancelTimer(timer);
    }

    /** See {@link Bodies#read}. */
    public Future<Buffer> body() {
        return bodies.read(context.request());
    }

    /** Runs what blocks or takes long on a worker; comes back to the event loop. */
    public <T extends @Nullable Object> Future<T> blocking(Callable<T> work) {
        return workers.executeBlocking(work, false);
    }

    /** Comes back to the event loop with another thread's answer. */
    public <T> Future<T> await(CompletableFuture<T> future) {
        return Future.fromCompletionStage(future, context.vertx().getOrCreateContext());
    }

    /** Comes back to the event loop when another thread is done, or after this long. @return whether it was done */
    public Future<Boolean> within(long millis, CompletableFuture<Void> future) {
        return await(future.thenApply(done -> true).completeOnTimeout(false, millis, TimeUnit.MILLISECONDS));
    }

    /** Tells callers apart by address and credential; connections come and go, so their ports say nothing. */
    public String callerKey() {
        String token = Guard.credential(context.request());
        String who = context.request().remoteAddress().hostAddress();
        return token == null
                ? who
                : who
                        + ' '
                        + Digest.sha256(token.getBytes(StandardCharsets.ISO_8859_1))
                                .hex16();
    }
}
