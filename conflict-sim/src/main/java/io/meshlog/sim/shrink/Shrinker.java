package io.meshlog.sim.shrink;

import io.meshlog.sim.fault.Fate;
import io.meshlog.sim.workload.Action;
import io.meshlog.sim.workload.Plan;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Delta debugging over the steps of a run: leaves out as much as it can while the run fails with the same signature,
 * then makes what is left plainer. Deterministic. Confined to one thread.
 */
/*
 * Zeller and Hildebrandt, "Simplifying and Isolating Failure-Inducing Input" (2002): halves, quarters … single steps,
 * each tried without. What is drawn for a step hangs on the step's name, so leaving one out changes no other.
 */
public final class Shrinker {
    private final Signature signature;
    private final Consumer<String> progress;
    private final int runsMax;
    private Failing best;
    private int runs;

    /** @param why for each step that is left, by its name, what happens without it */
    public record Shrunk(Failing failing, Signature signature, SortedMap<String, String> why, int runs) {}

    private Shrinker(Failing failing, Signature signature, int runsMax, Consumer<String> progress) {
        this.best = failing;
        this.signature = signature;
        this.runsMax = runsMax;
        this.progress = progress;
    }

    /**
     * @param runsMax how many runs it may take; then it returns what it has
     * @param progress told whenever the run got smaller
     * @throws IllegalArgumentException if the run does not fail
     */
    public static Shrunk shrink(Failing failing, int runsMax, Consumer<String> progress) {
        Signature signature = Signature.of(failing.run());
        if (signature.equals(Signature.PASSED)) {
            throw new IllegalArgumentException("this run does not fail: there is nothing to shrink");
        }
        Shrinker shrinker = new Shrinker(failing, signature, runsMax, progress);
        shrinker.shrink();
        return new Shrunk(shrinker.best, signature, shrinker.why(), shrinker.runs);
    }

    private void shrink() {
        attempt(best.with(new TreeMap<>()));
        int before;
        do {
            before = best.size();
            leaveOutActions();
            leaveOutFates();
            leaveOutReplicas();
        } while (best.size() < before && runs < runsMax);
        plainer();
        leaveOutActions();
    }

    /** Takes it if it fails alike. */
    private boolean attempt(Failing smaller) {
        if (runs >= runsMax) {
            return false;
        }
        runs++;
        if (!Signature.of(smaller.run()).equals(signature)) {
            return false;
        }
        best = smaller;
        progress.accept(
                best.plan().actions().size() + " steps, " + best.fates().size() + " messages, " + runs + " runs");
        return true;
    }

    private void leaveOutActions() {
        for (int chunk = Math.max(1, best.plan().actions().size() / 2); chunk >= 1; chunk /= 2) {
            int at = 0;
            while (at < best.plan().actions().size()) {
                List<Action> left = new ArrayList<>(best.plan().actions());
                left.subList(at, Math.min(left.size(), at + chunk)).clear();
                if (!attempt(best.with(best.plan().with(left)))) {
                    at += chunk;
                }
            }
        }
    }

    private void leaveOutFates() {
        for (int chunk = Math.max(1, best.fates().size() / 2); chunk >= 1; chunk /= 2) {
            int at = 0;
            while (at < best.fates().size()) {
                List<String> names = new ArrayList<>(best.fates().keySet());
                SortedMap<String, Fate> left = new TreeMap<>(best.fates());
                names.subList(at, Math.min(names.size(), at + chunk)).forEach(left::remove);
                if (!attempt(best.with(left))) {
                    at += chunk;
                }
            }
        }
    }

    private void leaveOutReplicas() {
        for (Plan.Setup setup : List.copyOf(best.plan().replicas())) {
            if (best.plan().replicas().size() > 1) {
                attempt(best.with(without(best.plan(), setup.name())));
            }
        }
        Plan plan = best.plan();
        attempt(best.with(new Plan(
                plan.replicas(),
                List.of(),
                List.of(),
                plan.faults(),
                plan.actions(),
                plan.faultsEndMillis(),
                plan.core())));
    }

    private static Plan without(Plan plan, String name) {
        Predicate<Action> concerns = action -> action instanceof Action.Cut
                ? action.actor().equals(name)
                : action.names().contains(name);
        List<String> core = plan.core().stream().filter(c -> !c.equals(name)).toList();
        return new Plan(
                plan.replicas().stream().filter(r -> !r.name().equals(name)).toList(),
                plan.hubs(),
                plan.newer(),
                plan.faults(),
                plan.actions().stream()
                        .filter(concerns.negate())
                        .map(action -> unlinked(action, name))
                        .toList(),
                plan.faultsEndMillis(),
                core.isEmpty() ? plan.core() : core);
    }

    /** A cut, without the links of one who is not there. */
    private static Action unlinked(Action action, String name) {
        if (!(action instanceof Action.Cut cut)) {
            return action;
        }
        List<String> links = cut.links().stream()
                .filter(link -> !List.of(link.split(">", -1)).contains(name))
                .toList();
        return new Action.Cut(cut.id(), cut.at(), cut.actor(), links, cut.forMillis());
    }

    // ---- plainer

    private void plainer() {
        for (Plan.Setup setup : List.copyOf(best.plan().replicas())) {
            attempt(best.with(setUp(best.plan(), new Plan.Setup(setup.name(), 500, 0, 1, 0, false))));
        }
        long after = 0;
        for (Action action : best.plan().actions()) {
            after = Math.max(after, action.at());
        }
        Plan plan = best.plan();
        attempt(best.with(new Plan(
                plan.replicas(), plan.hubs(), plan.newer(), plan.faults(), plan.actions(), after + 1, plan.core())));
        for (long step : List.of(1_000L, 100L, 10L)) {
            if (attempt(best.with(spaced(best.plan(), step)))) {
                break;
            }
        }
    }

    private static Plan setUp(Plan plan, Plan.Setup plain) {
        return new Plan(
                plan.replicas().stream()
                        .map(r -> r.name().equals(plain.name()) ? plain : r)
                        .toList(),
                plan.hubs(),
                plan.newer(),
                plan.faults(),
                plan.actions(),
                plan.faultsEndMillis(),
                plan.core());
    }

    /** One step after the other at round times, each with time to come to its end. */
    private static Plan spaced(Plan plan, long step) {
        List<Action> spaced = new ArrayList<>();
        for (Action action : plan.actions()) {
            spaced.add(Moved.to(action, step * (spaced.size() + 1)));
        }
        return new Plan(
                plan.replicas(),
                plan.hubs(),
                plan.newer(),
                plan.faults(),
                spaced,
                step * (spaced.size() + 2L),
                plan.core());
    }

    // ---- why

    private SortedMap<String, String> why() {
        SortedMap<String, String> why = new TreeMap<>();
        for (Action action : best.plan().actions()) {
            List<Action> left = new ArrayList<>(best.plan().actions());
            left.remove(action);
            why.put(
                    action.id(),
                    "without it: "
                            + Signature.of(best.with(best.plan().with(left)).run()));
        }
        for (String exchange : best.fates().keySet()) {
            SortedMap<String, Fate> left = new TreeMap<>(best.fates());
            left.remove(exchange);
            why.put(exchange, "without it: " + Signature.of(best.with(left).run()));
        }
        return why;
    }
}
