package io.meshlog.node;

import io.meshlog.drive.Driver;
import io.meshlog.hlc.DriftBounds;
import io.meshlog.hlc.PhysicalClock;
import io.meshlog.node.api.ApiServer;
import io.meshlog.node.api.http.ApiPorts;
import io.meshlog.node.cli.Version;
import io.meshlog.node.home.DataDirectory;
import io.meshlog.node.home.IdentityStore;
import io.meshlog.node.home.RenewalReason;
import io.meshlog.node.metrics.MeteredLog;
import io.meshlog.node.metrics.Meters;
import io.meshlog.node.metrics.NodeMeters;
import io.meshlog.node.metrics.PeerMeters;
import io.meshlog.node.store.SqliteStore;
import io.meshlog.node.store.file.StoreSettings;
import io.meshlog.node.sync.Incidents;
import io.meshlog.node.sync.KeyRing;
import io.meshlog.node.sync.OwnIds;
import io.meshlog.node.sync.Peers;
import io.meshlog.node.sync.ReplicaDriver;
import io.meshlog.node.sync.Stamps;
import io.meshlog.node.sync.Telling;
import io.meshlog.op.Limits;
import io.meshlog.replica.Replica;
import io.meshlog.replica.ReplicaConfig;
import io.meshlog.sign.Ed25519Verifier;
import io.meshlog.sign.SuccessionPoint;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HexFormat;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One running node: the only place where its parts are wired together. Opened and closed by one thread; what was
 * opened is closed in reverse order, also when opening fails half way.
 */
public final class Node implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Node.class);
    private static final long STEP_SECONDS_MAX = 30;

    private final NodeConfig config;
    private final Deque<Part> opened = new ArrayDeque<>();
    private final SecureRandom random = new SecureRandom();
    private final PhysicalClock clock = System::currentTimeMillis;

    private Started started = new Started("", 0, false);

    /** What became of the start. @param replica the id that it writes under @param isNew whether it made its database */
    public record Started(String replica, int port, boolean isNew) {}

    /** One part to close. */
    private interface Part {
        void close() throws Exception;
    }

    private Node(NodeConfig config) {
        this.config = config;
    }

    /**
     * Opens the data directory and answers.
     *
     * @throws io.meshlog.node.home.UnfitDirectory if the data directory cannot be used
     * @throws io.meshlog.node.store.file.StoreException if the database cannot be used
     * @throws NodeException if it cannot listen, or may not, as on an open address without a token
     */
    public static Node start(NodeConfig config) {
        return start(config, Driver.Tap.NONE);
    }

    /** @param tap sees what the replica is made of and takes, on the thread that drives it */
    static Node start(NodeConfig config, Driver.Tap tap) {
        Node node = new Node(config);
        try {
            node.open(tap);
            return node;
        } catch (RuntimeException e) {
            node.close();
            throw e;
        }
    }

    public Started started() {
        return started;
    }

    private void open(Driver.Tap tap) {
        // Before anything is made: a node that may not listen leaves no trace.
        try {
            config.api().requireSafe();
        } catch (IllegalArgumentException e) {
            throw new NodeException(String.valueOf(e.getMessage()), e);
        }
        DataDirectory home = DataDirectory.open(config.data());
        opened.push(home::close);
        home.warnings().forEach(warning -> LOG.warn("data directory warning=\"{}\"", warning));
        String program = "meshlog " + new Version().program();
        IdentityStore files = home.identity(program);
        Identity identity = Identity.open(home, files, StoreSettings.DEFAULT, random, clock);
        SqliteStore store = identity.store();
        opened.push(store::close);

        RenewalReason renewal = identity.renewal();
        KeyRing keys = new KeyRing(
                files,
                identity.key(),
                store.opLog()::keyOfNextIdentity,
                random,
                clock,
                renewal == RenewalReason.CLOCK_AHEAD);
        opened.push(keys::close);
        String boot = boot();
        Telling telling = new Telling(boot, config.mesh(), config.name());
        Peers peers = new Peers();
        opened.push(peers::close);
        ReplicaConfig replica = new ReplicaConfig(boot, config.mesh(), DriftBounds.DEFAULT, Limits.PAGE_OPS_MAX);
        Incidents incidents = new Incidents(clock);
        Meters meters = new Meters();
        opened.push(meters::close);
        ReplicaDriver driver = new ReplicaDriver(
                new MeteredLog(store.opLog(), clock, meters),
                state -> new Replica(replica, new Ed25519Verifier(), SuccessionPoint::verifies, state),
                keys,
                incidents,
                new Stamps(random),
                clock,
                telling,
                peers,
                tap);
        opened.push(driver::close);
        OwnIds ownIds = new OwnIds(store.identity(), telling);
        driver.start(renewal == null ? null : renewal.text());

        // The built-in resolver would ask a public server where no resolver file is; the JDK's does not.
        System.setProperty("vertx.disableDnsResolver", "true");
        Vertx vertx = Vertx.vertx();
        opened.push(() -> await(vertx.close(), "close"));
        LongSupplier freeBytes = () -> freeBytes(home.path());
        NodeMeters.bind(meters, driver, store.reader(), incidents, store::walBytes, freeBytes);
        ApiPorts ports = new ApiPorts(
                driver, peers, incidents, store.reader(), ownIds, freeBytes, store::walBytes, clock, meters, program);
        ApiServer server = new ApiServer(vertx, config.api(), ports);
        int port = await(server.start(), "listen on " + config.api().host());
        // Before the workers that answer: else what is asked meanwhile would find none.
        opened.push(() -> await(server.close(), "stop listening"));
        home.lock().listening(config.api().host() + ":" + port);
        started = new Started(telling.served().self().name(), port, store.isNew());
        await(
                peers.deploy(vertx, config.peers(), config.syncInterval(), driver, clock, telling),
                "start the rounds with peers");
        PeerMeters.bind(meters, peers);
    }

    /** Stops answering, lets what was accepted become durable, and lets go of the data directory. */
    @Override
    public void close() {
        while (!opened.isEmpty()) {
            try {
                opened.pop().close();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (Exception e) {
                LOG.warn("closing failed reason=\"{}\"", e.toString());
            }
        }
    }

    private String boot() {
        byte[] nonce = new byte[16];
        random.nextBytes(nonce);
        return HexFormat.of().formatHex(nonce);
    }

    private static long freeBytes(Path directory) {
        try {
            return Files.getFileStore(directory).getUsableSpace();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static <T> T await(Future<T> future, String doing) {
        try {
            return future.toCompletionStage().toCompletableFuture().get(STEP_SECONDS_MAX, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new NodeException("could not " + doing + ": interrupted", e);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            String line = cause instanceof IllegalArgumentException
                    ? String.valueOf(cause.getMessage())
                    : "could not " + doing + ": " + cause.getMessage();
            throw new NodeException(line, cause);
        } catch (TimeoutException e) {
            throw new NodeException("could not " + doing + " within " + STEP_SECONDS_MAX + " s", e);
        }
    }
}
