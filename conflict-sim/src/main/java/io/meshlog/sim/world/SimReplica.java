package io.meshlog.sim.world;

import io.meshlog.drive.Driver;
import io.meshlog.hlc.DriftBounds;
import io.meshlog.op.Artifact;
import io.meshlog.op.Draft;
import io.meshlog.op.Origin;
import io.meshlog.replica.Answer;
import io.meshlog.replica.Effect;
import io.meshlog.replica.Incident;
import io.meshlog.replica.Input;
import io.meshlog.replica.Outcome;
import io.meshlog.replica.Question;
import io.meshlog.replica.RecoveredState;
import io.meshlog.replica.Replica;
import io.meshlog.replica.ReplicaConfig;
import io.meshlog.replica.Served;
import io.meshlog.replica.Succession;
import io.meshlog.replica.VectorDocument;
import io.meshlog.sim.fault.FaultKind;
import io.meshlog.sim.workload.Plan;
import io.meshlog.vector.Head;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One process with its directory: the core, driven by the same {@link Driver} as in the program, on a disk, a clock and
 * a network that fail. Confined to its run.
 */
public final class SimReplica implements Driver.Host, Endpoint {
    private static final long CLOCK_AHEAD_MILLIS_MAX = 24L * 60 * 60 * 1000;
    private static final long RETRY_MILLIS = 1_000;
    private static final String CREATED_AT = "2026-08-25T23:20:03Z";

    private final World world;
    private final Plan.Setup setup;
    private final SimDisk disk;
    private final SimClock clock;
    private final SortedMap<String, Dealing> dealings = new TreeMap<>();
    private final List<Job> inbox = new ArrayList<>();

    private @Nullable Driver driver;
    private @Nullable VectorDocument told;
    private @Nullable Served served;
    private boolean up;
    private int boots;
    private int generation;
    private long pausedUntil;
    private long busyUntil;
    private boolean workIsDue;
    private long signExtra;
    private long signExtraUntil;
    private boolean freshClock;
    private @Nullable SimKey prepared;
    private int effectsUntilCrash = -1;
    private boolean commitsInStep;
    private boolean databaseGone;
    private @Nullable FaultKind clockFault;

    /** What waits for the log's thread. */
    private sealed interface Job {
        record Local(Input.Request request) implements Job {}

        record Put(long request, Artifact artifact) implements Job {}

        record Happened(Input input) implements Job {}
    }

    SimReplica(World world, Plan.Setup setup, Shelf.Maker shelves) {
        this.world = world;
        this.setup = setup;
        this.clock = new SimClock(setup.clockMillis());
        SimKey key = newKey();
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
        this.disk = new SimDisk(copy.shelf().copy(), world.faults(), this::durable);
        disk.keys().putAll(copy.keys());
        world.observer().placed(name(), disk, "copied");
        start();
    }

    private SimKey newKey() {
        String alias = generation == 0 ? setup.name() : setup.name() + "'" + generation;
        SimKey key = SimKey.of(alias);
        generation++;
        world.names().called(key.origin(), alias);
        return key;
    }

    // ---- the process

    private void start() {
        boots++;
        up = true;
        disk.reopen();
        RecoveredState state = disk.recover();
        world.observer().recovered(name(), state, disk, physical());
        String renew = reasonToRenew(state);
        Driver starting = new Driver(disk, this, world.tap(name()));
        driver = starting;
        carefully(() -> {
            starting.recover();
            if (renew != null && starting.replica().renewing() == null) {
                starting.take(new Input.Renew(renew));
            }
            disk.clearMark();
        });
        if (up && !starting.isRecovered()) {
            // As the program: what cannot start ends, and whoever supervises it tries again.
            die(RETRY_MILLIS);
        }
    }

    private @Nullable String reasonToRenew(RecoveredState state) {
        freshClock = false;
        if (databaseGone) {
            databaseGone = false;
            return "the database is gone";
        } else if (!disk.keys().containsKey(state.self())) {
            return disk.isMarkedRestored() ? "restored from a backup" : "the key is gone";
        } else if (disk.isMarkedRestored()) {
            return "restored from a backup";
        } else if (state.clock().millis() - physical() > CLOCK_AHEAD_MILLIS_MAX) {
            freshClock = true;
            return "the clock's mark is more than a day ahead";
        }
        return null;
    }

    /** Kills the process; it starts again later. */
    void die(long downMillis) {
        if (!up) {
            return;
        }
        up = false;
        boots++;
        driver = null;
        told = null;
        effectsUntilCrash = -1;
        dealings.clear();
        failWaiting(true);
        workIsDue = false;
        busyUntil = 0;
        int boot = boots;
        world.queue().in(downMillis, name() + " starts " + boot, () -> {
            if (!up && boot == boots) {
                start();
            }
        });
    }

