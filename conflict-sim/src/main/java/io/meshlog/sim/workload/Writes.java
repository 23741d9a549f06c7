package io.meshlog.sim.workload;

import io.meshlog.sim.draw.Stream;
import io.meshlog.sim.fault.FaultKind;
import java.util.ArrayList;
import java.util.List;

/** What people write, and what they write again because they were not heard. Confined to the making of one plan. */
final class Writes {
    private final List<Action> actions;
    private final Scene scene;
    private final int ops;

    Writes(List<Action> actions, Scene scene, int ops) {
        this.actions = actions;
        this.scene = scene;
        this.ops = ops;
    }

    void add() {
        appends();
        if (scene.has(FaultKind.BURST)) {
            burst();
        }
        keyed();
    }

    private void appends() {
        Stream draws = scene.stream("writes");
        boolean shared = scene.has(FaultKind.SHARED_ID);
        int sharedIds = 1 + draws.below(4);
        boolean artifacts = scene.has(FaultKind.ARTIFACT);
        Together together = new Together(scene.stream("together"), scene.names());
        Conversations talk = new Conversations(scene.stream("talk"), scene.names(), shared);
        List<String> stored = new ArrayList<>();
        // One replica is often much busier than the others.
        String hot = draws.chance(30) ? scene.replica(draws) : "";
        for (int i = 1; i <= ops; i++) {
            long at = scene.spanMillis() * i / (ops + 1) + draws.between(0, 3);
            String actor = !hot.isEmpty() && draws.chance(60) ? hot : scene.replica(draws);
            String event = shared && draws.chance(15) ? "shared" + draws.below(sharedIds) : "e" + i;
            boolean isShared = event.startsWith("shared");
            String body = draws.chance(isShared ? 70 : 25) ? "same" : "body " + i;
            String to = draws.chance(isShared ? 0 : 20) ? "agent@" + scene.replica(draws) : null;
            List<String> names = List.of();
            if (artifacts && draws.chance(20)) {
                String label = "a" + i;
                actions.add(
                        new Action.Put("u" + i, Math.max(0, at - draws.between(1, 40)), actor, label, "content " + i));
                stored.add(label);
            }
            if (artifacts && !stored.isEmpty() && draws.chance(5)) {
                // Somebody else's id, with other content.
                actions.add(
                        new Action.Put("v" + i, at, scene.replica(draws), draws.pick(stored), "other content " + i));
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
    }

    /**
     * Clients that ask under idempotency keys, and ask again because they do not know whether they were heard: at the
     * same replica after a while, and at another one, which need not have heard of it. Now and then the second request
     * says something else.
     */
    private void keyed() {
        Stream draws = scene.stream("keys");
        int count = Math.max(2, ops / 25);
        for (int i = 1; i <= count; i++) {
            long at = draws.between(0, scene.spanMillis());
            String key = "k" + i;
            String actor = scene.replica(draws);
            String body = "keyed " + i;
            actions.add(asks(key + "a", at, actor, key, body));
            if (draws.chance(70)) {
                actions.add(asks(key + "b", later(at, draws), actor, key, body));
            }
            if (draws.chance(60)) {
                String elsewhere = scene.other(draws, actor);
                String says = draws.chance(15) ? "something else " + i : body;
                actions.add(asks(key + "c", later(at, draws), elsewhere, key, says));
            }
        }
    }

    private long later(long at, Stream draws) {
        return Math.min(at + draws.between(0, 400), scene.endMillis());
    }

    private static Action.Append asks(String id, long at, String actor, String key, String body) {
        return new Action.Append(id, at, actor, key, body, null, List.of(), key);
    }

    private void burst() {
        Stream draws = scene.stream("burst");
        String actor = scene.replica(draws);
        long at = scene.time(draws);
        int count = 10 + draws.below(30);
        for (int i = 1; i <= count; i++) {
            // Now and then two of them are one: a client that asks again before it was answered.
            String event = "b" + (i > 1 && draws.chance(10) ? i - 1 : i);
            actions.add(new Action.Append("b" + i, at, actor, event, "burst", null, List.of()));
        }
    }
}
