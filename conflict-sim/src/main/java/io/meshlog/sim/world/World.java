package io.meshlog.sim.world;

import io.meshlog.drive.Driver;
import io.meshlog.op.ChainVerifier;
import io.meshlog.sim.fault.Fate;
import io.meshlog.sim.fault.FaultLedger;
import io.meshlog.sim.workload.Action;
import io.meshlog.sim.workload.Plan;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.function.Function;

/** Everything that exists in one run. Confined to its run. */
public final class World {
    private final EventQueue queue;
    private final Plan plan;
    private final Shelf.Maker shelves;
    private final Observer observer;
    private final Function<String, Driver.Tap> taps;
    private final FaultLedger faults = new FaultLedger();
    private final Names names;
    private final ChainVerifier verifier = SimKey.remembering();
    private final Network network;
    private final SortedMap<String, SimReplica> replicas = new TreeMap<>();
    private final SortedMap<String, Hub> hubs = new TreeMap<>();
    private final SortedMap<String, NewerPeer> newer = new TreeMap<>();
    private final SortedSet<String> everyone;
    private final Stage stage = new Stage(this);
    private final List<String> skipped = new ArrayList<>();

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
        this.plan = plan;
        this.everyone = plan.everyone();
        this.network = new Network(queue, faults, fates, new Liar());
    }

    /** Everyone who is there from the start. */
    public void begin() {
        for (Plan.Setup setup : plan.replicas()) {
            add(new SimReplica(this, setup, shelves));
        }
        for (String hub : plan.hubs()) {
            Hub made = new Hub(hub, names, queue);
            hubs.put(hub, made);
            network.join(made);
        }
        for (String peer : plan.newer()) {
            NewerPeer made = new NewerPeer(peer, names, queue, faults);
            newer.put(peer, made);
            network.join(made);
        }
    }

    void add(SimReplica replica) {
        replicas.put(replica.name(), replica);
        network.join(replica);
    }

    EventQueue queue() {
        return queue;
    }

    Shelf.Maker shelves() {
        return shelves;
    }

    SortedMap<String, Hub> hubs() {
        return hubs;
    }

    SortedMap<String, NewerPeer> newer() {
        return newer;
    }

    /** Whether all whom an action names are there at some time. */
    boolean knows(Action action) {
        return everyone.containsAll(action.names());
    }

    /** An action that fits nothing any more. */
    void skip(Action action) {
        skipped.add(action.id());
    }

    ChainVerifier verifier() {
        return verifier;
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

    /** Questions for ops and for points of chains in rounds whose names begin so. */
    public long opQuestions(String pulls) {
        return network.opQuestions(pulls);
    }

    public SortedMap<String, SimReplica> replicas() {
        return replicas;
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
        stage.close();
    }

    /** Lets the next thing happen, if it is due by then. */
    public boolean next(long untilMillis) {
        return queue.next(untilMillis);
    }

    /** Lets an action happen now. */
    public void perform(Action action) {
        stage.perform(action);
    }

    public void schedule(Action action) {
        queue.at(action.at(), action.id(), () -> stage.perform(action));
    }

    /** Lets a replica write now. @return whether it took the request */
    public boolean write(Action.Append append) {
        SimReplica replica = replicas.get(append.actor());
        return replica != null && stage.append(append, replica);
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

    /** Event ids of what a hub wrote and still has. */
    public List<String> hubEvents(String hub) {
        Hub of = hubs.get(hub);
        return of == null ? List.of() : of.ownEvents();
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
}
