package io.meshlog.node.sync;

import io.meshlog.drive.Driver;
import io.meshlog.hlc.PhysicalClock;
import io.meshlog.node.store.StoreException;
import io.meshlog.op.Artifact;
import io.meshlog.op.Draft;
import io.meshlog.replica.Effect;
import io.meshlog.replica.Incident;
import io.meshlog.replica.Input;
import io.meshlog.replica.OpLog;
import io.meshlog.replica.Outcome;
import io.meshlog.replica.RecoveredState;
import io.meshlog.replica.Replica;
import io.meshlog.replica.Served;
import io.meshlog.replica.VectorDocument;
import io.meshlog.wire.ArtifactDraftCodec;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread around a {@link Driver}: it owns the replica and its log, takes what is waiting, and hands effects to
 * whom they concern (spec §4). Everything local that waits shares one transaction.
 *
 * <p>Fail-stop: whatever goes wrong while a step is carried out, the replica is rebuilt from the log. Callers learn
 * that nothing was acknowledged; rounds with peers start over.
 *
 * <p>Public methods may be called from any thread; the rest is confined to the log's thread.
 */
public final class ReplicaDriver implements LogService, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ReplicaDriver.class);

    /** How many local requests may wait before more are turned away. */
    private static final int WAITING_MAX = 20_000;

    private static final int BATCH_MAX = 1_000;
    private static final long RETRY_MILLIS = 1_000;
    private static final long SIGNATURE_LINGERS_MILLIS = 2;

    /** Where a step's dealings with peers go. Called on the log's thread; must not block. */
    public interface PeerPort {
        void carryOut(Effect.Ask ask);

        void carryOut(Effect.RoundEnded ended);

        /** The replica was rebuilt: no round that was running will end. */
        void roundsLost(String reason);
    }

    /** How the driver makes a replica of what its log holds. */
    public interface ReplicaFactory {
        Replica recovered(RecoveredState state);
    }

    private final Driver driver;
    private final ReplicaFactory factory;
    private final KeyRing keys;
    private final Incidents incidents;
    private final Stamps stamps;
    private final PhysicalClock clock;
    private final Telling telling;
    private final PeerPort peers;

    private final BlockingQueue<Job> inbox = new LinkedBlockingQueue<>();
    private final AtomicBoolean closing = new AtomicBoolean();
    private final Thread thread = new Thread(this::run, "meshlog-log");
    private final Waiting waiting = new Waiting();

    private @Nullable RuntimeException lastFailure;
    private volatile @Nullable String stalled = "starting";

    public ReplicaDriver(
            OpLog log,
            ReplicaFactory factory,
            KeyRing keys,
            Incidents incidents,
            Stamps stamps,
            PhysicalClock clock,
            Telling telling,
            PeerPort peers,
            Driver.Tap tap) {
        this.factory = factory;
        this.keys = keys;
        this.incidents = incidents;
        this.stamps = stamps;
        this.clock = clock;
        this.telling = telling;
        this.peers = peers;
        this.driver = new Driver(log, new Outlets(), tap);
    }

    /**
     * Recovers the replica and starts the log's thread.
     *
     * @param renewal why it must take a new id before anything else, or null
     * @throws StoreException if the log cannot be read or the new id not be written
     */
    public void start(@Nullable String renewal) {
        driver.recover();
        if (renewal != null) {
            driver.take(new Input.Renew(renewal));
        }
        stalled = null;
        thread.start();
    }

    // ---- any thread

    @Override
    public CompletableFuture<Outcome> append(Draft draft, @Nullable String assertedBy) {
        return enqueue(new Job.Append(draft, assertedBy, new CompletableFuture<>()));
    }

    @Override
    public CompletableFuture<Outcome> put(Artifact artifact) {
        return enqueue(new Job.Put(artifact, new CompletableFuture<>()));
    }

    @Override
    public ArtifactDraftCodec.Stamp artifactStamp() {
        return new ArtifactDraftCodec.Stamp(
                stamps.artifactId(clock.millis()),
                stamps.createdAt(clock.millis()),
                telling.served().self());
    }

    @Override
    public VectorDocument document() {
        return telling.document();
    }

    @Override
    public CompletableFuture<Void> proved() {
        return telling.proved();
    }

    @Override
    public String etag() {
        return telling.etag();
    }

    @Override
    public long tipSeq() {
        return telling.served().tipSeq();
    }

    @Override
    public @Nullable String stalled() {
        return stalled;
    }

    /** Something happened to the replica that nobody waits for an answer to. */
    public void submit(Input input) {
        inbox.add(new Job.Happened(input));
    }

    /** Takes what is waiting, then stops. Later requests fail with {@code CLOSED}. */
    @Override
    public void close() {
        if (!closing.compareAndSet(false, true)) {
            return;
        }
        inbox.add(new Job.Stop());
        try {
            if (thread.getState() != Thread.State.NEW) {
                thread.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private CompletableFuture<Outcome> enqueue(Job.Local job) {
        if (closing.get()) {
            job.answer().completeExceptionally(closed());
        } else if (inbox.size() >= WAITING_MAX) {
            job.answer()
                    .completeExceptionally(new StoreException(
                            StoreException.Kind.BUSY, "more than " + WAITING_MAX + " requests are waiting"));
        } else {
            inbox.add(job);
        }
        return job.answer();
    }

    private static StoreException closed() {
        return new StoreException(StoreException.Kind.CLOSED, "this node is stopping");
    }

    // ---- the log's thread

    private void run() {
        boolean stop = false;
        List<Job> jobs = new ArrayList<>();
        while (!stop) {
            try {
                Job first = stalled == null ? inbox.take() : inbox.poll(RETRY_MILLIS, TimeUnit.MILLISECONDS);
                if (first != null) {
                    jobs.add(first);
                    addCompanyTo(first, jobs);
                    inbox.drainTo(jobs, BATCH_MAX - jobs.size());
                }
                stop = handle(jobs);
            } catch (InterruptedException e) {
                stop = true;
            } finally {
                jobs.clear();
            }
        }
        stalled = "this node is stopping";
        for (Job job : inbox) {
            if (job instanceof Job.Local local) {
                local.answer().completeExceptionally(closed());
            }
        }
    }

    /** A signature can wait a moment for an append to share its transaction with: it would cost a sync of its own. */
    private void addCompanyTo(Job first, List<Job> jobs) throws InterruptedException {
        if (first instanceof Job.Happened happened && happened.input() instanceof Input.Signed && inbox.isEmpty()) {
            Job company = inbox.poll(SIGNATURE_LINGERS_MILLIS, TimeUnit.MILLISECONDS);
            if (company != null) {
                jobs.add(company);
            }
        }
    }

    /** @return whether to stop */
    private boolean handle(List<Job> jobs) {
        LocalBatch batch = new LocalBatch();
        boolean stop = false;
        for (Job job : jobs) {
            if (job instanceof Job.Stop) {
                stop = true;
            } else if (job instanceof Job.Local local) {
                batch.add(local);
            } else if (job instanceof Job.Happened happened && happened.input() instanceof Input.Signed signed) {
                batch.add(signed);
            } else if (job instanceof Job.Happened happened) {
                guarded(batch);
                batch = new LocalBatch();
                guarded(() -> driver.take(happened.input()));
            }
        }
        guarded(batch);
        if (stalled != null && jobs.isEmpty()) {
            guarded(driver::probe);
        }
        return stop;
    }

    private void guarded(LocalBatch batch) {
        if (!batch.isEmpty()) {
            guarded(() -> take(batch));
            // Whatever no durable step answered was not acknowledged; where all went well that is nothing.
            RuntimeException reason = lastFailure;
            batch.fail(reason != null ? reason : new IllegalStateException("a step gave no answer"));
        }
    }

    private void guarded(Runnable work) {
        try {
            if (!driver.isRecovered()) {
                driver.recover();
            }
            lastFailure = null;
            work.run();
            stalled = null;
        } catch (RuntimeException e) {
            lost(e);
        }
    }

    private void lost(RuntimeException e) {
        boolean known = e instanceof StoreException;
        String reason = String.valueOf(e.getMessage());
        if (!reason.equals(stalled)) {
            if (known) {
                LOG.error("log writer stalled reason=\"{}\"", reason);
            } else {
                LOG.error("log writer stalled by a fault of this program", e);
            }
        }
        stalled = reason;
        driver.drop();
        lastFailure = known ? e : new StoreException(StoreException.Kind.IO, "an internal fault; see the log", e);
        waiting.fail(lastFailure);
        peers.roundsLost(reason);
    }

    private void take(LocalBatch batch) {
        String renewing = driver.replica().renewing();
        if (renewing != null) {
            throw new StoreException(StoreException.Kind.IO, "a new identity is due first: " + renewing);
        }
        driver.takeTogether(batch.inputs(waiting, stamps, clock.millis()));
    }

    /** Where a step's effects go. Confined to the log's thread. */
    private final class Outlets implements Driver.Host {
        private KeyRing.@Nullable Renewal renewal;

        @Override
        public Replica recovered(RecoveredState state) {
            return factory.recovered(state);
        }

        @Override
        public void answered(Effect.Answered effect) {
            waiting.answer(effect.request(), effect.outcome());
        }

        @Override
        public void ask(Effect.Ask effect) {
            peers.carryOut(effect);
        }

        @Override
        public void sign(Effect.Sign effect) {
            keys.sign(effect, ReplicaDriver.this::submit);
        }

        @Override
        public Input.Renewed renew(Effect.RenewIdentity effect) {
            KeyRing.Renewal prepared = keys.renew(effect);
            renewal = prepared;
            return prepared.input();
        }

        @Override
        public void renewed() {
            KeyRing.Renewal prepared = renewal;
            if (prepared == null) {
                throw new IllegalStateException("no new identity was prepared");
            }
            renewal = null;
            keys.complete(prepared);
        }

        @Override
        public void publish(Served served) {
            telling.publish(served);
        }

        @Override
        public void report(Incident incident) {
            incidents.report(incident);
        }

        @Override
        public void roundEnded(Effect.RoundEnded effect) {
            peers.carryOut(effect);
        }
    }
}
