package io.meshlog.sim.world;

import io.meshlog.drive.Driver;
import io.meshlog.drive.Ticket;
import io.meshlog.drive.Worker;
import io.meshlog.hlc.DriftBounds;
import io.meshlog.op.Artifact;
import io.meshlog.op.Draft;
import io.meshlog.op.Event;
import io.meshlog.op.Origin;
import io.meshlog.replica.Answer;
import io.meshlog.replica.Effect;
import io.meshlog.replica.Facts;
import io.meshlog.replica.Incident;
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
import io.meshlog.sim.workload.Action;
import io.meshlog.sim.workload.Plan;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One process with its directory: the core, driven by the same {@link Worker} as in the program, on a disk, a clock and
 * a network that fail. Confined to its run.
 */
public final class SimReplica implements Worker.Host, Endpoint {
    /** Far more than a round of any run has to ask. */
    private static final int QUESTIONS_MAX = 20_000;

    private static final long RETRY_MILLIS = 1_000;
    private static final String CREATED_AT = "2026-08-25T23:20:03Z";

    private final World world;
    private final Plan.Setup setup;
    private final SimDisk disk;
    private final SimClock clock;
    private final SortedMap<String, Dealing> dealings = new TreeMap<>();
    private final Identity identity;

    private @Nullable Worker worker;
    private @Nullable Crash crash;
    private @Nullable VectorDocument told;
    private @Nullable Served served;
    private boolean up;
    private int boots;
    private long pausedUntil;
    private long busyUntil;
    private boolean workIsDue;
    private long works;
    private long signExtra;
    private long signExtraUntil;
    private int effectsUntilCrash = -1;
    private long downMillis;
    private boolean commitsInStep;
    private @Nullable FaultKind clockFault;

    SimReplica(World world, Plan.Setup setup, Shelf.Maker shelves) {
        this.world = world;
        this.setup = setup;
        this.clock = new SimClock(setup.clockMillis());
        this.identity = new Identity(setup.name(), world.names());
        SimKey key = identity.newKey();
        this.disk = new SimDisk(shelves.make(key.origin()), world.faults(), this::durable);
        disk.keys().put(key.origin(), key);
        world.observer().placed(name(), disk, "new");
        start();
    }

    /** Another process on a copy of a directory. */
    SimReplica(World world, Plan.Setup setup, SimDisk.Copy copy) {
        this.world = world;
        this.setup = setup;
        this.clock = new SimClock(setup.clockMillis());
        this.identity = new Identity(setup.name(), world.names());
        this.disk = new SimDisk(copy.shelf().copy(), world.faults(), this::durable);
        disk.keys().putAll(copy.keys());
        world.observer().placed(name(), disk, "copied");
        start();
    }

    // ---- the process

    private void start() {
        boots++;
        up = true;
        disk.reopen();
        RecoveredState state = disk.recover();
        world.observer().recovered(name(), state, disk, physical());
        String renew = identity.reasonToRenew(state, disk, physical());
        Worker starting = new Worker(disk, this, this::physical, noting(world.tap(name())));
        worker = starting;
        try {
            starting.start(renew);
        } catch (Crash ended) {
            die(ended.downMillis());
        } catch (DiskFailure failure) {
            // As the program: what cannot start ends, and whoever supervises it tries again.
            die(RETRY_MILLIS);
        }
    }

    private Driver.Tap noting(Driver.Tap tap) {
        return new Driver.Tap() {
            @Override
            public void recovered(RecoveredState state) {
                commitsInStep = false;
                tap.recovered(state);
            }

            @Override
            public void step(Input input, Facts facts, List<Effect> effects) {
                if (input instanceof Input.Append append && append.requests().size() > 1) {
                    world.faults().effective(FaultKind.BURST);
                }
                commitsInStep = false;
                tap.step(input, facts, effects);
            }
        };
    }

    /** Kills the process; it starts again later. */
    void die(long downMillis) {
        if (!up) {
            return;
        }
        up = false;
        boots++;
        Worker ended = worker;
        worker = null;
        told = null;
        effectsUntilCrash = -1;
        dealings.clear();
        if (ended != null) {
            ended.abandon();
        }
        workIsDue = false;
        busyUntil = 0;
        int boot = boots;
        world.queue().in(downMillis, name() + " starts " + boot, () -> {
            if (!up && boot == boots) {
                start();
            }
        });
    }

    // ---- what is done to it

    void append(long request, String eventId, Action.Append action) {
        Input.Request asked = new Input.Request(request, draft(action), eventId, CREATED_AT, setup.name());
        submit(to -> to.append(request, now -> asked));
    }

    /** What a client asks it to append. */
    Draft draft(Action.Append action) {
        return new Draft(
                new Event.Routing("s", "r", null, agent(action), action.to(), null),
                "note",
                action.to() == null ? null : "open",
                null,
                null,
                action.body(),
                "{}",
                action.artifacts(),
                null);
    }

