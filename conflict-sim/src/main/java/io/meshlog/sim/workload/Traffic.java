package io.meshlog.sim.workload;

import io.meshlog.sim.draw.Stream;
import java.util.ArrayList;
import java.util.List;

/** Who pulls from whom and when, and when readers look. Confined to the making of one plan. */
final class Traffic {
    private final List<Action> actions;
    private final Scene scene;
    private final int everyMillis;

    /** @param everyMillis a pull begins at most so long after the one before it */
    Traffic(List<Action> actions, Scene scene, int everyMillis) {
        this.actions = actions;
        this.scene = scene;
        this.everyMillis = everyMillis;
    }

    void add() {
        pulls();
        reads();
    }

    private void pulls() {
        Stream draws = scene.stream("pulls");
        List<List<String>> links = links(draws);
        int count = 0;
        for (long at = 0; at < scene.endMillis(); at += 1 + draws.below(everyMillis)) {
            List<String> link = draws.pick(links);
            actions.add(new Action.Pull("p" + ++count, at, link.get(0), link.get(1)));
        }
        for (String hub : scene.hubs()) {
            for (long at = 0; at < scene.endMillis(); at += 20 + draws.below(150)) {
                String node = scene.replica(draws);
                actions.add(
                        draws.chance(50)
                                ? new Action.Pull("p" + ++count, at, node, hub)
                                : new Action.HubPull("p" + ++count, at, hub, node));
            }
        }
        for (String peer : scene.newer()) {
            for (long at = 0; at < scene.endMillis(); at += 50 + draws.below(200)) {
                actions.add(new Action.Pull("p" + ++count, at, scene.replica(draws), peer));
            }
        }
    }

    /** Who pulls from whom: everyone from everyone, a ring, a star, or a line of relays. */
    private List<List<String>> links(Stream draws) {
        List<List<String>> links = new ArrayList<>();
        int n = scene.names().size();
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
                    links.add(List.of(scene.names().get(i), scene.names().get(k)));
                }
            }
        }
        return links;
    }

    private void reads() {
        Stream draws = scene.stream("reads");
        int count = 0;
        for (long at = 0; at < scene.endMillis(); at += 20 + draws.below(200)) {
            actions.add(new Action.Read("q" + ++count, at, scene.replica(draws)));
        }
    }
}
