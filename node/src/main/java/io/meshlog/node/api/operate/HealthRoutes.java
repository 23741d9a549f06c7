package io.meshlog.node.api.operate;

import io.meshlog.node.api.http.Answer;
import io.meshlog.node.api.http.ApiPorts;
import io.meshlog.node.api.http.Call;
import io.meshlog.node.api.http.Routes;
import io.meshlog.node.api.problem.Problems;
import io.meshlog.node.json.JsonOut;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import java.util.List;

/** {@code /healthz}, {@code /readyz}, {@code /statusz} (spec §9). */
public final class HealthRoutes {
    private final ApiPorts ports;
    private final StatusJson status;

    public HealthRoutes(ApiPorts ports) {
        this.ports = ports;
        this.status = new StatusJson(ports);
    }

    public void install(Routes routes) {
        routes.serve("/healthz", HttpMethod.GET, this::alive);
        routes.serve("/readyz", HttpMethod.GET, this::ready);
        routes.serve("/statusz", HttpMethod.GET, this::status);
    }

    private Future<Answer> alive(Call call) {
        call.query(List.of());
        return Future.succeededFuture(
                Answer.json(200, new JsonOut().text("status", "alive").build()));
    }

    /** Open to everyone, so it names no path; {@code /statusz} says all. */
    private Future<Answer> ready(Call call) {
        call.query(List.of());
        return call.blocking(() -> {
            List<String> hindrances = Hindrances.of(ports);
            if (!hindrances.isEmpty()) {
                throw Problems.unavailable("not-ready", String.join("; ", hindrances))
                        .refused();
            }
            // Fails where the store cannot be read.
            ports.reader().pendingArtifacts(1);
            return Answer.json(200, new JsonOut().text("status", "ready").build());
        });
    }

    private Future<Answer> status(Call call) {
        call.query(List.of());
        return call.blocking(() -> Answer.json(200, status.write()));
    }
}