    private void failWaiting(boolean died) {
        List<Job> waiting = List.copyOf(inbox);
        inbox.clear();
        for (Job job : waiting) {
            long request = job instanceof Job.Local local
                    ? local.request().request()
                    : job instanceof Job.Put put ? put.request() : 0;
            if (request != 0) {
                if (died) {
                    world.observer().unanswered(name(), request);
                } else {
                    world.observer().refused(name(), request, "the log is stalled");
                }
            }
        }
    }

    /** Runs steps: a crash ends the process, a failed write drops the replica, as in the program. */
    private void carefully(Runnable steps) {
        commitsInStep = false;
        try {
            steps.run();
        } catch (Crash crash) {
            die(1_000);
        } catch (DiskFailure failure) {
            roundsLost();
            int boot = boots;
            world.queue().in(RETRY_MILLIS, name() + " retries " + boot + "@" + world.now(), () -> {
                if (up && boot == boots) {
                    work();
                }
            });
        }
    }

    private void roundsLost() {
        for (Dealing dealing : dealings.values()) {
            dealing.running = false;
            dealing.round++;
        }
    }

    // ---- what is done to it

    void append(long request, String eventId, io.meshlog.sim.workload.Action.Append action) {
        Draft draft = new Draft(
                new io.meshlog.op.Event.Routing("s", "r", null, "agent@" + setup.name(), action.to(), null),
                "note",
                action.to() == null ? null : "open",
                null,
                null,
                action.body(),
                "{}",
                action.artifacts(),
                null);
        submit(new Job.Local(new Input.Request(request, draft, eventId, CREATED_AT, setup.name())));
    }

    void put(long request, Artifact artifact) {
        submit(new Job.Put(request, artifact));
    }

