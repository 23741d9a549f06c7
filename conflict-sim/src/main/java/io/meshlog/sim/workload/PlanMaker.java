package io.meshlog.sim.workload;

import io.meshlog.sim.draw.Stream;
import io.meshlog.sim.fault.FaultKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Draws a plan from a seed. Every subject has a stream of its own, so that a new draw for one of them leaves all others
 * as they were. Stateless.
 */
public final class PlanMaker {
    /** What a run is asked for. @param replicas 2 to 1,000 @param ops 1 to 100,000 appends by replicas */
    public record Size(int replicas, int ops) {}

    private PlanMaker() {}

    public static Plan make(long seed, Profile profile, Size size) {
        Stream shape = Scene.stream(seed, "shape");
        int replicas = profile == Profile.SWARM ? 2 + shape.below(size.replicas - 1) : size.replicas;
        // Busy runs pack their ops closely, quiet ones give each op time to travel.
        long spanMillis = size.ops * shape.pick(List.of(5L, 10L, 20L, 40L));
        long tailMillis = shape.chance(50) ? spanMillis / 4 : 0;
        int pullEveryMillis = shape.pick(List.of(15, 30, 60));
        Scene scene = scene(seed, faults(Scene.stream(seed, "faults"), profile), replicas, spanMillis, tailMillis);

        List<Action> actions = new ArrayList<>();
        new Writes(actions, scene, size.ops).add();
        new Traffic(actions, scene, pullEveryMillis).add();
        PlannedFaults faults = new PlannedFaults(actions, scene);
        scene.faults().forEach(faults::add);
        actions.sort(Comparator.comparingLong(Action::at).thenComparing(Action::id));
        return new Plan(
                setups(scene),
                scene.hubs(),
                scene.newer(),
                scene.faults(),
                List.copyOf(actions),
                scene.endMillis(),
                core(scene));
    }

    private static List<FaultKind> faults(Stream draws, Profile profile) {
        List<FaultKind> left = new ArrayList<>(profile.may());
        List<FaultKind> drawn = new ArrayList<>();
        int count = 1 + draws.below(profile.kindsMax());
        while (drawn.size() < count && !left.isEmpty()) {
            drawn.add(left.remove(draws.below(left.size())));
        }
        drawn.sort(Comparator.naturalOrder());
        return drawn;
    }

    private static Scene scene(long seed, List<FaultKind> faults, int replicas, long spanMillis, long tailMillis) {
        List<String> names =
                IntStream.rangeClosed(1, replicas).mapToObj(i -> "r" + i).toList();
        boolean hasNewer = faults.contains(FaultKind.NEWER_PEER);
        boolean hasHub = hasNewer || faults.contains(FaultKind.HUB) || faults.contains(FaultKind.HUB_RESET);
        return new Scene(
                seed,
                names,
                hasHub ? List.of("h1") : List.of(),
                hasNewer ? List.of("x1") : List.of(),
                faults,
                spanMillis,
                spanMillis + tailMillis);
    }

    private static List<Plan.Setup> setups(Scene scene) {
        Stream draws = scene.stream("setup");
        boolean json = draws.chance(12);
        List<Plan.Setup> setups = new ArrayList<>();
        for (String name : scene.names()) {
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

    /** Sometimes a part of the replicas stays away for good: the rest has to get along without it. */
    private static List<String> core(Scene scene) {
        Stream draws = scene.stream("core");
        if (scene.names().size() < 4 || !draws.chance(15)) {
            return scene.names();
        }
        List<String> core = new ArrayList<>(scene.names());
        core.remove(draws.below(core.size()));
        return core;
    }
}
