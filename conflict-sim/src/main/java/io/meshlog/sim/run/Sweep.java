package io.meshlog.sim.run;

import io.meshlog.sim.workload.PlanMaker;
import io.meshlog.sim.workload.Profile;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Many runs, one seed after the other, up to the first that fails. Some of them are run twice: a run that cannot be
 * repeated is worth nothing. Confined to one thread.
 */
public final class Sweep {
    /** The first seed is run twice, and each of this many after it. */
    static final int RUN_TWICE_EVERY = 50;

    private final Function<SimConfig, Verdict> runner;
    private final Tally tally = new Tally();

    private Sweep(Function<SimConfig, Verdict> runner) {
        this.runner = runner;
    }

    /**
     * What to run.
     *
     * @param first the first seed
     * @param last the last one, inclusive
     * @param enough asked after each run: whether to end before {@code last}
     */
    public record Order(
            Profile profile, PlanMaker.Size size, String store, long first, long last, BooleanSupplier enough) {}

    /** How a sweep ended. */
    public enum Ending {
        PASSED,
        VIOLATED,
        /** Something that was asked for never happened: see the obligations. */
        INCONCLUSIVE,
        NOT_DETERMINISTIC,
        NOT_CONVERGED;

        /** Of one run. */
        public static Ending of(Verdict verdict) {
            if (verdict.violation() != null) {
                return VIOLATED;
            }
            return verdict.converged() ? PASSED : NOT_CONVERGED;
        }
    }

    /** One seed, two hashes. */
    public record Differing(long seed, String first, String second) {}

    /**
     * What came of it.
     *
     * @param lastSeed the last one that was run
     * @param failed the run that failed; null where none did
     * @param obligations what it must have met
     */
    public record Result(
            Ending ending,
            long firstSeed,
            long lastSeed,
            Tally tally,
            @Nullable Verdict failed,
            @Nullable Differing differing,
            List<Obligations.Obligation> obligations) {}

    public static Result run(Order order, Consumer<Tally> progress) {
        return run(order, progress, Simulation::run);
    }

    /** @param progress hears after each run @param runner runs one seed */
    public static Result run(Order order, Consumer<Tally> progress, Function<SimConfig, Verdict> runner) {
        return new Sweep(runner).sweep(order, progress);
    }

    private Result sweep(Order order, Consumer<Tally> progress) {
        SimConfig config = new SimConfig(order.first(), order.profile(), order.size(), order.store());
        long seed = order.first();
        while (true) {
            Verdict verdict = runner.apply(config.withSeed(seed));
            tally.add(verdict);
            Differing differing = repeated(verdict, (seed - order.first()) % RUN_TWICE_EVERY == 0);
            if (differing != null) {
                return result(Ending.NOT_DETERMINISTIC, order, seed, verdict, differing);
            } else if (!verdict.passed()) {
                return result(Ending.of(verdict), order, seed, verdict, null);
            }
            progress.accept(tally);
            if (seed == order.last() || order.enough().getAsBoolean()) {
                break;
            }
            seed++;
        }
        boolean met = obligations(order).stream().allMatch(Obligations.Obligation::isMet);
        return result(met ? Ending.PASSED : Ending.INCONCLUSIVE, order, seed, null, null);
    }

    /** Runs it again: a failure from what is kept of it, any other from its seed. */
    private @Nullable Differing repeated(Verdict verdict, boolean isDue) {
        if (verdict.passed() && !isDue) {
            return null;
        }
        Verdict again = verdict.passed()
                ? runner.apply(verdict.config())
                : Cases.replay(Cases.of(verdict)).verdict();
        if (!again.trace().equals(verdict.trace())) {
            return new Differing(verdict.config().seed(), verdict.trace(), again.trace());
        }
        tally.ranTwice();
        return null;
    }

    private List<Obligations.Obligation> obligations(Order order) {
        return Obligations.of(order.profile(), tally);
    }

    private Result result(
            Ending ending, Order order, long seed, @Nullable Verdict failed, @Nullable Differing differing) {
        return new Result(ending, order.first(), seed, tally, failed, differing, obligations(order));
    }
}
