package io.meshlog.node.api;

import io.meshlog.node.api.artifact.ArtifactRoutes;
import io.meshlog.node.api.artifact.ContentRoute;
import io.meshlog.node.api.follow.StoreSource;
import io.meshlog.node.api.follow.StreamRoute;
import io.meshlog.node.api.follow.WaitRoute;
import io.meshlog.node.api.http.ApiConfig;
import io.meshlog.node.api.http.ApiPorts;
import io.meshlog.node.api.http.Bodies;
import io.meshlog.node.api.http.Connections;
import io.meshlog.node.api.http.Guard;
import io.meshlog.node.api.http.Routes;
import io.meshlog.node.api.http.Sender;
import io.meshlog.node.api.operate.AdminRoutes;
import io.meshlog.node.api.operate.HealthRoutes;
import io.meshlog.node.api.operate.MetricsRoute;
import io.meshlog.node.api.problem.Problems;
import io.meshlog.node.api.read.EventPages;
import io.meshlog.node.api.read.Listings;
import io.meshlog.node.api.read.ViewRoutes;
import io.meshlog.node.api.sync.SyncRoutes;
import io.meshlog.node.api.write.Appending;
import io.meshlog.node.follow.Tail;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.WorkerExecutor;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.Router;
import org.jspecify.annotations.Nullable;

/** The server and its router on one event loop; what blocks runs on a small pool of workers of its own. */
final class ApiVerticle extends VerticleBase {
    /** As many as the store reads at a time, and one to compress or decode. */
    private static final int WORKERS = 4;

    /** After a refusal that no request could be made of: time for its sender to read it. */
    private static final long PARTING_MILLIS = 1_000;

    /** After a read that failed: the store may be there again. */
    private static final long TAIL_RETRY_MILLIS = 500;

    private final ApiConfig config;
    private final ApiPorts ports;
    private volatile int port;
    private volatile @Nullable Tail tail;

    ApiVerticle(ApiConfig config, ApiPorts ports) {
        this.config = config;
        this.ports = ports;
    }

    /** Where it listens; 0 before it does. */
    int port() {
        return port;
    }

    /** How many callers wait for what is still to come. */
    int followers() {
        Tail following = tail;
        return following == null ? 0 : following.size();
    }

    @Override
    public Future<?> start() {
        WorkerExecutor workers = vertx.createSharedWorkerExecutor("meshlog-api", WORKERS);
        Connections connections = new Connections(vertx, config.patience());
        Sender sender = new Sender(vertx, workers, connections);
        Router router = Router.router(vertx);
        Routes routes = new Routes(router, new Guard(config), sender, new Bodies(vertx, config.patience()), workers);
        Appending appending = new Appending(ports);
        appending.install(routes);
        Listings listings = new Listings(ports);
        new EventPaths(new EventPages(ports, config, listings), appending).install(routes);
        Tail tail = tail(workers);
        this.tail = tail;
        WaitRoute waits = new WaitRoute(config, listings, tail);
        waits.install(routes);
        StreamRoute streams = new StreamRoute(config, listings, tail);
        streams.install(routes);
        ports.meters().gauge("meshlog.waiters", "", "long polls that wait", waits::waiting);
        ports.meters().gauge("meshlog.streams", "", "event streams that are open", streams::open);
        new ViewRoutes(ports, config).install(routes);
        new ArtifactRoutes(ports).install(routes);
        new ContentRoute(ports).install(routes);
        new SyncRoutes(ports, config).install(routes);
        new AdminRoutes(ports).install(routes);
        new HealthRoutes(ports).install(routes);
        new MetricsRoute(ports).install(routes);
        HttpServer server = vertx.createHttpServer(options());
        return server.connectionHandler(connections::opened)
                .invalidRequestHandler(request -> invalid(request, routes, connections))
                .requestHandler(request -> {
                    connections.asked(request.connection());
                    routes.handle(request);
                })
                .listen()
                .onSuccess(listening -> port = listening.actualPort());
    }

    private Tail tail(WorkerExecutor workers) {
        Context loop = vertx.getOrCreateContext();
        return new Tail(
                new StoreSource(ports.reader(), workers, config.pageBytes()),
                task -> loop.runOnContext(now -> task.run()),
                task -> vertx.setTimer(TAIL_RETRY_MILLIS, late -> task.run()));
    }

    private HttpServerOptions options() {
        return new HttpServerOptions()
                .setHost(config.host())
                .setPort(config.port())
                .setMaxInitialLineLength(Problems.HEADER_BYTES_MAX)
                .setMaxHeaderSize(Problems.HEADER_BYTES_MAX)
                .setHandle100ContinueAutomatically(false)
                .setDecompressionSupported(false)
                .setCompressionSupported(false)
                .setHttp2ClearTextEnabled(false);
    }

    /** What never became a request: a line or headers beyond their bounds, or no HTTP. */
    private void invalid(HttpServerRequest request, Routes routes, Connections connections) {
        Throwable cause = request.decoderResult().cause();
        int status = cause instanceof TooLongHttpLineException
                ? 414
                : cause instanceof TooLongHttpHeaderException ? 431 : 400;
        connections.asked(request.connection());
        request.response().putHeader("Connection", "close");
        routes.refuse(request, Problems.of(status));
        vertx.setTimer(PARTING_MILLIS, late -> request.connection().close());
    }
}
