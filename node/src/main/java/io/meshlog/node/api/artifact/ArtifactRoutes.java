package io.meshlog.node.api.artifact;

import io.meshlog.node.api.http.Answer;
import io.meshlog.node.api.http.ApiPorts;
import io.meshlog.node.api.http.Call;
import io.meshlog.node.api.http.PercentText;
import io.meshlog.node.api.http.QueryParams;
import io.meshlog.node.api.http.Routes;
import io.meshlog.node.api.problem.Problems;
import io.meshlog.node.api.write.Advice;
import io.meshlog.node.api.write.Appending;
import io.meshlog.node.api.write.RawText;
import io.meshlog.node.json.JsonOut;
import io.meshlog.node.store.EventReader;
import io.meshlog.node.sync.LogService;
import io.meshlog.op.Artifact;
import io.meshlog.replica.Outcome;
import io.meshlog.wire.ArtifactCodec;
import io.meshlog.wire.ArtifactDraftCodec;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code /logstream/artifacts}: put and get (spec §3.2). Content is taken and given byte for byte. */
public final class ArtifactRoutes {
    private final EventReader reader;
    private final LogService log;

    public ArtifactRoutes(ApiPorts ports) {
        this.reader = ports.reader();
        this.log = ports.log();
    }

    public void install(Routes routes) {
        routes.serve("/logstream/artifacts", HttpMethod.POST, this::put);
        routes.serve("/logstream/artifacts/:id", HttpMethod.GET, this::get);
    }

    private Future<Answer> put(Call call) {
        QueryParams query = call.query(List.of("kind", "created_by"));
        boolean isRaw = query.has("kind") || query.has("created_by");
        String kind = query.one("kind");
        String createdBy = query.one("created_by");
        if (isRaw) {
            call.requireText();
        } else {
            call.requireJson();
        }
        String key = call.idempotencyKey();
        return call.body()
                .compose(body -> call.blocking(() -> isRaw
                        ? ArtifactDraftCodec.check(
                                kind, RawText.of(body.getBytes()), createdBy, "{}", key, log.artifactStamp())
                        : ArtifactDraftCodec.decode(body.getBytes(), key, log.artifactStamp())))
                .compose(decoded -> call.await(log.put(artifact(decoded))))
                .compose(outcome -> call.blocking(() -> stored(outcome)));
    }

    private static Artifact artifact(ArtifactDraftCodec.Decoded decoded) {
        Artifact artifact = decoded.artifact();
        if (artifact == null) {
            throw Problems.invalid(decoded.invalid()).refused();
        }
        return artifact;
    }

    private static Answer stored(Outcome outcome) {
        if (!(outcome instanceof Outcome.Stored stored)) {
            throw Problems.of(outcome, false).refused();
        }
        Artifact artifact = stored.artifact();
        return Appending.answered(
                        stored.replayed(),
                        new JsonOut()
                                .json("artifact", ArtifactCodec.write(artifact))
                                .texts("warnings", Advice.onPatch(artifact)))
                .with("Location", "/logstream/artifacts/" + PercentText.encode(artifact.id()));
    }

    private Future<Answer> get(Call call) {
        call.query(List.of());
        String id = call.path("id");
        return call.blocking(() -> answer(reader.artifact(id)));
    }

    /** As both this route and {@code /sync/artifact} answer. */
    public static Answer answer(@Nullable Artifact artifact) {
        if (artifact == null) {
            throw Problems.notFound("unknown-artifact", "no artifact of that id is on this replica")
                    .at("id")
                    .refused();
        }
        return Answer.json(
                200,
                new JsonOut().json("artifact", ArtifactCodec.write(artifact)).build());
    }
}
