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
import org.jspecify.annotations.Nullable;

/** {@code /healthz}, {@code /readyz}, {@code /statusz} (spec §9). */
public final class HealthRoutes {
    /** With less than this the disk counts as full: room for one largest request, and then some. */
    static final long FREE_BYTES_MIN = 16L << 20;

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

    /** Open to everyone, so it says no more than that something is wrong; {@code /statusz} says what. */
    private Future<Answer> ready(Call call) {
        call.query(List.of());
        return call.blocking(() -> {
            String reason = reason();
            if (reason != null) {
                throw Problems.unavailable("not-ready", reason).refused();
            }
            return Answer.json(200, new JsonOut().text("status", "ready").build());
        });
    }

    private @Nullable String reason() {
        // First what the other is most often the outcome of.
        if (ports.freeBytes().getAsLong() < FREE_BYTES_MIN) {
            return "the log's disk is full: less than " + FREE_BYTES_MIN + " bytes are free on it";
        }
        if (ports.log().stalled() != null) {
            return "the log's writer does not move; nothing can be stored at present";
        }
        // Fails where the store cannot be read.
        ports.reader().pendingArtifacts(1);
        return null;
    }

    private Future<Answer> status(Call call) {
        call.query(List.of());
        return call.blocking(() -> Answer.json(200, status.write()));
    }
}
