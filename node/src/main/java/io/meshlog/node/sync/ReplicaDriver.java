package io.meshlog.node.sync;

import io.meshlog.hlc.PhysicalClock;
import io.meshlog.node.store.StoreException;
import io.meshlog.op.Artifact;
import io.meshlog.op.Draft;
import io.meshlog.replica.Commit;
import io.meshlog.replica.Effect;
import io.meshlog.replica.Facts;
import io.meshlog.replica.Input;
import io.meshlog.replica.Needs;
import io.meshlog.replica.OpLog;
import io.meshlog.replica.Outcome;
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
 * Drives the replica: one thread owns it and its log, takes what is waiting, makes each step's commit durable
 * and only then carries out what depends on it (spec §4). Everything local that waits shares one transaction.
 *
 * <p>Fail-stop: whatever goes wrong while a step is made durable, the replica in memory is dropped and rebuilt
 * from the log. Callers learn that nothing was acknowledged; rounds with peers start over.
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
        Replica recovered(io.meshlog.replica.RecoveredState state);
    }

    private final OpLog log;
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

    private @Nullable Replica replica;
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
            PeerPort peers) {
        this.log = log;
        this.factory = factory;
        this.keys = keys;
        this.incidents = incidents;
        this.stamps = stamps;
        this.clock = clock;
        this.telling = telling;
        this.peers = peers;
    }

    /**
     * Recovers the replica and starts the log's thread.
     *
     * @param renewal why it must take a new id before anything else, or null
     * @throws StoreException if the log cannot be read or the new id not be written
     */
    public void start(@Nullable String renewal) {
        recover();
        if (renewal != null) {
            take(new Input.Renew(renewal));
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
                guarded(() -> take(happened.input()));
            }
        }
        guarded(batch);
        if (stalled != null && jobs.isEmpty()) {
            guarded(this::probe);
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
            if (replica == null) {
                recover();
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
        replica = null;
        lastFailure = known ? e : new StoreException(StoreException.Kind.IO, "an internal fault; see the log", e);
        waiting.fail(lastFailure);
        peers.roundsLost(reason);
    }

    private void recover() {
        Replica recovered = factory.recovered(log.recover());
        replica = recovered;
        telling.publish(recovered.served());
        carryOut(recovered.recovered());
    }

    /** An empty commit: whether the log takes one again. */
    private void probe() {
        Served served = telling.served();
        log.commit(List.of(Commit.nothing(served.tipSeq() + 1)));
    }

    private void take(Input input) {
        Replica r = required();
        Needs needs = r.needs(input);
        Facts facts = needs.equals(Needs.NOTHING) ? Facts.NONE : log.facts(needs);
        carryOut(r.step(input, facts));
    }

    private void take(LocalBatch batch) {
        Replica r = required();
        if (r.renewing() != null) {
            throw new StoreException(StoreException.Kind.IO, "a new identity is due first: " + r.renewing());
        }
        List<Effect> effects = new ArrayList<>();
        for (Input input : batch.inputs(waiting, stamps, clock.millis())) {
            Needs needs = r.needs(input);
            Facts facts = needs.equals(Needs.NOTHING) ? Facts.NONE : log.facts(needs);
            effects.addAll(r.step(input, facts));
        }
        carryOut(effects);
    }

    private Replica required() {
        Replica r = replica;
        if (r == null) {
            throw new IllegalStateException("no replica");
        }
        return r;
    }

    /** Every commit first, as one transaction; then the rest, in order. */
    private void carryOut(List<Effect> effects) {
        List<Commit> commits = new ArrayList<>();
        for (Effect effect : effects) {
            if (effect instanceof Commit commit) {
                commits.add(commit);
            }
        }
        if (!commits.isEmpty()) {
            log.commit(commits);
        }
        Aftermath aftermath = new Aftermath();
        for (Effect effect : effects) {
            effect.dispatchTo(aftermath);
        }
    }

    /** What follows a durable commit. */
    private final class Aftermath implements Effect.Handler<Void> {
        @Override
        public Void commit(Commit effect) {
            return nothing();
        }

        @Override
        public Void answered(Effect.Answered effect) {
            waiting.answer(effect.request(), effect.outcome());
            return nothing();
        }

        @Override
        public Void ask(Effect.Ask effect) {
            peers.carryOut(effect);
            return nothing();
        }

        @Override
        public Void sign(Effect.Sign effect) {
            keys.sign(effect, ReplicaDriver.this::submit);
            return nothing();
        }

        @Override
        public Void renewIdentity(Effect.RenewIdentity effect) {
            KeyRing.Renewal renewal = keys.renew(effect);
            take(renewal.input());
            keys.complete(renewal);
            return nothing();
        }

        @Override
        public Void publish(Effect.Publish effect) {
            telling.publish(effect.served());
            return nothing();
        }

        @Override
        public Void report(Effect.Report effect) {
            incidents.report(effect.incident());
            return nothing();
        }

        @Override
        public Void roundEnded(Effect.RoundEnded effect) {
            peers.carryOut(effect);
            return nothing();
        }

        @SuppressWarnings("NullAway") // Void has no value.
        private Void nothing() {
            return null;
        }
    }
}