    /** An id that several replicas write under belongs to one agent (spec §4): what they say may then be the same. */
    private String agent(Action.Append action) {
        return action.event().startsWith("shared") || action.event().startsWith("tie")
                ? "agent@everywhere"
                : "agent@" + setup.name();
    }

    void put(long request, Artifact artifact) {
        submit(to -> to.put(request, artifact));
    }

    void renew(String reason) {
        submit(to -> to.renew(reason));
    }

    /** Starts a process that is down, now. */
    void startNow() {
        if (!up) {
            boots++;
            start();
        }
    }

    /** Its directory changes under it while the process is down, which it is for a moment. */
    void replaceDisk(Runnable change, String how) {
        die(Long.MAX_VALUE / 4);
        change.run();
        world.observer().placed(name(), disk, how);
        startNow();
    }

    void wipe(Action.Wipe.What what, Shelf.Maker shelves) {
        boolean database = what != Action.Wipe.What.KEY;
        boolean key = what != Action.Wipe.What.DATABASE;
        die(Long.MAX_VALUE / 4);
        Origin self = disk.recover().self();
        if (key) {
            disk.keys().clear();
        }
        if (database && key) {
            SimKey fresh = identity.newKey();
            disk.keys().put(fresh.origin(), fresh);
            disk.replace(shelves.make(fresh.origin()));
        } else if (database) {
            identity.databaseIsGone();
            disk.replace(shelves.make(self));
        }
        if (database) {
            world.observer().placed(name(), disk, "wiped");
        }
        startNow();
    }

    /** The next own stamp shows whether the fault reached anything. */
    void clockFault(FaultKind kind) {
        clockFault = kind;
    }

    /** @return whether a round began */
    boolean pull(String action, String peer) {
        Worker mine = worker;
        if (mine == null || !mine.startRound(peer)) {
            return false;
        }
        Dealing dealing = dealings.computeIfAbsent(peer, p -> new Dealing());
        dealing.pull = action;
        dealing.questions = 0;
        workSoon();
        return true;
    }

    void pause(long forMillis) {
        pausedUntil = Math.max(pausedUntil, world.now() + forMillis);
    }

    void crashAfterCommit(int effect, long downForMillis) {
        effectsUntilCrash = effect;
        downMillis = downForMillis;
    }

    void slowSigner(long delayMillis, long untilMillis) {
        signExtra = delayMillis;
        signExtraUntil = untilMillis;
    }

    /** Nothing goes wrong with it any more. */
    void mend(boolean clockToo) {
        disk.mend();
        pausedUntil = 0;
        effectsUntilCrash = -1;
        signExtraUntil = 0;
        if (clockToo) {
            clockFault = null;
            clock.mend(world.now());
        }
    }

    // ---- the log's thread

    private void submit(Consumer<Worker> job) {
        Worker mine = worker;
        if (mine != null) {
            job.accept(mine);
            workSoon();
        }
    }

    private void workSoon() {
        if (!workIsDue && up) {
            workIsDue = true;
            int boot = boots;
            world.queue().at(Math.max(busyUntil, pausedUntil), name() + " works " + ++works, () -> {
                if (up && boot == boots) {
                    workIsDue = false;
                    if (pausedUntil > world.now()) {
                        workSoon();
                    } else {
                        work();
                    }
                }
            });
        }
    }

    private void work() {
        Worker mine = worker;
        if (mine == null) {
            return;
        }
        crash = null;
        if (mine.isAnythingWaiting()) {
            mine.work();
        } else if (!mine.isRecovered()) {
            mine.retry();
        }
        Crash ended = crash;
        if (ended != null) {
            die(ended.downMillis());
        }
    }

    @Override
    public boolean failed(RuntimeException failure) {
        if (failure instanceof Crash ended) {
            crash = ended;
            return false;
        } else if (failure instanceof DiskFailure) {
            int boot = boots;
            world.queue().in(RETRY_MILLIS, name() + " retries " + boot + "@" + world.now(), () -> {
                if (up && boot == boots) {
                    work();
                }
            });
            return true;
        }
        throw failure;
    }

    private void durable(List<io.meshlog.replica.Commit> commits) {
        busyUntil = world.now() + setup.commitMillis();
        commitsInStep = true;
        world.observer().committed(name(), commits, physical());
    }

    /** Everything that follows from a commit passes here: the place where a process may die. */
    private void follows() {
        if (effectsUntilCrash >= 0 && commitsInStep && effectsUntilCrash-- == 0) {
            world.faults().applied(FaultKind.CRASH_AFTER_COMMIT);
            world.faults().effective(FaultKind.CRASH_AFTER_COMMIT);
            throw new Crash(downMillis);
        }
    }

    // ---- effects

