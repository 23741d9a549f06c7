package io.meshlog.sim.workload;

import io.meshlog.sim.draw.Stream;
import java.util.ArrayList;
import java.util.List;

/**
 * What is written as one transaction or not at all: batches and patches, some in the place of plain appends. Confined to
 * the making of one plan.
 */
final class Together {
    private static final int BATCH_PERCENT = 2;
    private static final int PATCH_PERCENT = 2;

    private final Stream draws;
    private final List<String> replicas;

    Together(Stream draws, List<String> replicas) {
        this.draws = draws;
        this.replicas = replicas;
    }

    /** What happens in the place of an append of that id; nothing where that stays as it is. */
    List<Action> instead(String id, long at, String actor) {
        int drawn = draws.below(100);
        if (drawn < BATCH_PERCENT) {
            List<String> events = new ArrayList<>();
            for (int i = 1 + draws.below(3); i >= 0; i--) {
                events.add(id + "-" + events.size());
            }
            String to = draws.chance(60) ? "agent@" + draws.pick(replicas) : null;
            // An artifact that nobody has: the last event is refused, and all others with it.
            String lacks = draws.chance(25) ? "lacking" + id : null;
            return List.of(new Action.Batch(id, at, actor, events, to, lacks));
        } else if (drawn < BATCH_PERCENT + PATCH_PERCENT) {
            return List.of(new Action.Patch(id, at, actor, id, "patch" + id, "patch " + id + "\n"));
        }
        return List.of();
    }
}
