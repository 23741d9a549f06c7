package io.meshlog.sim.workload;

import io.meshlog.sim.draw.Stream;
import io.meshlog.sim.fault.FaultKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Draws a plan from a seed. Every subject has a stream of its own, so that a new draw for one of them leaves all others
 * as they were. Confined to one thread.
 */
public final class PlanMaker {
    /** What a run is asked for. @param replicas 2 to 1,000 @param ops 1 to 100,000 appends by replicas */
    public record Size(int replicas, int ops) {}

    private final long seed;
    private final Profile profile;
    private final Size size;
    private final List<Action> actions = new ArrayList<>();
    private final List<String> names = new ArrayList<>();
    private final List<String> hubs = new ArrayList<>();
    private final List<String> newer = new ArrayList<>();
    private final List<FaultKind> faults;
    private final long spanMillis;
    /** How long things go on breaking after the last write: what is lost then is not written over by news. */
    private final long tailMillis;

    private final int pullEveryMillis;

    private PlanMaker(long seed, Profile profile, Size size) {
        this.seed = seed;
        this.profile = profile;
        Stream shape = stream("shape");
        int replicas = profile == Profile.SWARM ? 2 + shape.below(size.replicas - 1) : size.replicas;
        this.size = new Size(replicas, size.ops);
        this.faults = drawFaults();
        // Busy runs pack their ops closely, quiet ones give each op time to travel.
        this.spanMillis = size.ops * shape.pick(List.of(5L, 10L, 20L, 40L));
        this.tailMillis = shape.chance(50) ? spanMillis / 4 : 0;
        this.pullEveryMillis = shape.pick(List.of(15, 30, 60));
    }

    public static Plan make(long seed, Profile profile, Size size) {
        return new PlanMaker(seed, profile, size).plan();
    }

    private Stream stream(String name) {
        return new Stream(seed, "plan/" + name);
    }

    private boolean has(FaultKind kind) {
        return faults.contains(kind);
    }

    private List<FaultKind> drawFaults() {
        Stream draws = stream("faults");
        List<FaultKind> left = new ArrayList<>(profile.may());
        List<FaultKind> drawn = new ArrayList<>();
        int count = 1 + draws.below(profile.kindsMax());
        while (drawn.size() < count && !left.isEmpty()) {
            drawn.add(left.remove(draws.below(left.size())));
        }
        drawn.sort(Comparator.naturalOrder());
        return drawn;
    }

    private Plan plan() {
        List<Plan.Setup> setups = setups();
        scripted();
        writes();
        keyed();
        pulls();
        reads();
        for (FaultKind kind : faults) {
            faults(kind);
        }
        actions.sort(Comparator.comparingLong(Action::at).thenComparing(Action::id));
        return new Plan(setups, hubs, newer, faults, List.copyOf(actions), spanMillis + tailMillis, core());
    }

    private List<Plan.Setup> setups() {
        Stream draws = stream("setup");
        boolean json = draws.chance(12);
        List<Plan.Setup> setups = new ArrayList<>();
        for (int i = 1; i <= size.replicas; i++) {
            String name = "r" + i;
            names.add(name);
            setups.add(new Plan.Setup(
                    name,
                    draws.pick(List.of(1, 2, 3, 7, 50, 500, 500, 500)),
                    draws.pick(List.of(0L, 1L, 5L)),
                    draws.pick(List.of(1L, 5L, 20L)),
                    draws.chance(20) ? draws.between(-90_000, 90_000) : draws.between(-5, 5),
                    json));
        }
        return setups;
    }

    private void scripted() {
        if (has(FaultKind.HUB) || has(FaultKind.HUB_RESET) || has(FaultKind.NEWER_PEER)) {
            hubs.add("h1");
        }
        if (has(FaultKind.NEWER_PEER)) {
            newer.add("x1");
        }
    }

    /** Sometimes a part of the replicas stays away for good: the rest has to get along without it. */
    private List<String> core() {
        Stream draws = stream("core");
        if (size.replicas < 4 || !draws.chance(15)) {
            return List.copyOf(names);
        }
        List<String> core = new ArrayList<>(names);
        core.remove(draws.below(core.size()));
        return core;
    }