    void renew(String reason) {
        submit(new Job.Happened(new Input.Renew(reason)));
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

    void wipe(io.meshlog.sim.workload.Action.Wipe.What what, Shelf.Maker shelves) {
        boolean database = what != io.meshlog.sim.workload.Action.Wipe.What.KEY;
        boolean key = what != io.meshlog.sim.workload.Action.Wipe.What.DATABASE;
        die(Long.MAX_VALUE / 4);
        Origin self = disk.recover().self();
        if (key) {
            disk.keys().clear();
        }
        if (database && key) {
            SimKey fresh = newKey();
            disk.keys().put(fresh.origin(), fresh);
            disk.replace(shelves.make(fresh.origin()));
        } else if (database) {
            // The key is there and its database is not: an empty one under the old id, which is left at once.
            databaseGone = true;
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
        Dealing dealing = dealings.computeIfAbsent(peer, p -> new Dealing());
        if (!up || dealing.running) {
            return false;
        }
        dealing.running = true;
        dealing.round++;
        dealing.pull = action;
        dealing.questions = 0;
        submit(new Job.Happened(new Input.StartRound(peer, physical())));
        return true;
    }

    void pause(long forMillis) {
        pausedUntil = Math.max(pausedUntil, world.now() + forMillis);
    }

    void crashAfterCommit(int effect) {
        effectsUntilCrash = effect;
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
            clock.mend(world.now());
        }
    }

    // ---- the log's thread

    private void submit(Job job) {
        inbox.add(job);
        workSoon();
    }

    private void workSoon() {
        if (!workIsDue && up) {
            workIsDue = true;
            int boot = boots;
            world.queue()
                    .at(
                            Math.max(busyUntil, pausedUntil),
                            name() + " works " + world.queue().taken(),
                            () -> {
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
        Driver mine = driver;
        if (mine == null) {
            return;
        }
        List<Job> jobs = List.copyOf(inbox);
        inbox.clear();
        if (jobs.isEmpty()) {
            // A retry after a failure: whether the log takes a commit again.
            if (!mine.isRecovered()) {
                carefully(mine::recover);
            }
            return;
        }
        List<Job> batch = new ArrayList<>();
        for (Job job : jobs) {
            boolean shares = !(job instanceof Job.Happened happened) || happened.input() instanceof Input.Signed;
            if (shares) {
                batch.add(job);
            } else {
                together(mine, batch);
                batch = new ArrayList<>();
                alone(mine, ((Job.Happened) job).input());
            }
        }
        together(mine, batch);
    }

    private boolean isMine(Driver mine) {
        return up && driver == mine;
    }

    private void alone(Driver mine, Input input) {
        if (isMine(mine)) {
            carefully(() -> {
                recovered(mine);
                mine.take(input);
            });
        }
    }

    private static void recovered(Driver mine) {
        if (!mine.isRecovered()) {
            mine.recover();
        }
    }

    private void together(Driver mine, List<Job> batch) {
        if (batch.isEmpty()) {
            return;
        }
        Waiting waiting = new Waiting(batch);
        if (!isMine(mine)) {
            waiting.unanswered();
            return;
        }
        unanswered = waiting;
        try {
            carefully(() -> {
                recovered(mine);
                if (mine.replica().renewing() != null) {
                    throw new DiskFailure("a new identity is due first", true);
                }
                mine.takeTogether(inputs(batch));
            });
        } finally {
            unanswered = new Waiting(List.of());
        }
        waiting.unanswered();
    }

    private Waiting unanswered = new Waiting(List.of());

    /** Local requests of one transaction that have no answer yet. */
    private final class Waiting {
        private final SortedMap<Long, Boolean> requests = new TreeMap<>();

        Waiting(List<Job> jobs) {
            for (Job job : jobs) {
                if (job instanceof Job.Local local) {
                    requests.put(local.request().request(), true);
                } else if (job instanceof Job.Put put) {
                    requests.put(put.request(), true);
                }
            }
        }

        void answered(long request) {
            requests.remove(request);
        }

        void unanswered() {
            requests.keySet().forEach(request -> world.observer().unanswered(name(), request));
            requests.clear();
        }
    }

    private List<Input> inputs(List<Job> batch) {
        List<Input> inputs = new ArrayList<>();
        List<Input.Request> requests = new ArrayList<>();
        for (Job job : batch) {
            if (job instanceof Job.Happened happened) {
                inputs.add(happened.input());
            }
        }
        for (Job job : batch) {
            if (job instanceof Job.Put put) {
                inputs.add(new Input.PutArtifact(put.request(), put.artifact()));
            } else if (job instanceof Job.Local local) {
                requests.add(local.request());
            }
        }
        if (requests.size() > 1) {
            world.faults().effective(FaultKind.BURST);
        }
        if (!requests.isEmpty()) {
            inputs.add(new Input.Append(List.copyOf(requests), physical()));
        }
        return inputs;
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
            throw new Crash();
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
    public void answered(Effect.Answered effect) {
        follows();
        unanswered.answered(effect.request());
        if (effect.outcome() instanceof Outcome.Appended appended) {
            if (clockFault != null) {
                world.faults().effective(clockFault);
                clockFault = null;
            }
            world.observer().acknowledged(name(), effect.request(), appended.op());
        } else if (effect.outcome() instanceof Outcome.Stored) {
            world.observer().stored(name(), effect.request());
        } else if (effect.outcome() instanceof Outcome.Refused refused) {
            world.observer().refused(name(), effect.request(), refused.invalid().toString());
        }
    }

    @Override
    public void ask(Effect.Ask effect) {
        follows();
        Dealing dealing = dealings.computeIfAbsent(effect.peer(), p -> new Dealing());
        String exchange = dealing.pull + "." + ++dealing.questions;
        boolean conditional = effect.question() instanceof Question.AskVector asked && asked.isConditional();
        VectorDocument known = conditional ? dealing.document : null;
        long round = dealing.round;
        int boot = boots;
        world.network().exchange(exchange, this, effect.peer(), effect.question(), known, answer -> {
            if (up && boot == boots && dealing.running && dealing.round == round) {
                if (answer instanceof Answer.Vector vector) {
                    dealing.document = vector.document();
                }
                submit(new Job.Happened(new Input.PeerAnswered(effect.peer(), answer, physical())));
                return true;
            }
            return false;
        });
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
                submit(new Job.Happened(key.sign(effect)));
            }
        });
    }

    @Override
    public Input.Renewed renew(Effect.RenewIdentity effect) {
        follows();
        SimKey next = newKey();
        disk.keys().put(next.origin(), next);
        prepared = next;
        SimKey old = disk.isMarkedRestored() ? null : disk.keys().get(effect.old());
        List<Input.Signed> sealed = new ArrayList<>();
        if (old != null) {
            effect.seal().forEach(point -> sealed.add(old.sign(point)));
        }
        Head head = effect.sealed();
        if (!sealed.isEmpty()) {
            Input.Signed last = sealed.get(sealed.size() - 1);
            head = new Head(last.base(), last.seq(), last.chain(), last.sig());
        }
        Succession succession = SimKey.succession(effect.old(), head, next, old);
        boolean fresh = freshClock;
        freshClock = false;
        return new Input.Renewed(succession, List.copyOf(sealed), fresh);
    }

    @Override
    public void renewed() {
        SimKey kept = prepared;
        if (kept != null) {
            disk.keys().clear();
            disk.keys().put(kept.origin(), kept);
        }
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
    public void roundEnded(Effect.RoundEnded effect) {
        follows();
        Dealing dealing = dealings.get(effect.peer());
        if (dealing != null) {
            dealing.running = false;
            dealing.round++;
        }
        world.observer().roundEnded(name(), effect.peer(), effect.result());
    }

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
        Served now = served;
        return !inbox.isEmpty()
                || (now != null && now.ownSeq() != now.ownProvedSeq())
                || dealings.values().stream().anyMatch(d -> d.running);
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
