package io.meshlog.node.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.meshlog.drive.Driver;
import io.meshlog.hlc.DriftBounds;
import io.meshlog.node.api.http.Answer;
import io.meshlog.node.api.http.ApiConfig;
import io.meshlog.node.api.http.ApiPorts;
import io.meshlog.node.api.sync.SyncCaller;
import io.meshlog.node.home.DataDirectory;
import io.meshlog.node.metrics.MeteredLog;
import io.meshlog.node.metrics.Meters;
import io.meshlog.node.metrics.NodeMeters;
import io.meshlog.node.metrics.PeerMeters;
import io.meshlog.node.store.SqliteStore;
import io.meshlog.node.store.file.StoreSettings;
import io.meshlog.node.sync.Incidents;
import io.meshlog.node.sync.KeyRing;
import io.meshlog.node.sync.LogService;
import io.meshlog.node.sync.ReplicaDriver;
import io.meshlog.node.sync.Stamps;
import io.meshlog.node.sync.Telling;
import io.meshlog.op.Limits;
import io.meshlog.replica.Replica;
import io.meshlog.replica.ReplicaConfig;
import io.meshlog.sign.Ed25519Key;
import io.meshlog.sign.Ed25519Verifier;
import io.meshlog.sign.SuccessionPoint;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A whole node but for its peers: HTTP on loopback over a real log. What is asked of it blocks. */
public final class RunningApi implements AutoCloseable {
    public static final ObjectMapper JSON = new ObjectMapper();

    public final FakeEstate estate = new FakeEstate();
    public final ScriptedReference reference = new ScriptedReference();
    public final FaultyLog log;
    final ReplicaDriver driver;
    public final SqliteStore store;
    public final int port;
    public volatile long freeBytes = 1L << 40;

    private final Ed25519Key key = Ed25519Key.generate(new SecureRandom());
    private final DataDirectory home;
    private final KeyRing keys;
    private final Meters meters = new Meters();
    private final Vertx vertx = Vertx.vertx();
    private final ApiServer server;
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private RunningApi(Path directory, @Nullable String mesh, UnaryOperator<ApiConfig> changes) {
        SecureRandom random = new SecureRandom();
        home = DataDirectory.open(directory);
        store = SqliteStore.open(
                home.path(),
                () -> new SqliteStore.FirstIdentity(key.origin(), 1L),
                StoreSettings.DEFAULT,
                System::currentTimeMillis);
        keys = new KeyRing(home.identity("test"), key, inode -> {}, random, System::currentTimeMillis, false);
        Telling telling = new Telling("boot", mesh, "desk");
        ReplicaConfig replica = new ReplicaConfig("boot", mesh, DriftBounds.DEFAULT, Limits.PAGE_OPS_MAX);
        Incidents incidents = new Incidents(System::currentTimeMillis);
        driver = new ReplicaDriver(
                new MeteredLog(store.opLog(), System::currentTimeMillis, meters),
                state -> new Replica(replica, new Ed25519Verifier(), SuccessionPoint::verifies, state),
                keys,
                incidents,
                new Stamps(random),
                System::currentTimeMillis,
                telling,
                reference,
                Driver.Tap.NONE);
        log = new FaultyLog(driver);
        reference.answersTo(driver);
        driver.start(null);
        ApiPorts ports = new ApiPorts(
                log,
                estate,
                incidents,
                store.reader(),
                id -> id.equals(self()),
                () -> freeBytes,
                store::walBytes,
                System::currentTimeMillis,
                bound(incidents),
                "test");
        server = new ApiServer(vertx, changes.apply(ApiConfig.loopback(0)), ports);
        port = await(server.start());
    }

    private Meters bound(Incidents incidents) {
        NodeMeters.bind(meters, log, store.reader(), incidents, store::walBytes, () -> freeBytes);
        PeerMeters.bind(meters, estate);
        return meters;
    }

    public static RunningApi start(Path directory) {
        return new RunningApi(directory, null, config -> config);
    }

    public static RunningApi start(Path directory, UnaryOperator<ApiConfig> changes) {
        return new RunningApi(directory, null, changes);
    }

    public static RunningApi ofMesh(Path directory, String mesh) {
        return new RunningApi(directory, mesh, config -> config);
    }

    public String self() {
        return key.origin().name();
    }

    /** How many callers wait. */
    public int followers() {
        return server.followers();
    }

    LogService driver() {
        return driver;
    }

    /** What came back. */
    public record Reply(int status, Map<String, List<String>> headers, byte[] body) {
        public JsonNode json() {
            try {
                return JSON.readTree(body);
            } catch (IOException e) {
                throw new UncheckedIOException(text(), e);
            }
        }

        public String text() {
            return new String(body, StandardCharsets.UTF_8);
        }

        public @Nullable String header(String name) {
            List<String> values = headers.get(name.toLowerCase(java.util.Locale.ROOT));
            return values == null ? null : values.get(0);
        }
    }

    public Reply get(String path, String... headers) {
        return send("GET", path, HttpRequest.BodyPublishers.noBody(), headers);
    }

    public Reply post(String path, String json, String... headers) {
        return send(
                "POST", path, HttpRequest.BodyPublishers.ofString(json), with(headers, "Content-Type", Answer.JSON));
    }

    public Reply postRaw(String path, byte[] body, String... headers) {
        return send("POST", path, HttpRequest.BodyPublishers.ofByteArray(body), headers);
    }

    public Reply send(String method, String path, HttpRequest.BodyPublisher body, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .method(method, body);
        if (headers.length > 0) {
            request.headers(headers);
        }
        try {
            HttpResponse<byte[]> response = client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
            return new Reply(response.statusCode(), response.headers().map(), response.body());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Asks and does not wait for the answer. */
    public CompletableFuture<Reply> getLater(String path) {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .build();
        return client.sendAsync(request, HttpResponse.BodyHandlers.ofByteArray())
                .thenApply(response ->
                        new Reply(response.statusCode(), response.headers().map(), response.body()));
    }

    private static String[] with(String[] headers, String... more) {
        String[] all = Arrays.copyOf(headers, headers.length + more.length);
        System.arraycopy(more, 0, all, headers.length, more.length);
        return all;
    }

    /** Appends and gives the event's id. @param fields JSON members beside type, stream, room and from_agent */
    public String append(String fields) {
        String rest = fields.isEmpty() ? "" : "," + fields;
        Reply reply = post(
                "/logstream/events",
                "{\"type\":\"note\",\"stream\":\"s\",\"room\":\"r\",\"from_agent\":\"a@x\"" + rest + "}");
        if (reply.status() != 201) {
            throw new AssertionError(reply.status() + " " + reply.text());
        }
        return reply.json().at("/event/id").asText();
    }

    /** The head that nodes are told: appends are signed a moment later. */
    public long signedSeq() {
        return get("/sync/version_vector", SyncCaller.REPLICA, "rep_caller")
                .json()
                .at("/version_vector/" + self())
                .asLong();
    }

    private static <T> T await(io.vertx.core.Future<T> future) {
        try {
            return future.toCompletionStage().toCompletableFuture().get(20, TimeUnit.SECONDS);
        } catch (java.util.concurrent.ExecutionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e.getCause());
        } catch (InterruptedException | java.util.concurrent.TimeoutException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        await(server.close());
        await(vertx.close());
        driver.close();
        keys.close();
        store.close();
        home.close();
    }
}
