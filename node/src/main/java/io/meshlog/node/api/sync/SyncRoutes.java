package io.meshlog.node.api.sync;

import io.meshlog.node.api.artifact.ArtifactRoutes;
import io.meshlog.node.api.http.Answer;
import io.meshlog.node.api.http.ApiConfig;
import io.meshlog.node.api.http.ApiPorts;
import io.meshlog.node.api.http.Call;
import io.meshlog.node.api.http.PercentText;
import io.meshlog.node.api.http.QueryParams;
import io.meshlog.node.api.http.Routes;
import io.meshlog.node.api.operate.EstateJson;
import io.meshlog.node.api.problem.Problems;
import io.meshlog.node.store.EventReader;
import io.meshlog.node.sync.LogService;
import io.meshlog.node.sync.Telling;
import io.meshlog.op.Digest;
import io.meshlog.op.Limits;
import io.meshlog.op.Origin;
import io.meshlog.replica.ReferenceCallers;
import io.meshlog.replica.VectorDocument;
import io.meshlog.vector.VersionVector;
import io.meshlog.wire.ChainCodec;
import io.meshlog.wire.VectorCodec;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerResponse;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * {@code /sync/*}: what peers pull (spec §5.5). Nodes get lines with their chains; a reference gets the view it can
 * digest. Confined to the event loop of its verticle.
 */
public final class SyncRoutes {
    private final ApiPorts ports;
    private final EventReader reader;
    private final LogService log;
    private final OpPages pages;
    private final ReferenceCallers references = new ReferenceCallers();

    public SyncRoutes(ApiPorts ports, ApiConfig config) {
        this.ports = ports;
        this.reader = ports.reader();
        this.log = ports.log();
        this.pages = new OpPages(reader, config.pageBytes());
    }

    /** How long a vector waits for the signature of what was appended before it was asked for. */
    private static final long PROOF_MILLIS = 500;

    /** What a route does for one kind of caller. */
    @FunctionalInterface
    private interface Serving {
        Future<Answer> serve(Call call, SyncCaller caller);
    }

    public void install(Routes routes) {
        serve(routes, "/sync/version_vector", this::vector);
        serve(routes, "/sync/ops", this::ops);
        serve(routes, "/sync/artifact", this::artifact);
        serve(routes, "/sync/peers", this::peers);
        serve(routes, "/sync/chain", this::chain);
    }

    private void serve(Routes routes, String path, Serving serving) {
        routes.serve(path, HttpMethod.GET, call -> {
            VectorDocument self = log.document();
            HttpServerResponse response = call.request().response();
            response.putHeader("Date-Ms", Long.toString(ports.clock().millis()));
            if (call.header(SyncCaller.REPLICA) != null) {
                response.putHeader(SyncCaller.REPLICA, self.replicaId());
                String mesh = self.mesh();
                if (mesh != null) {
                    response.putHeader(SyncCaller.MESH, PercentText.encode(mesh));
                }
            }
            SyncCaller caller = SyncCaller.of(call, self.mesh());
            Origin node = caller.node();
            if (node != null) {
                ports.estate().heardFrom(node.name());
            }
            return serving.serve(call, caller);
        });
    }

    private Future<Answer> vector(Call call, SyncCaller caller) {
        call.query(List.of());
        String key = call.callerKey();
        // An append is signed a moment after it was acknowledged: whoever asks in between should see it.
        return call.within(PROOF_MILLIS, log.proved())
                .compose(proved -> caller.node() != null
                        ? Future.succeededFuture(nodeVector(call))
                        : call.blocking(reader::referenceVector).map(vector -> referenceVector(vector, key)));
    }

    private Answer nodeVector(Call call) {
        // The tag first: if the document moves on in between, the caller asks once more and misses nothing.
        String etag = log.etag();
        boolean isKnown = call.request().headers().getAll("If-None-Match").stream()
                .flatMap(header -> List.of(header.split(",", -1)).stream())
                .map(tag -> tag.trim().replaceFirst("^W/", ""))
                .anyMatch(tag -> tag.equals(etag) || tag.equals("*"));
        Answer answer = isKnown ? Answer.empty(304) : Answer.json(200, VectorCodec.write(log.document()));
        return answer.with("ETag", etag);
    }

    private Answer referenceVector(VersionVector whole, String caller) {
        SortedMap<Origin, Long> shown = new TreeMap<>();
        whole.entries().forEach((origin, top) -> {
            if (!references.leavesOut(caller, origin, top)) {
                shown.put(origin, top);
            }
        });
        // A hub reads the first two members only; what else there is helps people who look.
        VectorDocument self = log.document();
        VectorDocument document = new VectorDocument(
                self.replicaId(),
                VersionVector.of(shown),
                self.frontier(),
                self.boot(),
                self.mesh(),
                self.name(),
                self.floors(),
                self.features(),
                self.successions());
        return Answer.json(200, VectorCodec.write(document)).with("ETag", Telling.etagOf(document));
    }

    private Future<Answer> ops(Call call, SyncCaller caller) {
        QueryParams query = call.query(List.of("origin", "after", "limit", "loose"));
        Origin origin = origin(query);
        long after = query.whole("after", 0, 0);
        int limit = (int) Math.min(Limits.PAGE_OPS_MAX, query.whole("limit", Limits.PAGE_OPS_MAX, 1));
        boolean isLoose = query.flag("loose");
        if (caller.node() != null) {
            return call.blocking(() -> Answer.json(
                    200,
                    isLoose
                            ? pages.loose(origin, after, limit).json()
                            : pages.chained(origin, after, limit).json()));
        }
        if (isLoose) {
            throw Problems.invalid("loose", "loose is for nodes, which say so with " + SyncCaller.REPLICA)
                    .refused();
        }
        String key = call.callerKey();
        // The vector first: what arrives in between must not count as taken.
        return call.blocking(
                        () -> new Taken(reader.referenceVector().get(origin), pages.reference(origin, after, limit)))
                .map(taken -> {
                    if (taken.top() > after && taken.page().last() >= taken.top()) {
                        references.tookToEnd(key, origin, after, taken.top());
                    }
                    return Answer.json(200, taken.page().json());
                });
    }

    private record Taken(long top, OpPages.Page page) {}

    private Future<Answer> artifact(Call call, SyncCaller caller) {
        String id = call.query(List.of("id")).required("id");
        return call.blocking(() -> ArtifactRoutes.answer(reader.artifact(id)));
    }

    private Future<Answer> peers(Call call, SyncCaller caller) {
        call.query(List.of());
        return Future.succeededFuture(Answer.json(200, EstateJson.write(log.document(), ports)));
    }

    private Future<Answer> chain(Call call, SyncCaller caller) {
        QueryParams query = call.query(List.of("origin", "seq"));
        Origin origin = origin(query);
        query.required("seq");
        long seq = query.whole("seq", 0, 0);
        return call.blocking(() -> {
            Digest chain = reader.chainAt(origin, seq);
            if (chain == null) {
                throw Problems.notFound("unknown-chain-point", "no op of that origin stands at that seq here")
                        .refused();
            }
            return Answer.json(200, ChainCodec.write(origin, seq, chain));
        });
    }

    private static Origin origin(QueryParams query) {
        String name = query.required("origin");
        if (!Origin.isName(name)) {
            throw Problems.invalid("origin", "an origin is 1 to 128 characters of A-Z a-z 0-9 . _ : ~ -")
                    .refused();
        }
        return new Origin(name);
    }
}
