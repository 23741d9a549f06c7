package io.meshlog.sim.world;

import io.meshlog.drive.Driver;
import io.meshlog.op.Artifact;
import io.meshlog.op.Digest;
import io.meshlog.op.Fields;
import io.meshlog.op.JsonText;
import io.meshlog.sim.fault.Fate;
import io.meshlog.sim.fault.FaultKind;
import io.meshlog.sim.fault.FaultLedger;
import io.meshlog.sim.workload.Action;
import io.meshlog.sim.workload.Plan;
import io.meshlog.wire.ArtifactCodec;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Everything that exists in one run, and what an action does to it. Confined to its run. */
public final class World {
    private final EventQueue queue;
    private final Shelf.Maker shelves;
    private final Observer observer;
    private final Function<String, Driver.Tap> taps;
    private final FaultLedger faults = new FaultLedger();
    private final Names names;
    private final Network network;
    private final SortedMap<String, SimReplica> replicas = new TreeMap<>();
    private final SortedMap<String, Hub> hubs = new TreeMap<>();
    private final SortedMap<String, NewerPeer> newer = new TreeMap<>();
    private final SortedMap<String, SimDisk.Copy> backups = new TreeMap<>();
    private final List<String> skipped = new ArrayList<>();
    private long requests;

    /** @param taps sees each replica's steps */
    public World(
            EventQueue queue,
            Names names,
            Plan plan,
            Shelf.Maker shelves,
            Fates fates,
            Observer observer,
            Function<String, Driver.Tap> taps) {
        this.queue = queue;
        this.names = names;
        this.shelves = shelves;
        this.observer = observer;
        this.taps = taps;
        this.network = new Network(queue, faults, fates, new Liar());
        for (Plan.Setup setup : plan.replicas()) {
            add(new SimReplica(this, setup, shelves));
        }
        for (String hub : plan.hubs()) {
            Hub made = new Hub(hub, names, queue);
            hubs.put(hub, made);
            network.join(made);
        }
        for (String peer : plan.newer()) {
            NewerPeer made = new NewerPeer(peer, names, queue);
            newer.put(peer, made);
            network.join(made);
        }
    }

    private void add(SimReplica replica) {
        replicas.put(replica.name(), replica);
        network.join(replica);
    }

    EventQueue queue() {
        return queue;
    }

    Network network() {
        return network;
    }

    Observer observer() {
        return observer;
    }

    Driver.Tap tap(String replica) {
        return taps.apply(replica);
    }

    public FaultLedger faults() {
        return faults;
    }

    public Names names() {
        return names;
    }

    /** Virtual milliseconds since the start. */
    public long now() {
        return queue.now();
    }

    public long events() {
        return queue.taken();
    }

    public long messages() {
        return network.messages();
    }

    /** Questions for ops and for points of chains, so far. */
    public long opQuestions() {
        return network.opQuestions();
    }

    public SortedMap<String, SimReplica> replicas() {
        return replicas;
    }

    public boolean hasScripted(String peer) {
        return hubs.containsKey(peer) || newer.containsKey(peer);
    }

    public SortedMap<String, Fate> decided() {
        return network.decided();
    }

    /** Names of actions that fitted nothing any more: they were left out. */
    public List<String> skipped() {
        return skipped;
    }

    public void close() {
        replicas.values().forEach(r -> r.disk().discard());
        backups.values().forEach(copy -> copy.shelf().discard());
    }

    /** Lets the next thing happen, if it is due by then. */
    public boolean next(long untilMillis) {
        return queue.next(untilMillis);
    }

    public void schedule(Action action) {
        queue.at(action.at(), action.id(), () -> perform(action));
    }

    /** Lets a replica write now. @return whether it took the request */
    public boolean write(Action.Append append) {
        SimReplica replica = replicas.get(append.actor());
        return replica != null && append(append, replica);
    }

    // ---- the liveness phase

    /** Faults end: messages arrive, disks take writes, clocks of the core are right, its processes run. */
    public void heal(List<String> core) {
        network.heal();
        for (SimReplica replica : replicas.values()) {
            if (core.contains(replica.name())) {
                replica.mend(true);
                if (!replica.isUp()) {
                    replica.startNow();
                }
            }
        }
    }

    /** A round now. @return whether one began */
    public boolean pull(String action, String asker, String peer) {
        SimReplica replica = replicas.get(asker);
        return replica != null && replica.isUp() && replica.pull(action, peer);
    }