    private String replica(Stream draws) {
        return names.get(draws.below(names.size()));
    }

    private String other(Stream draws, String than) {
        String drawn = than;
        while (drawn.equals(than)) {
            drawn = replica(draws);
        }
        return drawn;
    }

    private long time(Stream draws) {
        return draws.between(0, spanMillis + tailMillis);
    }

    // ---- what people do

    private void writes() {
        Stream draws = stream("writes");
        boolean shared = has(FaultKind.SHARED_ID);
        int sharedIds = 1 + draws.below(4);
        boolean artifacts = has(FaultKind.ARTIFACT);
        Together together = new Together(stream("together"), this.names);
        Conversations talk = new Conversations(stream("talk"), this.names, shared);
        List<String> stored = new ArrayList<>();
        // One replica is often much busier than the others.
        String hot = draws.chance(30) ? replica(draws) : "";
        for (int i = 1; i <= size.ops; i++) {
            long at = spanMillis * i / (size.ops + 1) + draws.between(0, 3);
            String actor = !hot.isEmpty() && draws.chance(60) ? hot : replica(draws);
            String event = shared && draws.chance(15) ? "shared" + draws.below(sharedIds) : "e" + i;
            boolean isShared = event.startsWith("shared");
            String body = draws.chance(isShared ? 70 : 25) ? "same" : "body " + i;
            String to = draws.chance(isShared ? 0 : 20) ? "agent@" + replica(draws) : null;
            List<String> names = List.of();
            if (artifacts && draws.chance(20)) {
                String label = "a" + i;
                actions.add(
                        new Action.Put("u" + i, Math.max(0, at - draws.between(1, 40)), actor, label, "content " + i));
                stored.add(label);
            }
            if (artifacts && !stored.isEmpty() && draws.chance(5)) {
                // Somebody else's id, with other content.
                actions.add(new Action.Put("v" + i, at, replica(draws), draws.pick(stored), "other content " + i));
            }
            if (artifacts && !stored.isEmpty() && draws.chance(30)) {
                names = List.of("art_" + draws.pick(stored));
            }
            boolean mayTalk = !isShared && names.isEmpty();
            List<Action> instead = mayTalk ? talk.instead("e" + i, at, actor) : List.of();
            if (mayTalk && instead.isEmpty()) {
                instead = together.instead("e" + i, at, actor);
            }
            if (instead.isEmpty()) {
                actions.add(new Action.Append("e" + i, at, actor, event, body, to, names));
                talk.heard(event, "agent@" + actor, to);
            }
            actions.addAll(instead);
        }
        if (has(FaultKind.BURST)) {
            burst();
        }
    }

    /**
     * Clients that ask under idempotency keys, and ask again because they do not know whether they were heard: at the
     * same replica after a while, and at another one, which need not have heard of it. Now and then the second request
     * says something else.
     */
    private void keyed() {
        Stream draws = stream("keys");
        int count = Math.max(2, size.ops / 25);
        for (int i = 1; i <= count; i++) {
            long at = draws.between(0, spanMillis);
            String key = "k" + i;
            String actor = replica(draws);
            String body = "keyed " + i;
            actions.add(asks(key + "a", at, actor, key, body));
            if (draws.chance(70)) {
                actions.add(asks(key + "b", later(at, draws), actor, key, body));
            }
            if (draws.chance(60)) {
                String elsewhere = other(draws, actor);
                String says = draws.chance(15) ? "something else " + i : body;
                actions.add(asks(key + "c", later(at, draws), elsewhere, key, says));
            }
        }
    }

    private long later(long at, Stream draws) {
        return Math.min(at + draws.between(0, 400), spanMillis + tailMillis);
    }

    private static Action.Append asks(String id, long at, String actor, String key, String body) {
        return new Action.Append(id, at, actor, key, body, null, List.of(), key);
    }

    private void burst() {
        Stream draws = stream("burst");
        String actor = replica(draws);
        long at = time(draws);
        int count = 10 + draws.below(30);
        for (int i = 1; i <= count; i++) {
            // Now and then two of them are one: a client that asks again before it was answered.
            String event = "b" + (i > 1 && draws.chance(10) ? i - 1 : i);
            actions.add(new Action.Append("b" + i, at, actor, event, "burst", null, List.of()));
        }
    }

