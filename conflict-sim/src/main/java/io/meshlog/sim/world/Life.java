package io.meshlog.sim.world;

import io.meshlog.drive.Driver;
import io.meshlog.drive.Ticket;
import io.meshlog.drive.Worker;
import io.meshlog.hlc.DriftBounds;
import io.meshlog.replica.Answer;
import io.meshlog.replica.Effect;
import io.meshlog.replica.Facts;
import io.meshlog.replica.Input;
import io.meshlog.replica.Outcome;
import io.meshlog.replica.Question;
import io.meshlog.replica.RecoveredState;
import io.meshlog.replica.Replica;
import io.meshlog.replica.ReplicaConfig;
import io.meshlog.replica.RoundResult;
import io.meshlog.replica.Served;
import io.meshlog.replica.VectorDocument;
import io.meshlog.sim.fault.FaultKind;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One process of a replica from its start to its end: the core, driven by the same {@link Worker} as in the program, and
 * everything that goes with the process. Confined to its run.
 */
final class Life implements Worker.Host {
    /** Far more than a round of any run has to ask. */
    private static final int QUESTIONS_MAX = 20_000;

    private static final long RETRY_MILLIS = 1_000;

    private final World world;
    private final SimReplica replica;
    private final int boot;
    private final Worker worker;
    private final SortedMap<String, Dealing> dealings = new TreeMap<>();

    private @Nullable Crash crash;
    private @Nullable VectorDocument told;
    private @Nullable Served served;
    private boolean isWorkDue;
    private long busyUntil;

    /** @param boot tells it from others of this replica */
    Life(World world, SimReplica replica, int boot) {
        this.world = world;
        this.replica = replica;
        this.boot = boot;
        this.worker = new Worker(replica.disk(), this, replica::physical, noting(world.tap(replica.name())));
    }

    /**
     * @param renewal why it must take a new id first, or null
     * @return when the process starts again because it could not, in milliseconds from now, or -1 where it lives
     */
    long start(@Nullable String renewal) {
        try {
            worker.start(renewal);
            return -1;
        } catch (Crash ended) {
            return ended.downMillis();
        } catch (DiskFailure failure) {
            // As the program: what cannot start ends, and whoever supervises it tries again.
            return RETRY_MILLIS;
        }
    }

    /** Nobody who waits is answered. */
    void end() {
        worker.abandon();
    }

    private Driver.Tap noting(Driver.Tap tap) {
        return new Driver.Tap() {
            @Override
            public void recovered(RecoveredState state) {
                replica.crashPoint().stepTaken();
                tap.recovered(state);
            }

            @Override
            public void step(Input input, Facts facts, List<Effect> effects) {
                if (input instanceof Input.Append append && append.requests().size() > 1) {
                    world.faults().effective(FaultKind.BURST);
                }
                replica.crashPoint().stepTaken();
                tap.step(input, facts, effects);
            }
        };
    }

    // ---- the log's thread

    void submit(Consumer<Worker> job) {
        job.accept(worker);
        workSoon();
    }

    /** @return whether a round began */
    boolean pull(String action, String peer) {
        if (!worker.startRound(peer)) {
            return false;
        }
        dealing(peer).begins(action);
        workSoon();
        return true;
    }

    /** A commit takes its time: the log's thread does nothing else meanwhile. */
    void busyUntil(long millis) {
        busyUntil = millis;
    }

    private void workSoon() {
        if (!isWorkDue && replica.lives(this)) {
            isWorkDue = true;
            world.queue().at(Math.max(busyUntil, replica.pausedUntil()), replica.nextWork(), () -> {
                if (replica.lives(this)) {
                    isWorkDue = false;
                    if (replica.pausedUntil() > world.now()) {
                        workSoon();
                    } else {
                        work();
                    }
                }
            });
        }
    }

    private void work() {
        crash = null;
        if (worker.isAnythingWaiting()) {
            worker.work();
        } else if (!worker.isRecovered()) {
            worker.retry();
        }
        Crash ended = crash;
        if (ended != null) {
            replica.die(ended.downMillis());
        }
    }

    @Override
    public boolean failed(RuntimeException failure) {
        if (failure instanceof Crash ended) {
            crash = ended;
            return false;
        } else if (failure instanceof DiskFailure disk) {
            if (disk.isDeadly()) {
                diesOf(disk);
            }
            world.queue().in(RETRY_MILLIS, replica.name() + " retries " + boot + "@" + world.now(), () -> {
                if (replica.lives(this)) {
                    work();
                }
            });
            return true;
        }
        throw failure;
    }

    private void diesOf(DiskFailure failure) {
        String name = replica.name() + " dies of it " + boot + "@" + world.now();
        world.queue().in(failure.killedInMillis(), name, () -> {
            if (replica.lives(this)) {
                replica.die(failure.downMillis());
            }
        });
    }

