package io.meshlog.node.api.operate;

import io.meshlog.node.api.http.Answer;
import io.meshlog.node.api.http.ApiPorts;
import io.meshlog.node.api.http.Call;
import io.meshlog.node.api.http.Routes;
import io.meshlog.node.json.JsonOut;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import java.util.List;

/** {@code /admin/*}: what an operator asks for (spec §11). */
public final class AdminRoutes {
    private final ApiPorts ports;

    public AdminRoutes(ApiPorts ports) {
        this.ports = ports;
    }

    public void install(Routes routes) {
        routes.serve("/admin/sync", HttpMethod.POST, this::sync);
    }

    /** One round with every peer, now; answered when all have ended, well or not. */
    private Future<Answer> sync(Call call) {
        call.query(List.of());
        return call.await(ports.estate().syncNow()).map(peers -> {
            JsonOut out = new JsonOut().array("peers", EstateJson.peers(peers, ports.incidents()));
            EstateJson.note(out, peers);
            return Answer.json(200, out.build());
        });
    }
}
