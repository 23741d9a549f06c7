package io.meshlog.node.api;

import io.meshlog.node.api.http.ApiConfig;
import io.meshlog.node.api.http.ApiPorts;
import io.vertx.core.Future;
import io.vertx.core.Vertx;

/** The node's HTTP side: started once, closed once. Safe to use from any thread. */
public final class ApiServer {
    private final Vertx vertx;
    private final ApiConfig config;
    private final ApiVerticle verticle;
    private volatile String deployment = "";

    public ApiServer(Vertx vertx, ApiConfig config, ApiPorts ports) {
        this.vertx = vertx;
        this.config = config;
        this.verticle = new ApiVerticle(config, ports);
    }

    /**
     * Listens. Completes with the port.
     *
     * <p>Fails with {@link IllegalArgumentException} and one line for people if the address is open to the network and
     * no token is set; with {@link java.io.IOException} if it cannot be listened on.
     */
    public Future<Integer> start() {
        return vertx.executeBlocking(() -> {
                    config.requireSafe();
                    return true;
                })
                .compose(safe -> vertx.deployVerticle(verticle))
                .map(id -> {
                    deployment = id;
                    return verticle.port();
                });
    }

    /** How many callers wait for what is still to come: long polls, and streams that have caught up. */
    public int followers() {
        return verticle.followers();
    }

    /** Stops listening and ends connections; what is being answered is cut off. */
    public Future<Void> close() {
        String id = deployment;
        deployment = "";
        return id.isEmpty() ? Future.succeededFuture() : vertx.undeploy(id);
    }
}
