package io.meshlog.node.sync;

import io.meshlog.drive.Driver;
import io.meshlog.drive.Ticket;
import io.meshlog.drive.Worker;
import io.meshlog.hlc.PhysicalClock;
import io.meshlog.node.store.file.StoreException;
import io.meshlog.op.Artifact;
import io.meshlog.op.Draft;
import io.meshlog.replica.Answer;
import io.meshlog.replica.Effect;
import io.meshlog.replica.Input;
import io.meshlog.replica.OpLog;
import io.meshlog.replica.Outcome;
import io.meshlog.replica.Question;
import io.meshlog.replica.RecoveredState;
import io.meshlog.replica.Replica;
import io.meshlog.replica.RoundResult;
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
 * The thread around a {@link Worker}: it owns the replica and its log, hands over what other threads leave, and passes
 * on to whom it concerns what comes of it (spec §4). It decides nothing of what a step is or what belongs together.
 *
 * <p>Fail-stop: whatever goes wrong while a step is carried out, the replica is rebuilt from the log. Callers learn
 * that nothing was acknowledged; rounds with peers start over.
 *
 * <p>Public methods may be called from any thread; the rest is confined to the log's thread.
 */
public final class ReplicaDriver implements LogService, RoundPort, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ReplicaDriver.class);

    /** How many local requests may wait before more are turned away. */
    private static final int WAITING_MAX = 20_000;

    private static final long RETRY_MILLIS = 1_000;
    private static final long SIGNATURE_LINGERS_MILLIS = 2;

    /** How the driver makes a replica of what its log holds. */
    public interface ReplicaFactory {
        Replica recovered(RecoveredState state);
    }

    private final Worker worker;
    private final ReplicaFactory factory;
    private final KeyRing keys;
    private final Incidents incidents;
    private final Stamps stamps;
    private final PhysicalClock clock;
    private final Telling telling;
    private final PeerPort peers;

    private final BlockingQueue<Job> left = new LinkedBlockingQueue<>();
    private final AtomicBoolean closing = new AtomicBoolean();
    private final Thread thread = new Thread(this::run, "meshlog-log");
    private final Waiting waiting = new Waiting();

    private @Nullable StoreException lastFailure;
    private volatile @Nullable StoreException stalled = new StoreException(StoreException.Kind.CLOSED, "starting");

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
        this.worker = new Worker(log, new Outlets(), clock, tap);
    }

    /**
     * Recovers the replica and starts the log's thread. Where the log takes no commit, as on a full disk, what it holds
     * is told all the same, and {@link #stalled} says why from the first question on.
     *
     * @param renewal why it must take a new id before anything else, or null
     * @throws StoreException if the log cannot be read or the new id not be written
     */
    public void start(@Nullable String renewal) {
        worker.start(renewal);
        stalled = null;
        worker.retry();
        thread.start();
    }

    // ---- any thread

    @Override
    public CompletableFuture<Outcome> append(Draft draft, @Nullable String assertedBy) {
        return enqueue(new Job.Append(draft, assertedBy, new CompletableFuture<>()));
    }

    @Override
    public CompletableFuture<Outcome> batch(List<Artifact> artifacts, List<Draft> drafts, @Nullable String assertedBy) {
        return enqueue(new Job.Batch(artifacts, drafts, assertedBy, new CompletableFuture<>()));
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
    public int waiting() {
        return left.size();
    }

    @Override
    public @Nullable StoreException stalled() {
        return stalled;
    }

    @Override
    public void startRound(String peer) {
        left.add(new Job.StartRound(peer));
    }

    @Override
    public void heard(Ticket ticket, Answer answer) {
        left.add(new Job.Heard(ticket, answer));
    }

    /** Takes what is waiting, then stops. Later requests fail with {@code CLOSED}. */
    @Override
    public void close() {
        if (!closing.compareAndSet(false, true)) {
            return;
        }
        left.add(new Job.Stop());
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
        } else if (left.size() >= WAITING_MAX) {
            job.answer()
                    .completeExceptionally(new StoreException(
                            StoreException.Kind.BUSY, "more than " + WAITING_MAX + " requests are waiting"));
        } else {
            left.add(job);
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
                Job first = stalled == null ? left.take() : left.poll(RETRY_MILLIS, TimeUnit.MILLISECONDS);
                if (first != null) {
                    jobs.add(first);
                    addCompanyTo(first, jobs);
                    left.drainTo(jobs, Worker.SHARED_MAX - jobs.size());
                }
                stop = handle(jobs);
            } catch (InterruptedException e) {
                stop = true;
            } finally {
                jobs.clear();
            }
        }
        stalled = closed();
        for (Job job : left) {
            if (job instanceof Job.Local local) {
                local.answer().completeExceptionally(closed());
            }
        }
    }

    /** A signature can wait a moment for an append to share its transaction with: it would cost a sync of its own. */
    private void addCompanyTo(Job first, List<Job> jobs) throws InterruptedException {
        if (first instanceof Job.Signed && left.isEmpty()) {
            Job company = left.poll(SIGNATURE_LINGERS_MILLIS, TimeUnit.MILLISECONDS);
            if (company != null) {
                jobs.add(company);
            }
        }
    }

    /** @return whether to stop */
    private boolean handle(List<Job> jobs) {
        boolean stop = false;
        for (Job job : jobs) {
            stop |= job instanceof Job.Stop;
            job.handTo(worker, waiting, stamps);
        }
        lastFailure = null;
        if (stalled != null && !isMovingAgain()) {
            worker.abandon();
        } else {
            worker.work();
        }
        return stop;
    }

    /** Asked before anything else is taken: what commits nothing would succeed, and say nothing of the log. */
    private boolean isMovingAgain() {
        worker.retry();
        if (worker.isRecovered()) {
            stalled = null;
            LOG.info("log writer moves again");
        }
        return worker.isRecovered();
    }

    /** Where what comes of the work goes. Confined to the log's thread. */
    private final class Outlets implements Worker.Host {
        private KeyRing.@Nullable Renewal renewal;

        @Override
        public Replica recovered(RecoveredState state) {
            return factory.recovered(state);
        }

        @Override
        public void answered(long request, Outcome outcome) {
            waiting.answer(request, outcome);
        }

        @Override
        public void unanswered(long request) {
            RuntimeException reason = lastFailure;
            waiting.fail(request, reason != null ? reason : new IllegalStateException("a step gave no answer"));
        }

        @Override
        public boolean failed(RuntimeException failure) {
            StoreException reason = failure instanceof StoreException known
                    ? known
                    : new StoreException(StoreException.Kind.IO, "an internal fault: " + failure.getMessage(), failure);
            StoreException before = stalled;
            if (before == null || !String.valueOf(reason.getMessage()).equals(before.getMessage())) {
                if (reason == failure) {
                    LOG.error("log writer stalled reason=\"{}\"", reason.getMessage());
                } else {
                    LOG.error("log writer stalled by a fault of this program", failure);
                }
            }
            stalled = reason;
            lastFailure = reason;
            return true;
        }

        @Override
        public void ask(Ticket ticket, Question question) {
            peers.ask(ticket, question);
        }

        @Override
        public void taken(Ticket ticket, Answer answer) {
            peers.taken(ticket, answer);
        }

        @Override
        public void roundEnded(String peer, RoundResult result) {
            peers.roundEnded(peer, result);
        }

        @Override
        public void roundLost(String peer) {
            StoreException reason = stalled;
            peers.roundLost(peer, reason == null ? "the log's writer stalled" : String.valueOf(reason.getMessage()));
        }

        @Override
        public void sign(Effect.Sign effect) {
            keys.sign(effect, signature -> left.add(new Job.Signed(signature)));
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
        public void report(Effect.Report effect) {
            incidents.report(effect.peer(), effect.incident());
        }
    }
}
