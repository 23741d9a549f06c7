package io.meshlog.node.api.http;

import io.meshlog.node.api.problem.Problem;
import io.meshlog.node.api.problem.Problems;
import io.meshlog.node.api.problem.Refused;
import io.vertx.core.Future;
import io.vertx.core.WorkerExecutor;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** Paths, their methods, and what every request goes through on its way: guard, handling, answer. */
public final class Routes {

    /** What one route does: decode, call, encode. It may throw or fail with {@link Refused} and others. */
    @FunctionalInterface
    public interface Handling {
        Future<Answer> handle(Call call);
    }

    private static final List<Integer> ROUTER_FAILURES = List.of(400, 404, 405, 406, 413, 415, 500);

    private final Router router;
    private final Guard guard;
    private final Sender sender;
    private final Bodies bodies;
    private final WorkerExecutor workers;

    public Routes(Router router, Guard guard, Sender sender, Bodies bodies, WorkerExecutor workers) {
        this.router = router;
        this.guard = guard;
        this.sender = sender;
        this.bodies = bodies;
        this.workers = workers;
        router.route().failureHandler(context -> refuse(context.request(), failureOf(context)));
        for (int status : ROUTER_FAILURES) {
            router.errorHandler(status, context -> refuse(context.request(), failureOf(context)));
        }
    }

    /** Takes a request; answers it sooner or later. */
    public void handle(HttpServerRequest request) {
        try {
            guard.check(request, QueryParams.parse(request.query()));
            String path = request.path();
            if (path == null || PercentText.decode(path, false) == null) {
                throw Problems.of(400).refused();
            }
        } catch (Refused e) {
            refuse(request, e.problem());
            return;
        }
        router.handle(request);
    }

    public void serve(String path, HttpMethod method, Handling handling) {
        serve(path, Map.of(method, handling));
    }

    /** Every other method of the path is refused with what it takes. GET answers HEAD too, without the body. */
    public void serve(String path, Map<HttpMethod, Handling> handlings) {
        TreeSet<String> allowed = new TreeSet<>();
        handlings.forEach((method, handling) -> {
            allowed.add(method.name());
            router.route(method, path).handler(context -> run(context, handling));
            if (method.equals(HttpMethod.GET)) {
                allowed.add("HEAD");
                router.route(HttpMethod.HEAD, path).handler(context -> run(context, handling));
            }
        });
        String allow = String.join(", ", allowed);
        router.route(path)
                .handler(context -> refuse(context.request(), Problems.of(405).with("Allow", allow)));
    }

    private void run(RoutingContext context, Handling handling) {
        Future<Answer> answer;
        try {
            QueryParams query = QueryParams.parse(context.request().query());
            answer = handling.handle(new Call(context, query, bodies, workers));
        } catch (RuntimeException e) {
            answer = Future.failedFuture(e);
        }
        answer.onSuccess(a -> sender.send(context.request(), a))
                .onFailure(e -> refuse(context.request(), Problems.of(e)));
    }

    public void refuse(HttpServerRequest request, Problem problem) {
        sender.send(request, Answer.of(problem, isSync(request)));
    }

    private static boolean isSync(HttpServerRequest request) {
        String path = request.path();
        return path != null && path.startsWith("/sync/");
    }

    private static Problem failureOf(RoutingContext context) {
        Throwable failure = context.failure();
        return failure == null ? Problems.of(context.statusCode()) : Problems.of(failure);
    }
}
