package io.meshlog.sim.world;

import io.meshlog.drive.Worker;
import io.meshlog.op.Artifact;
import io.meshlog.op.Draft;
import io.meshlog.op.Event;
import io.meshlog.op.MergeKey;
import io.meshlog.op.Op;
import io.meshlog.op.Origin;
import io.meshlog.replica.Answer;
import io.meshlog.replica.Commit;
import io.meshlog.replica.Input;
import io.meshlog.replica.Needs;
import io.meshlog.replica.OpLog;
import io.meshlog.replica.Question;
import io.meshlog.replica.RecoveredState;
import io.meshlog.replica.VectorDocument;
import io.meshlog.sim.fault.FaultKind;
import io.meshlog.sim.workload.Action;
import io.meshlog.sim.workload.Plan;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A directory and the machine that it is on, with one process at a time: its disk, its clock, and what goes wrong with
 * them. Confined to its run.
 */
public final class SimReplica implements Endpoint {
    static final String CREATED_AT = "2026-08-25T23:20:03Z";

    private final World world;
    private final Plan.Setup setup;
    private final SimDisk disk;
    private final SimClock clock;
    private final Identity identity;
    private final CrashPoint crashPoint;

    private @Nullable Life life;
    /** How many items each batch has, by its request. */
    private final SortedMap<Long, Integer> batches = new TreeMap<>();

    private int boots;
    private long works;
    private long pausedUntil;
    private long signExtra;
    private long signExtraUntil;
    private @Nullable FaultKind clockFault;

    SimReplica(World world, Plan.Setup setup, Shelf.Maker shelves) {
        this.world = world;
        this.setup = setup;
        this.clock = new SimClock(setup.clockMillis());
        this.identity = new Identity(setup.name(), world.names());
        this.crashPoint = new CrashPoint(world.faults());
        SimKey key = identity.newKey();
        this.disk = new SimDisk(shelves.make(key.origin()), world.faults(), this::physical, this::durable);
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
        this.crashPoint = new CrashPoint(world.faults());
        this.disk = new SimDisk(copy.shelf().copy(), world.faults(), this::physical, this::durable);
        disk.keys().putAll(copy.keys());
        world.observer().placed(name(), disk, "copied");
        start();
    }

    // ---- the process

    private void start() {
        boots++;
        disk.reopen();
        RecoveredState state = disk.recover();
        world.observer().recovered(name(), state, disk, physical());
        String renewal = identity.reasonToRenew(state, disk, physical());
        Life starting = new Life(world, this, boots);
        life = starting;
        long downMillis = starting.start(renewal);
        if (downMillis >= 0) {
            die(downMillis);
        }
    }

    /** Kills the process; it starts again later. */
    void die(long downMillis) {
        Life ended = life;
        if (ended == null) {
            return;
        }
        life = null;
        boots++;
        crashPoint.disarm();
        ended.end();
        int boot = boots;
        world.queue().in(downMillis, name() + " starts " + boot, () -> {
            if (life == null && boot == boots) {
                start();
            }
        });
    }

    boolean lives(Life asking) {
        return asking.equals(life);
    }

    private void durable(List<Commit> commits, long physicalMillis) {
        crashPoint.committed();
        Life committing = life;
        if (committing != null) {
            committing.busyUntil(world.now() + setup.commitMillis());
        }
        world.observer().committed(name(), commits, physicalMillis);
    }

    private void submit(Consumer<Worker> job) {
        Life living = life;
        if (living != null) {
            living.submit(job);
        }
    }

    // ---- what is done to it

    void append(long request, String eventId, Draft draft) {
        Input.Request asked = new Input.Request(request, draft, eventId, CREATED_AT, setup.name());
        submit(to -> to.append(now -> asked));
    }