    @Override
    public Replica recovered(RecoveredState state) {
        return new Replica(
                new ReplicaConfig(name() + ":" + boots, null, DriftBounds.DEFAULT, setup.pageOps()),
                SimKey.VERIFIER,
                SimKey.SUCCESSIONS,
                state);
    }

    @Override
    public void unanswered(long request) {
        world.observer().unanswered(name(), request);
    }

    @Override
    public void answered(long request, Outcome outcome) {
        follows();
        if (outcome instanceof Outcome.Appended appended) {
            boolean isOff = physical() != SimClock.EPOCH + setup.clockMillis() + world.now();
            if (clockFault != null && isOff) {
                world.faults().effective(clockFault);
                clockFault = null;
            }
            world.observer().acknowledged(name(), request, appended.op());
        } else if (outcome instanceof Outcome.Stored) {
            world.observer().stored(name(), request);
        } else if (outcome instanceof Outcome.Refused refused) {
            world.observer().refused(name(), request, refused.invalid().toString());
        }
    }

    @Override
    public void ask(Ticket ticket, Question question) {
        follows();
        Dealing dealing = dealings.computeIfAbsent(ticket.peer(), p -> new Dealing());
        String exchange = dealing.pull + "." + ++dealing.questions;
        if (dealing.questions > QUESTIONS_MAX) {
            world.observer().endless(name(), ticket.peer(), dealing.questions);
        }
        boolean conditional = question instanceof Question.AskVector asked && asked.isConditional();
        VectorDocument known = conditional ? dealing.document : null;
        Worker mine = worker;
        world.network().exchange(exchange, this, ticket.peer(), question, known, answer -> {
            boolean counts = mine != null && mine == worker && mine.heard(ticket, answer);
            if (counts) {
                workSoon();
            }
            return counts;
        });
    }

    @Override
    public void taken(Ticket ticket, Answer answer) {
        Dealing dealing = dealings.get(ticket.peer());
        if (dealing != null && answer instanceof Answer.Vector vector) {
            dealing.document = vector.document();
        }
    }

    @Override
    public void sign(Effect.Sign effect) {
        follows();
        SimKey key = disk.keys().get(effect.base());
        if (key == null) {
            return;
        }
        int boot = boots;
        boolean slow = world.now() < signExtraUntil;
        if (slow) {
            world.faults().effective(FaultKind.SLOW_SIGNER);
        }
        long delay = setup.signMillis() + (slow ? signExtra : 0);
        world.queue().in(delay, name() + " signs " + effect.chain().w0(), () -> {
            if (up && boot == boots) {
                submit(to -> to.signed(key.sign(effect)));
            }
        });
    }

    @Override
    public Input.Renewed renew(Effect.RenewIdentity effect) {
        follows();
        return identity.renew(effect, disk);
    }

    @Override
    public void renewed() {
        identity.renewed(disk);
    }

    @Override
    public void publish(Served now) {
        follows();
        served = now;
        told = new VectorDocument(
                now.self().name(),
                now.frontier().vector(),
                now.frontier(),
                name() + ":" + boots,
                null,
                name(),
                new TreeMap<>(),
                List.of(),
                now.successions());
        world.observer().told(name(), now);
    }

    @Override
    public void report(Incident incident) {
        follows();
        world.observer().reported(name(), incident);
    }

    @Override
    public void roundEnded(String peer, RoundResult result) {
        follows();
        world.observer().roundEnded(name(), peer, result);
    }

    @Override
    public void roundLost(String peer) {}

    // ---- what others see of it

    @Override
    public String name() {
        return setup.name();
    }

    @Override
    public boolean isUp() {
        return up && told != null;
    }

    @Override
    public long pausedUntil() {
        return pausedUntil;
    }

    @Override
    public Answer serve(Question question, @Nullable VectorDocument known) {
        VectorDocument document = told;
        if (document == null) {
            return new Answer.Failed("it does not answer");
        }
        return question.dispatchTo(new Serving(disk, document, known, setup.json()));
    }

    long physical() {
        return clock.millis(world.now());
    }

    SimClock clock() {
        return clock;
    }

    SimDisk disk() {
        return disk;
    }

    Plan.Setup setup() {
        return setup;
    }

    public @Nullable VectorDocument told() {
        return told;
    }

    /** The id that it writes under, as its log says it. */
    public Origin id() {
        return disk.recover().self();
    }

    /** Whether something waits in it: a request, a round, a signature. */
    boolean isBusy() {
        Worker mine = worker;
        Served now = served;
        return (mine != null && (mine.isAnythingWaiting() || mine.isAnyRoundRunning()))
                || (now != null && now.ownSeq() != now.ownProvedSeq());
    }

    /** In what its readers are shown something else, a sentence each. */
    public List<String> differences(Shown expected) {
        return disk.differences(expected);
    }

    /** What its log holds, by its port. */
    public io.meshlog.replica.OpLog log() {
        return disk;
    }
}
