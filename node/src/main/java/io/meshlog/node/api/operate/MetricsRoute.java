package io.meshlog.node.api.operate;

import io.meshlog.node.api.http.Answer;
import io.meshlog.node.api.http.ApiPorts;
import io.meshlog.node.api.http.Call;
import io.meshlog.node.api.http.Routes;
import io.meshlog.node.metrics.Meters;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import java.util.List;

/** {@code /metrics}: what the node measures of itself, as Prometheus reads it (spec §9). */
public final class MetricsRoute {
    private final ApiPorts ports;

    public MetricsRoute(ApiPorts ports) {
        this.ports = ports;
    }

    public void install(Routes routes) {
        routes.serve("/metrics", HttpMethod.GET, this::metrics);
    }

    private Future<Answer> metrics(Call call) {
        call.query(List.of());
        return call.blocking(() ->
                Answer.text(200, Meters.MEDIA_TYPE, Buffer.buffer(ports.meters().text())));
    }
}
