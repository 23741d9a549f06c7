package io.meshlog.sim.workload;

import io.meshlog.sim.draw.Stream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Agents that ask each other for things, take them on, and say how they ended: some in the place of plain appends, so
 * that a run has as many ops with them as without. Confined to the making of one plan.
 */
final class Conversations {
    private static final int ASK_PERCENT = 9;
    private static final int REPLY_PERCENT = 13;
    /** People talk about what was asked lately. */
    private static final int RECENT = 6;

    private static final List<String> STATUSES = List.of(
            "claimed",
            "claimed",
            "claimed",
            "claimed",
            "ready",
            "ready",
            "applied",
            "applied",
            "blocked",
            "failed",
            "superseded",
            "superseded");

    /** What was asked. @param thread label of the event that its thread is named after */
    private record Asked(String event, String from, String to, String thread) {}

    private final Stream draws;
    private final List<String> replicas;
    private final boolean isIdShared;
    private final List<Asked> asked = new ArrayList<>();

    /** @param isIdShared whether several may ask under one event id */
    Conversations(Stream draws, List<String> replicas, boolean isIdShared) {
        this.draws = draws;
        this.replicas = replicas;
        this.isIdShared = isIdShared;
    }

    /** Somebody asks for something by an action of another kind. @param to null where nobody is asked */
    void heard(String event, String from, @Nullable String to) {
        if (to != null) {
            asked.add(new Asked(event, from, to, event));
        }
    }

    /** What happens in the place of an append of that id; nothing where that stays as it is. */
    List<Action> instead(String id, long at, String actor) {
        int drawn = draws.below(100);
        if (drawn < ASK_PERCENT) {
            return List.of(ask(id, at, actor));
        } else if (drawn < ASK_PERCENT + REPLY_PERCENT && !asked.isEmpty()) {
            return reply(id, at, actor);
        }
        return List.of();
    }

    private String agent() {
        return "agent@" + draws.pick(replicas);
    }

    private Asked recent() {
        return asked.get(Math.max(0, asked.size() - 1 - draws.below(RECENT)));
    }

    private Action ask(String id, long at, String actor) {
        String from = "agent@" + actor;
        int whom = draws.below(100);
        String to = whom < 8 ? "*" : whom < 16 ? from : agent();
        String thread = !asked.isEmpty() && draws.chance(45) ? recent().thread : null;
        // Two who ask under one id ask for different things: whoever answers one of them owes the other.
        String event = isIdShared && !asked.isEmpty() && draws.chance(35) ? recent().event : id;
        asked.add(new Asked(event, from, to, thread == null ? event : thread));
        return new Action.Ask(id, at, actor, event, from, to, thread, draws.chance(20));
    }

    private List<Action> reply(String id, long at, String actor) {
        Asked about = recent();
        int who = draws.below(100);
        String agent = who < 75 && !about.to.equals("*") ? about.to : who < 88 ? about.from : agent();
        String status = draws.pick(STATUSES);
        boolean named = draws.chance(50);
        String of = named || draws.chance(40) ? about.event : about.thread;
        List<Action> said = new ArrayList<>();
        said.add(new Action.Reply(id, at, actor, id, agent, of, status, named));
        if (status.equals("claimed") && draws.chance(60)) {
            // Another takes it on elsewhere and need not have heard of the first.
            String elsewhere = draws.pick(replicas);
            said.add(new Action.Reply(
                    id + "c", at + draws.between(0, 30), elsewhere, id + "c", "agent@" + elsewhere, of, status, named));
        }
        return said;
    }
}