    public void hubPulls(String hub, String node) {
        Hub puller = hubs.get(hub);
        SimReplica from = replicas.get(node);
        if (puller != null && from != null) {
            puller.pull(from);
        }
    }

    /** A replica that was not there before. */
    public void join(Plan.Setup setup) {
        add(new SimReplica(this, setup, shelves));
    }

    /** Whether these replicas run and nothing waits in them. */
    public boolean isQuiet(List<String> of) {
        return of.stream().allMatch(name -> {
            SimReplica replica = replicas.get(name);
            return replica != null && replica.isUp() && !replica.isBusy();
        });
    }

    // ---- actions

    private void perform(Action action) {
        SimReplica replica = replicas.get(action.actor());
        boolean done = replica != null ? onReplica(action, replica) : onScripted(action);
        if (!done) {
            skipped.add(action.id());
        }
    }

    /** @return whether it fitted */
    private boolean onReplica(Action action, SimReplica replica) {
        if (action instanceof Action.Append append) {
            return append(append, replica);
        } else if (action instanceof Action.Put put) {
            return put(put, replica);
        } else if (action instanceof Action.Pull pull) {
            return replica.isUp() && replica.pull(pull.id(), pull.peer());
        } else if (action instanceof Action.Read) {
            observer.read(replica.name());
            return true;
        }
        return breaks(action, replica) || identity(action, replica);
    }

    private boolean append(Action.Append append, SimReplica replica) {
        if (!replica.isUp()) {
            return false;
        }
        long request = ++requests;
        String eventId = eventId(append.event());
        observer.requested(replica.name(), request, eventId);
        replica.append(request, eventId, append);
        return true;
    }

    private boolean put(Action.Put put, SimReplica replica) {
        if (!replica.isUp()) {
            return false;
        }
        SortedMap<String, String> fields = new TreeMap<>();
        fields.put("id", JsonText.quote(artifactId(put.artifact())));
        fields.put("kind", "\"log\"");
        fields.put("created_by", JsonText.quote("agent@" + replica.name()));
        fields.put("created_at", "\"2026-08-25T23:20:03Z\"");
        fields.put("metadata", "{}");
        fields.put("origin_replica", JsonText.quote(replica.id().name()));
        byte[] bytes = put.content().getBytes(StandardCharsets.UTF_8);
        Artifact artifact = ArtifactCodec.of(Fields.of(fields), put.content(), Digest.sha256(bytes), bytes.length);
        long request = ++requests;
        observer.requested(replica.name(), request, artifact.id());
        replica.put(request, artifact);
        return true;
    }

    public static String eventId(String label) {
        return "evt_" + label;
    }

    public static String artifactId(String label) {
        return "art_" + label;
    }

    private boolean breaks(Action action, SimReplica replica) {
        long now = now();
        if (action instanceof Action.Kill kill) {
            if (!attempt(FaultKind.KILL, replica)) {
                return false;
            }
            if (replica.isBusy()) {
                faults.effective(FaultKind.KILL);
            }
            replica.die(kill.downMillis());
        } else if (action instanceof Action.CrashInWrite crash) {
            faults.attempted(FaultKind.CRASH_IN_WRITE);
            replica.disk().crashIn(crash.write(), crash.kept());
        } else if (action instanceof Action.CrashAfterCommit crash) {
            faults.attempted(FaultKind.CRASH_AFTER_COMMIT);
            replica.crashAfterCommit(crash.effect());
        } else if (action instanceof Action.Pause pause) {
            if (!attempt(FaultKind.PAUSE, replica)) {
                return false;
            }
            if (replica.isBusy()) {
                faults.effective(FaultKind.PAUSE);
            }
            replica.pause(pause.forMillis());
        } else if (action instanceof Action.DiskFull full) {
            faults.attempted(FaultKind.DISK_FULL);
            faults.applied(FaultKind.DISK_FULL);
            replica.disk().full(true);
            queue.in(full.forMillis(), full.id() + " ends", () -> replica.disk().full(false));
        } else if (action instanceof Action.DiskError error) {
            faults.attempted(FaultKind.DISK_ERROR);
            replica.disk().failIn(error.write(), error.kept());
        } else if (action instanceof Action.Cut cut) {
            faults.attempted(FaultKind.PARTITION);
            faults.applied(FaultKind.PARTITION);
            network.cut(cut.links(), cut.forMillis() == Long.MAX_VALUE ? Long.MAX_VALUE : now + cut.forMillis());
        } else if (action instanceof Action.SlowSigner slow) {
            faults.attempted(FaultKind.SLOW_SIGNER);
            faults.applied(FaultKind.SLOW_SIGNER);
            replica.slowSigner(slow.delayMillis(), now + slow.forMillis());
        } else if (action instanceof Action.Lie lie) {
            faults.attempted(FaultKind.LIE);
            network.lie(replica.name(), lie.peer(), lie.lie());
        } else {
            return clocks(action, replica, now);
        }
        return true;
    }

