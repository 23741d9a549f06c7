package io.meshlog.sim.workload;

import io.meshlog.sim.draw.Stream;
import io.meshlog.sim.fault.FaultKind;
import java.util.ArrayList;
import java.util.List;

/** What breaks, kind by kind. Confined to the making of one plan. */
final class PlannedFaults {
    private final List<Action> actions;
    private final Scene scene;

    PlannedFaults(List<Action> actions, Scene scene) {
        this.actions = actions;
        this.scene = scene;
    }

    void add(FaultKind kind) {
        Stream draws = scene.stream("fault/" + kind);
        switch (kind.group()) {
            case NETWORK -> network(kind, draws);
            case PROCESS -> process(kind, draws);
            case DISK -> disk(kind, draws);
            case CLOCK -> clock(kind, draws);
            case IDENTITY -> new IdentityFaults(actions, scene.names(), scene.spanMillis(), draws).add(kind);
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
            long at = draws.between(0, scene.spanMillis() * 3 / 4);
            long millis = draws.between(Math.max(1, scene.spanMillis() / 10), Math.max(2, scene.spanMillis() / 2));
            actions.add(new Action.Cut("cut" + i, at, scene.names().get(0), cutLinks(draws), millis));
        }
    }

    /** Isolates one, parts the mesh in halves that may share a bridge, or cuts in one direction only. */
    private List<String> cutLinks(Stream draws) {
        List<String> cut = new ArrayList<>();
        int shape = draws.below(4);
        String lonely = scene.replica(draws);
        int half = Math.max(1, scene.names().size() / 2);
        for (int i = 0; i < scene.names().size(); i++) {
            for (int k = 0; k < scene.names().size(); k++) {
                String from = scene.names().get(i);
                String to = scene.names().get(k);
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
            String actor = scene.replica(draws);
            long at = scene.time(draws);
            long down = draws.between(1, Math.max(2, scene.spanMillis() / 5));
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
            String actor = scene.replica(draws);
            long at = scene.time(draws);
            actions.add(
                    switch (kind) {
                        case DISK_FULL ->
                            new Action.DiskFull(
                                    "full" + i, at, actor, draws.between(10, Math.max(11, scene.spanMillis() / 4)));
                        case DISK_ERROR ->
                            new Action.DiskError("eio" + i, at, actor, 1 + draws.below(6), draws.chance(50));
                        default ->
                            new Action.FailedSync(
                                    "sync" + i,
                                    at,
                                    actor,
                                    1 + draws.below(6),
                                    draws.pick(List.of(-1L, 0L, 1L, 5L, 20L)),
                                    draws.between(1, Math.max(2, scene.spanMillis() / 5)));
                    });
        }
    }

    private void clock(FaultKind kind, Stream draws) {
        int count = some(draws);
        long day = 24L * 60 * 60 * 1000;
        for (int i = 1; i <= count; i++) {
            String actor = scene.replica(draws);
            long at = scene.time(draws);
            long millis = draws.between(20, Math.max(21, scene.spanMillis() / 2));
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
            long at = scene.time(draws);
            switch (kind) {
                case LIE -> {
                    String actor = scene.replica(draws);
                    LieKind lie = draws.pick(List.of(LieKind.values()));
                    actions.add(new Action.Lie(id, at, actor, scene.other(draws, actor), lie));
                }
                case HUB ->
                    actions.add(new Action.HubWrite(
                            id,
                            at,
                            "h1",
                            "h" + i,
                            "from the hub " + i,
                            draws.below(3),
                            draws.chance(20) ? scene.replica(draws) : null));
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
