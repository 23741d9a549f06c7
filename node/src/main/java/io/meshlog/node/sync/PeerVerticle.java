package io.meshlog.node.sync;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.meshlog.drive.Ticket;
import io.meshlog.hlc.PhysicalClock;
import io.meshlog.replica.Answer;
import io.meshlog.replica.Question;
import io.meshlog.replica.RoundResult;
import io.vertx.core.AbstractVerticle;
import io.vertx.core.Context;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Everything about one peer: when its rounds run, how they went, and the one connection to it. A peer that is
 * dead, slow or lying delays nobody but itself. Confined to its own context but for {@link #status}.
 */
final class PeerVerticle extends AbstractVerticle {
    private static final Logger LOG = LoggerFactory.getLogger(PeerVerticle.class);

    private final PeerConfig peer;
    private final RoundSchedule schedule;
    private final RoundPort replica;
    private final ScheduledExecutorService timer;
    private final PhysicalClock clock;
    private final Telling telling;
    private final CircuitBreaker breaker;

    private @Nullable PeerClient client;
    private @Nullable Context own;
    private volatile Estate.PeerStatus status;
    private volatile boolean stopped;
    private boolean running;
    private long timerId = -1;
    private long rounds;
    /** Waits for the round that runs now. */
    private final List<CompletableFuture<Estate.PeerStatus>> waiting = new ArrayList<>();
    /** Asked while a round was running: waits for the next. */
    private final List<CompletableFuture<Estate.PeerStatus>> waitingNext = new ArrayList<>();

    PeerVerticle(
            PeerConfig peer,
            Duration interval,
            RoundPort replica,
            ScheduledExecutorService timer,
            PhysicalClock clock,
            Telling telling) {
        this.peer = peer;
        this.schedule = new RoundSchedule(
                interval.toMillis(), () -> ThreadLocalRandom.current().nextDouble());
        this.replica = replica;
        this.timer = timer;
        this.clock = clock;
        this.telling = telling;
        this.breaker = CircuitBreaker.of(
                peer.name(),
                CircuitBreakerConfig.custom()
                        .slidingWindowSize(5)
                        .minimumNumberOfCalls(5)
                        .failureRateThreshold(100)
                        .waitDurationInOpenState(interval.multipliedBy(2))
                        .permittedNumberOfCallsInHalfOpenState(1)
                        .build());
        this.status = new Estate.PeerStatus(
                peer.name(), peer.url().toString(), null, null, false, 0, 0, null, null, "closed", 0, 0, 0);
    }

    @Override
    public void start() {
        own = context;
        client = new PeerClient(vertx, peer, timer, clock, telling, PeerClient.Patience.DEFAULT);
        schedule(0);
    }

    @Override
    public void stop() {
        stopped = true;
        if (client != null) {
            client.close();
        }
        waiting.addAll(waitingNext);
        waiting.forEach(w -> w.complete(status));
    }

    // ---- any thread

    PeerConfig peer() {
        return peer;
    }

    Estate.PeerStatus status() {
        return status;
    }

    /** Runs a whole round from now on, whatever back-off and breaker say. */
    CompletableFuture<Estate.PeerStatus> sync() {
        CompletableFuture<Estate.PeerStatus> done = new CompletableFuture<>();
        onContext(() -> {
            if (running) {
                waitingNext.add(done);
            } else {
                waiting.add(done);
                begin();
            }
        });
        return done;
    }

    void heard() {
        onContext(() -> {
            if (schedule.heard() && !running) {
                schedule(0);
            }
        });
    }

    void ask(Ticket ticket, Question question) {
        onContext(() -> {
            PeerClient asking = client;
            if (asking != null) {
                asking.ask(question).thenAccept(answer -> replica.heard(ticket, answer));
            }
        });
    }

    void taken(Answer answer) {
        onContext(() -> {
            PeerClient asking = client;
            if (asking != null) {
                asking.taken(answer);
            }
        });
    }

    void ended(RoundResult result) {
        onContext(() -> ended(result, result.failure()));
    }

    void lost(String reason) {
        onContext(() -> ended(null, "this node's own log stopped the round: " + reason));
    }

    /** A round may be running when the node stops: what comes of it then concerns nobody. */
    private void onContext(Runnable work) {
        Context context = own;
        if (context == null || stopped) {
            return;
        }
        try {
            context.runOnContext(v -> {
                if (!stopped) {
                    work.run();
                }
            });
        } catch (RejectedExecutionException e) {
            LOG.debug("stopping: nothing more is done with peer {}", peer.name());
        }
    }

    // ---- the verticle's context

    private void schedule(long millis) {
        vertx.cancelTimer(timerId);
        timerId = vertx.setTimer(Math.max(1, millis), id -> due());
    }

    private void due() {
        if (running) {
            return;
        }
        if (breaker.tryAcquirePermission()) {
            begin();
        } else {
            schedule(schedule.afterFailure());
        }
    }

    private void begin() {
        running = true;
        rounds++;
        replica.startRound(peer.name());
    }

    private void ended(@Nullable RoundResult result, @Nullable String failure) {
        running = false;
        boolean reached = failure == null;
        if (reached) {
            breaker.onSuccess(0, TimeUnit.NANOSECONDS);
        } else {
            breaker.onError(0, TimeUnit.NANOSECONDS, new IllegalStateException(failure));
        }
        boolean success = result != null && result.succeeded();
        boolean took = result != null && result.applied() > 0;
        long next = success ? schedule.afterSuccess(took) : schedule.afterFailure();
        note(result, failure, success, next);
        List<CompletableFuture<Estate.PeerStatus>> done = List.copyOf(waiting);
        waiting.clear();
        done.forEach(w -> w.complete(status));
        if (!waitingNext.isEmpty()) {
            waiting.addAll(waitingNext);
            waitingNext.clear();
            begin();
        } else {
            schedule(next);
        }
    }

    private void note(@Nullable RoundResult result, @Nullable String failure, boolean success, long nextMillis) {
        Estate.PeerStatus before = status;
        String error = failure != null
                ? failure
                : result != null && !result.refusals().isEmpty()
                        ? result.refusals().get(0)
                        : null;
        if (error != null && !error.equals(before.lastError())) {
            LOG.warn("round failed peer={} reason=\"{}\"", peer.name(), error);
        } else if (success && (before.lastError() != null || before.lastRound() == null)) {
            LOG.info("peer reached peer={} replica={}", peer.name(), result == null ? "" : result.peerReplica());
        }
        PeerClient asking = client;
        long now = clock.millis();
        status = new Estate.PeerStatus(
                peer.name(),
                peer.url().toString(),
                result != null && result.peerReplica() != null ? result.peerReplica() : before.replicaId(),
                result != null ? result : before.lastRound(),
                failure == null,
                success ? now : before.lastSuccessMillis(),
                error != null ? now : before.lastErrorMillis(),
                error,
                asking == null ? null : asking.skewMillis(),
                breaker.getState().name().toLowerCase(Locale.ROOT).replace('_', '-'),
                rounds,
                asking == null ? 0 : asking.bytesIn(),
                nextMillis);
    }
}