    private void pulls() {
        Stream draws = stream("pulls");
        List<List<String>> links = links(draws);
        int count = 0;
        for (long at = 0; at < spanMillis + tailMillis; at += 1 + draws.below(pullEveryMillis)) {
            List<String> link = draws.pick(links);
            actions.add(new Action.Pull("p" + ++count, at, link.get(0), link.get(1)));
        }
        for (String hub : hubs) {
            for (long at = 0; at < spanMillis + tailMillis; at += 20 + draws.below(150)) {
                String node = replica(draws);
                actions.add(
                        draws.chance(50)
                                ? new Action.Pull("p" + ++count, at, node, hub)
                                : new Action.HubPull("p" + ++count, at, hub, node));
            }
        }
        for (String peer : newer) {
            for (long at = 0; at < spanMillis + tailMillis; at += 50 + draws.below(200)) {
                actions.add(new Action.Pull("p" + ++count, at, replica(draws), peer));
            }
        }
    }

    /** Who pulls from whom: everyone from everyone, a ring, a star, or a line of relays. */
    private List<List<String>> links(Stream draws) {
        List<List<String>> links = new ArrayList<>();
        int n = names.size();
        int shape = draws.below(4);
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < n; k++) {
                boolean linked = switch (shape) {
                    case 0 -> i != k;
                    case 1 -> k == (i + 1) % n;
                    case 2 -> i != k && (i == 0 || k == 0);
                    default -> Math.abs(i - k) == 1;
                };
                if (linked) {
                    links.add(List.of(names.get(i), names.get(k)));
                }
            }
        }
        return links;
    }

    private void reads() {
        Stream draws = stream("reads");
        int count = 0;
        for (long at = 0; at < spanMillis + tailMillis; at += 20 + draws.below(200)) {
            actions.add(new Action.Read("q" + ++count, at, replica(draws)));
        }
    }

    // ---- what breaks

    private void faults(FaultKind kind) {
        Stream draws = stream("fault/" + kind);
        switch (kind.group()) {
            case NETWORK -> network(kind, draws);
            case PROCESS -> process(kind, draws);
            case DISK -> disk(kind, draws);
            case CLOCK -> clock(kind, draws);
            case IDENTITY -> new IdentityFaults(actions, names, spanMillis, draws).add(kind);
            case PEER -> peers(kind, draws);
            case LOAD -> {} // part of what is written
        }
    }

    private void network(FaultKind kind, Stream draws) {
        if (kind != FaultKind.PARTITION) {
            return; // the fate of single messages
        }
        int count = 1 + draws.below(3);
        for (int i = 1; i <= count; i++) {
            long at = draws.between(0, spanMillis * 3 / 4);
            long millis = draws.between(Math.max(1, spanMillis / 10), Math.max(2, spanMillis / 2));
            actions.add(new Action.Cut("cut" + i, at, names.get(0), cutLinks(draws), millis));
        }
    }

    /** Isolates one, parts the mesh in halves that may share a bridge, or cuts in one direction only. */
    private List<String> cutLinks(Stream draws) {
        List<String> cut = new ArrayList<>();
        int shape = draws.below(4);
        String lonely = replica(draws);
        int half = Math.max(1, names.size() / 2);
        for (int i = 0; i < names.size(); i++) {
            for (int k = 0; k < names.size(); k++) {
                String from = names.get(i);
                String to = names.get(k);
                boolean across = i < half != k < half;
                boolean bridge = i == half || k == half;
                boolean isCut = switch (shape) {
                    case 0 -> from.equals(lonely) || to.equals(lonely);
                    case 1 -> across;
                    case 2 -> across && !bridge;
                    default -> to.equals(lonely);
                };
                if (i != k && isCut) {
                    cut.add(from + ">" + to);
                }
            }
        }
        return cut;
    }

    private int some(Stream draws) {
        return 1 + draws.below(4);
    }

    private void process(FaultKind kind, Stream draws) {
        int count = some(draws);
        for (int i = 1; i <= count; i++) {
            String actor = replica(draws);
            long at = time(draws);
            long down = draws.between(1, Math.max(2, spanMillis / 5));
            String id = kind.label() + i;
            actions.add(
                    switch (kind) {
                        case KILL -> new Action.Kill(id, at, actor, down);
                        case CRASH_IN_WRITE ->
                            new Action.CrashInWrite(id, at, actor, 1 + draws.below(6), draws.chance(50), down);
                        case CRASH_AFTER_COMMIT -> new Action.CrashAfterCommit(id, at, actor, draws.below(4), down);
                        default -> new Action.Pause(id, at, actor, down);
                    });
        }
    }

    private void disk(FaultKind kind, Stream draws) {
        int count = some(draws);
        for (int i = 1; i <= count; i++) {
            String actor = replica(draws);
            long at = time(draws);
            actions.add(
                    switch (kind) {
                        case DISK_FULL ->
                            new Action.DiskFull("full" + i, at, actor, draws.between(10, Math.max(11, spanMillis / 4)));
                        case DISK_ERROR ->
                            new Action.DiskError("eio" + i, at, actor, 1 + draws.below(6), draws.chance(50));
                        default ->
                            new Action.FailedSync(
                                    "sync" + i,
                                    at,
                                    actor,
                                    1 + draws.below(6),
                                    draws.pick(List.of(-1L, 0L, 1L, 5L, 20L)),
                                    draws.between(1, Math.max(2, spanMillis / 5)));
                    });
        }
    }

    private void clock(FaultKind kind, Stream draws) {
        int count = some(draws);
        long day = 24L * 60 * 60 * 1000;
        for (int i = 1; i <= count; i++) {
            String actor = replica(draws);
            long at = time(draws);
            long millis = draws.between(20, Math.max(21, spanMillis / 2));
            String id = kind.label() + i;
            actions.add(
                    switch (kind) {
                        case CLOCK_JUMP ->
                            new Action.ClockJump(
                                    id,
                                    at,
                                    actor,
                                    draws.pick(List.of(
                                            -7_200_000L,
                                            -60_000L,
                                            -50L,
                                            50L,
                                            90_000L,
                                            7_200_000L,
                                            23 * 3_600_000L,
                                            25 * 3_600_000L)));
                        case CLOCK_DRIFT ->
                            new Action.ClockDrift(id, at, actor, draws.pick(List.of(-900L, -100L, 100L, 5_000L)));
                        case CLOCK_FREEZE -> new Action.ClockFreeze(id, at, actor, millis);
                        case CLOCK_FAR ->
                            new Action.ClockFar(
                                    id,
                                    at,
                                    actor,
                                    draws.pick(List.of(
                                            0L, 1_787_700_000_000L + 3 * day, 1_787_700_000_000L + 90_000 * day)),
                                    millis);
                        default -> new Action.SlowSigner(id, at, actor, draws.between(50, 2_000), millis);
                    });
        }
    }

    private void peers(FaultKind kind, Stream draws) {
        int count = 2 + draws.below(8);
        for (int i = 1; i <= count; i++) {
            String id = kind.label() + i;
            long at = time(draws);
            switch (kind) {
                case LIE -> {
                    String actor = replica(draws);
                    LieKind lie = draws.pick(List.of(LieKind.values()));
                    actions.add(new Action.Lie(id, at, actor, other(draws, actor), lie));
                }
                case HUB ->
                    actions.add(new Action.HubWrite(
                            id,
                            at,
                            "h1",
                            "h" + i,
                            "from the hub " + i,
                            draws.below(3),
                            draws.chance(20) ? replica(draws) : null));
                case HUB_RESET ->
                    actions.add(
                            draws.chance(60)
                                    ? new Action.HubWrite(
                                            id, at, "h1", "g" + i, "from the hub " + i, draws.below(2), null)
                                    : new Action.HubReset(id, at, "h1", 1 + draws.below(3)));
                default -> actions.add(new Action.NewerWrite(id, at, "x1", "x" + i, draws.chance(60)));
            }
        }
    }
}
