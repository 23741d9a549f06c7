package io.meshlog.sim.mutant;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Runs seeds against one planted bug until a run fails, round robin over the profiles; where the bug says in which one
 * it shows, every second run is of that. Confined to one thread.
 */
public final class Hunt {
    /** What runs are tried, and for how long. @param millisMax for one planted bug @param seedsMax for one planted bug */
    public record Budget(int replicas, int ops, long millisMax, int seedsMax) {
        // Small runs: what a bug needs is a certain situation, not many of them. A busy machine may take its time.
        public static final Budget DEFAULT = new Budget(5, 60, 180_000, 10_000);

        public Budget atMost(int seeds) {
            return new Budget(replicas, ops, millisMax, seeds);
        }
    }

    static final List<String> PROFILES = List.of("swarm", "storm", "disk", "clock", "identity", "exchange");

    private static final long GRACE_MILLIS = 10_000;
    private static final long HINTED = 1_001;

    private final Mutant mutant;
    private final SortedMap<String, byte[]> patched;
    private final Budget budget;
    private volatile int seeds;
    private volatile Hunted.@Nullable Found found;
    private volatile @Nullable Throwable broken;

    private Hunt(Mutant mutant, SortedMap<String, byte[]> patched, Budget budget) {
        this.mutant = mutant;
        this.patched = patched;
        this.budget = budget;
    }

    /**
     * @param patched class files that take the place of the shipped ones
     * @param began when work on it began, in nanoseconds: what compiling takes counts too
     * @throws MutantException if the simulator itself did not run
     */
    static Hunted of(Mutant mutant, SortedMap<String, byte[]> patched, Budget budget, long began)
            throws MutantException {
        return new Hunt(mutant, new TreeMap<>(patched), budget).hunt(began);
    }

    private Hunted hunt(long began) throws MutantException {
        // A run that does not end cannot be stopped; it may not keep the program from ending either.
        Thread runs = new Thread(() -> runs(began), "mutant " + mutant.name());
        runs.setDaemon(true);
        runs.start();
        try {
            runs.join(budget.millisMax() + GRACE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        Throwable thrown = broken;
        if (thrown != null) {
            throw new MutantException("mutant " + mutant.name() + ": the simulator does not run: " + thrown, thrown);
        }
        return new Hunted(mutant, found, seeds, millisSince(began), runs.isAlive());
    }

    private static long millisSince(long began) {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began);
    }

    private void runs(long began) {
        try {
            Method run = new IsolatedLoader(Hunt.class.getClassLoader(), patched)
                    .loadClass(OneSeed.class.getName())
                    .getMethod("run", String.class, long.class, int.class, int.class, String.class);
            String hint = mutant.profile();
            int tried = 0;
            while (tried < budget.seedsMax() && millisSince(began) < budget.millisMax()) {
                boolean isHint = hint != null && tried % 2 == 0;
                int turn = hint == null ? tried : tried / 2;
                String profile = hint != null && isHint ? hint : PROFILES.get(turn % PROFILES.size());
                // The hint has seeds of its own, so that nothing runs twice.
                long seed = isHint ? HINTED + turn : 1L + turn / PROFILES.size();
                seeds = ++tried;
                List<?> said =
                        (List<?>) run.invoke(null, profile, seed, budget.replicas(), budget.ops(), mutant.store());
                if (!said.isEmpty()) {
                    found = new Hunted.Found((String) said.get(0), profile, seed, (String) said.get(1));
                    return;
                }
            }
        } catch (InvocationTargetException e) {
            broken = e.getCause();
        } catch (ReflectiveOperationException | LinkageError e) {
            broken = e;
        }
    }
}