    /**
     * All of it or nothing.
     *
     * @param request its own number; those of its artifacts and then its events follow it
     */
    void batch(long request, List<Artifact> artifacts, List<String> eventIds, List<Draft> drafts) {
        List<Input.Request> events = new ArrayList<>();
        for (String id : eventIds) {
            events.add(new Input.Request(request, drafts.get(events.size()), id, CREATED_AT, setup.name()));
        }
        batches.put(request, artifacts.size() + events.size());
        submit(to -> to.batch(now -> new Input.Batch(request, artifacts, events, now)));
    }

    /** How many items a batch has; 0 where the request is none. */
    int items(long request) {
        return batches.getOrDefault(request, 0);
    }

    /** An event as its readers see it; null where it is not here, or nobody can read it. */
    @Nullable
    Event event(String id) {
        TreeSet<String> ids = new TreeSet<>(List.of(id));
        Needs needs = new Needs(
                new TreeMap<>(), new TreeMap<>(), new TreeSet<>(), new TreeSet<>(), ids, new TreeSet<>(), "", 0);
        return disk.facts(needs).eventsWhole().getOrDefault(id, List.of()).stream()
                .filter(op -> op.eventOrNull() != null)
                .min(Comparator.comparing(op -> Objects.requireNonNull(MergeKey.of(op))))
                .map(Op::eventOrNull)
                .orElse(null);
    }

    void put(long request, Artifact artifact) {
        submit(to -> to.put(request, artifact));
    }

    void renew(String reason) {
        submit(to -> to.renew(reason));
    }

    /** Starts a process that is down, now. */
    void startNow() {
        if (life == null) {
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
        Life living = life;
        return living != null && living.pull(action, peer);
    }

    void pause(long forMillis) {
        pausedUntil = Math.max(pausedUntil, world.now() + forMillis);
    }

    void crashAfterCommit(int effect, long downForMillis) {
        crashPoint.arm(effect, downForMillis);
    }

    void slowSigner(long delayMillis, long untilMillis) {
        signExtra = delayMillis;
        signExtraUntil = untilMillis;
    }

    /** Nothing goes wrong with it any more. */
    void mend(boolean clockToo) {
        disk.mend();
        pausedUntil = 0;
        crashPoint.disarm();
        signExtraUntil = 0;
        if (clockToo) {
            clockFault = null;
            clock.mend(world.now());
        }
    }

    // ---- what its process meets

    CrashPoint crashPoint() {
        return crashPoint;
    }

    Identity identity() {
        return identity;
    }

    /** How long its signer takes now. */
    long signMillis() {
        boolean slow = world.now() < signExtraUntil;
        if (slow) {
            world.faults().effective(FaultKind.SLOW_SIGNER);
        }
        return setup.signMillis() + (slow ? signExtra : 0);
    }

    /** Its clock gave a stamp: a fault of it shows from now on. */
    void stamped() {
        boolean isOff = physical() != SimClock.EPOCH + setup.clockMillis() + world.now();
        if (clockFault != null && isOff) {
            world.faults().effective(clockFault);
            clockFault = null;
        }
    }

    /** @return the next turn's name */
    String nextWork() {
        return name() + " works " + ++works;
    }

    // ---- what others see of it

    @Override
    public String name() {
        return setup.name();
    }

    @Override
    public boolean isUp() {
        return told() != null;
    }

    @Override
    public long pausedUntil() {
        return pausedUntil;
    }

    @Override
    public Answer serve(Question question, @Nullable VectorDocument known, Damage damage) {
        VectorDocument document = told();
        if (document == null) {
            return new Answer.Failed("it does not answer");
        }
        return question.dispatchTo(new Serving(disk, document, known, setup.json(), damage));
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
        Life living = life;
        return living == null ? null : living.told();
    }

    /** The id that it writes under, as its log says it. */
    public Origin id() {
        return disk.recover().self();
    }

    /** Whether something waits in it: a request, a round, a signature. */
    boolean isBusy() {
        Life living = life;
        return living != null && living.isBusy();
    }

    /** In what its readers are shown something else, a sentence each. */
    public List<String> differences(Supplier<Shown> expected) {
        return disk.differences(expected);
    }

    /** What its log holds, by its port. */
    public OpLog log() {
        return disk;
    }
}
