package io.meshlog.sim.workload;

import io.meshlog.sim.draw.Stream;
import io.meshlog.sim.fault.FaultKind;
import java.util.List;

/** Lost, restored, copied and renewed identities: each with what must come before it. Confined to one plan. */
final class IdentityFaults {
    private final List<Action> actions;
    private final List<String> names;
    private final long spanMillis;
    private final Stream draws;

    IdentityFaults(List<Action> actions, List<String> names, long spanMillis, Stream draws) {
        this.actions = actions;
        this.names = names;
        this.spanMillis = spanMillis;
        this.draws = draws;
    }

    void add(FaultKind kind) {
        int count = 1 + draws.below(3);
        String actor = draws.pick(names);
        for (int i = 1; i <= count; i++) {
            // Often the same one again: forks of forks, copies of copies.
            actor = draws.chance(60) ? actor : draws.pick(names);
            long at = draws.between(spanMillis / 8, spanMillis);
            switch (kind) {
                case RESTORE -> restore(i, actor, at);
                case CLONE -> copy(i, actor, at);
                case WIPE ->
                    actions.add(new Action.Wipe("wipe" + i, at, actor, draws.pick(List.of(Action.Wipe.What.values()))));
                default -> renew(i, actor, at);
            }
        }
    }

    /** Dies soon after, often between noticing that a new id is due and taking it. */
    private void dies(String id, String actor, long at) {
        if (draws.chance(40)) {
            actions.add(new Action.CrashAfterCommit(
                    id, draws.between(at, Math.max(at, spanMillis)), actor, draws.below(3), 1 + draws.below(50)));
        }
    }

    private void renew(int i, String actor, long at) {
        actions.add(new Action.Renew("renew" + i, at, actor));
        if (draws.chance(50)) {
            // Between the commit that says that a new id is due and the one that brings it, or just after.
            actions.add(new Action.CrashAfterCommit(
                    "renewdies" + i, Math.max(0, at - 1), actor, draws.below(2), 1 + draws.below(50)));
        }
    }

    private void restore(int i, String actor, long at) {
        long before = draws.between(0, Math.max(0, at - 1));
        String backup = "backup" + i;
        actions.add(new Action.Backup("save" + i, before, actor, backup));
        actions.add(new Action.Restore("restore" + i, at, actor, backup, draws.chance(25)));
        dies("restoredies" + i, actor, at);
        if (draws.chance(40)) {
            // The same copy once more: three histories from one point.
            actions.add(
                    new Action.Restore("again" + i, draws.between(at, Math.max(at, spanMillis)), actor, backup, false));
        }
    }

    private void copy(int i, String actor, long at) {
        String as = "c" + i;
        actions.add(new Action.Copy("copy" + i, at, actor, as));
        dies("copydies" + i, draws.chance(50) ? actor : as, at);
        for (int k = 1; k <= 3; k++) {
            // One id, one moment, two processes that think they are one: only the chain tells their ops apart.
            long then = draws.between(at, Math.max(at, spanMillis));
            String event = "tie" + i + "k" + k;
            actions.add(new Action.Append("t" + i + "k" + k, then, actor, event, "here", null, List.of()));
            actions.add(new Action.Append("c" + i + "t" + k, then, as, event, "there", null, List.of()));
        }
        int ops = 1 + draws.below(6);
        for (int k = 1; k <= ops; k++) {
            long then = draws.between(at, Math.max(at, spanMillis));
            actions.add(new Action.Append("c" + i + "e" + k, then, as, "c" + i + "e" + k, "copy", null, List.of()));
        }
        for (int k = 1; k <= 8; k++) {
            long then = draws.between(at, Math.max(at, spanMillis));
            String other = draws.pick(names);
            actions.add(
                    draws.chance(50)
                            ? new Action.Pull("c" + i + "p" + k, then, as, other)
                            : new Action.Pull("c" + i + "p" + k, then, other, as));
        }
    }
}