    private boolean attempt(FaultKind kind, SimReplica replica) {
        faults.attempted(kind);
        if (!replica.isUp()) {
            return false;
        }
        faults.applied(kind);
        return true;
    }

    private boolean clocks(Action action, SimReplica replica, long now) {
        FaultKind kind;
        if (action instanceof Action.ClockJump jump) {
            kind = FaultKind.CLOCK_JUMP;
            replica.clock().jump(now, jump.millis());
        } else if (action instanceof Action.ClockDrift drift) {
            kind = FaultKind.CLOCK_DRIFT;
            replica.clock().drift(now, drift.millisPerSecond());
        } else if (action instanceof Action.ClockFreeze freeze) {
            kind = FaultKind.CLOCK_FREEZE;
            replica.clock().freeze(now, freeze.forMillis());
        } else if (action instanceof Action.ClockFar far) {
            kind = FaultKind.CLOCK_FAR;
            replica.clock().far(now, far.shows(), far.forMillis());
        } else {
            return false;
        }
        faults.attempted(kind);
        faults.applied(kind);
        replica.clockFault(kind);
        return true;
    }

    private boolean identity(Action action, SimReplica replica) {
        if (action instanceof Action.Backup backup) {
            SimDisk.Copy before = backups.put(backup.backup(), replica.disk().copy());
            if (before != null) {
                before.shelf().discard();
            }
        } else if (action instanceof Action.Restore restore) {
            SimDisk.Copy copy = backups.get(restore.backup());
            faults.attempted(FaultKind.RESTORE);
            if (copy == null) {
                return false;
            }
            faults.applied(FaultKind.RESTORE);
            replica.replaceDisk(() -> replica.disk().put(copy, restore.marked()), "restored");
        } else if (action instanceof Action.Copy copy) {
            faults.attempted(FaultKind.CLONE);
            if (replicas.containsKey(copy.as())) {
                return false;
            }
            faults.applied(FaultKind.CLONE);
            Plan.Setup of = replica.setup();
            SimDisk.Copy directory = replica.disk().copy();
            add(new SimReplica(
                    this,
                    new Plan.Setup(
                            copy.as(), of.pageOps(), of.commitMillis(), of.signMillis(), of.clockMillis(), of.json()),
                    directory));
            directory.shelf().discard();
        } else if (action instanceof Action.Wipe wipe) {
            faults.attempted(FaultKind.WIPE);
            faults.applied(FaultKind.WIPE);
            faults.effective(FaultKind.WIPE);
            replica.wipe(wipe.what(), shelves);
        } else if (action instanceof Action.Renew) {
            if (!attempt(FaultKind.RENEW, replica)) {
                return false;
            }
            faults.effective(FaultKind.RENEW);
            replica.renew("by hand");
        } else {
            return false;
        }
        return true;
    }

    private boolean onScripted(Action action) {
        @Nullable Hub hub = hubs.get(action.actor());
        @Nullable NewerPeer peer = newer.get(action.actor());
        if (hub != null && action instanceof Action.HubWrite write) {
            hub.write(eventId(write.event()), write.body(), write.gap());
        } else if (hub != null && action instanceof Action.HubPull pull) {
            faults.attempted(FaultKind.HUB);
            SimReplica from = replicas.get(pull.peer());
            if (from == null || !from.isUp()) {
                return false;
            }
            faults.applied(FaultKind.HUB);
            if (hub.pull(from) > 0) {
                faults.effective(FaultKind.HUB);
            }
        } else if (hub != null && action instanceof Action.HubReset reset) {
            faults.attempted(FaultKind.HUB_RESET);
            faults.applied(FaultKind.HUB_RESET);
            if (hub.reset(reset.ops()) > 0) {
                faults.effective(FaultKind.HUB_RESET);
            }
        } else if (peer != null && action instanceof Action.NewerWrite write) {
            faults.attempted(FaultKind.NEWER_PEER);
            faults.applied(FaultKind.NEWER_PEER);
            observer.issued(peer.name(), peer.write(eventId(write.event()), write.readable()));
            faults.effective(FaultKind.NEWER_PEER);
        } else {
            return false;
        }
        return true;
    }
}