    // ---- what comes of it

    private void follows() {
        replica.crashPoint().pass();
    }

    @Override
    public Replica recovered(RecoveredState state) {
        return new Replica(
                new ReplicaConfig(
                        name(), null, DriftBounds.DEFAULT, replica.setup().pageOps()),
                world.verifier(),
                SimKey.SUCCESSIONS,
                state);
    }

    private String name() {
        return replica.name() + ":" + boot;
    }

    @Override
    public void unanswered(long request) {
        for (int item = 1; item <= replica.items(request); item++) {
            world.observer().unanswered(replica.name(), request + item);
        }
        if (replica.items(request) == 0) {
            world.observer().unanswered(replica.name(), request);
        }
    }

    @Override
    public void answered(long request, Outcome outcome) {
        follows();
        if (outcome instanceof Outcome.Appended appended) {
            replica.stamped();
            world.observer().acknowledged(replica.name(), request, appended.op());
        } else if (outcome instanceof Outcome.Stored) {
            world.observer().stored(replica.name(), request);
        } else if (outcome instanceof Outcome.Written written) {
            written(request, written);
        } else if (outcome instanceof Outcome.Refused refused) {
            refused(request, refused.index(), refused.invalid().toString());
        } else if (outcome instanceof Outcome.Differs differs) {
            refused(request, differs.index(), differs.toString());
        }
    }

    private void written(long request, Outcome.Written written) {
        replica.stamped();
        long item = request;
        for (int i = 0; i < written.artifacts().size(); i++) {
            world.observer().stored(replica.name(), ++item);
        }
        for (Outcome.Appended appended : written.events()) {
            world.observer().acknowledged(replica.name(), ++item, appended.op());
        }
    }

    /** Of a batch the item that is wrong is refused, and with it all others. Artifacts, which have no index, are first. */
    private void refused(long request, int index, String why) {
        if (replica.items(request) == 0) {
            world.observer().refused(replica.name(), request, why);
            return;
        }
        long wrong = request + 1 + Math.max(0, index);
        world.observer().refused(replica.name(), wrong, why);
        for (int item = 1; item <= replica.items(request); item++) {
            if (request + item != wrong) {
                world.observer().refusedAlong(replica.name(), request + item);
            }
        }
    }

    private Dealing dealing(String peer) {
        return dealings.computeIfAbsent(peer, Dealing::new);
    }

    @Override
    public void ask(Ticket ticket, Question question) {
        follows();
        Dealing dealing = dealing(ticket.peer());
        String exchange = dealing.asks(ticket);
        if (dealing.questions() > QUESTIONS_MAX) {
            world.observer().endless(replica.name(), ticket.peer(), dealing.questions());
        }
        world.network().exchange(exchange, replica, ticket.peer(), question, dealing.known(question), answer -> {
            boolean counts = replica.lives(this) && worker.heard(ticket, answer);
            if (counts) {
                dealing.hears(answer);
                workSoon();
            }
            return counts;
        });
    }

    @Override
    public void taken(Ticket ticket, Answer answer) {
        dealing(ticket.peer()).taken(ticket, answer);
    }

    @Override
    public void roundEnded(String peer, RoundResult result) {
        follows();
        world.observer().roundEnded(replica.name(), peer, result, dealing(peer).heard());
    }

    @Override
    public void roundLost(String peer) {}

    @Override
    public void sign(Effect.Sign effect) {
        follows();
        SimKey key = replica.disk().keys().get(effect.base());
        if (key == null) {
            return;
        }
        world.queue()
                .in(
                        replica.signMillis(),
                        replica.name() + " signs " + effect.chain().w0(),
                        () -> {
                            if (replica.lives(this)) {
                                submit(to -> to.signed(key.sign(effect)));
                            }
                        });
    }

    @Override
    public Input.Renewed renew(Effect.RenewIdentity effect) {
        follows();
        return replica.identity().renew(effect, replica.disk());
    }

    @Override
    public void renewed() {
        replica.identity().renewed(replica.disk());
    }

    @Override
    public void publish(Served now) {
        follows();
        served = now;
        told = new VectorDocument(
                now.self().name(),
                now.frontier().vector(),
                now.frontier(),
                name(),
                null,
                replica.name(),
                new TreeMap<>(),
                List.of(),
                now.successions());
        world.observer().told(replica.name(), now);
    }

    @Override
    public void report(Effect.Report effect) {
        follows();
        world.observer().reported(replica.name(), effect.incident());
    }

    // ---- what others see of it

    @Nullable
    VectorDocument told() {
        return told;
    }

    /** Whether something waits in it: a request, a round, a signature. */
    boolean isBusy() {
        Served now = served;
        return worker.isAnythingWaiting()
                || worker.isAnyRoundRunning()
                || (now != null && now.ownSeq() != now.ownProvedSeq());
    }
}
