package io.meshlog.sim.mutant;

import io.meshlog.sim.history.Trouble;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Tries every planted bug of a checkout and says how soon each is caught. */
public final class Mutants {
    public static final int CAUGHT = 0;
    public static final int SURVIVED = 5;
    public static final int NO_CHECKOUT = 64;
    public static final int BROKEN = 70;

    private static final int THREADS_MAX = 4;

    private Mutants() {}

    /**
     * @param start where to look for the checkout, upwards
     * @param names only these, those among them that are kept although nothing catches them yet; empty for all others
     * @param out the scoreboard
     * @return the exit code: 0 if all are caught, 5 if one survives, 64 without a checkout or a compiler or for a name that
     *     is none, 70 if a patch does not apply or does not compile
     */
    public static int run(Path start, List<String> names, PrintWriter out) {
        Checkout checkout = Checkout.above(start);
        if (checkout == null) {
            out.println("mutants needs a source checkout: none found at or above " + start.toAbsolutePath());
            out.flush();
            return NO_CHECKOUT;
        }
        try {
            List<Mutant> mutants = new ArrayList<>(checkout.mutants());
            if (!names.isEmpty()) {
                mutants.addAll(checkout.surviving());
                for (String name : names) {
                    if (mutants.stream().noneMatch(mutant -> mutant.name().equals(name))) {
                        out.println("no planted bug is called " + name);
                        out.flush();
                        return NO_CHECKOUT;
                    }
                }
                mutants.removeIf(mutant -> !names.contains(mutant.name()));
            }
            return run(checkout.root(), mutants, Hunt.Budget.DEFAULT, out);
        } catch (IOException e) {
            out.println("the planted bugs cannot be read: " + Trouble.with(e));
            out.flush();
            return BROKEN;
        } catch (MutantException e) {
            out.println(e.getMessage());
            out.flush();
            return BROKEN;
        }
    }

    /** The same with planted bugs that are given. */
    public static int run(Path root, List<Mutant> mutants, Hunt.Budget budget, PrintWriter out) {
        if (!Compiling.isPossible()) {
            out.println("mutants needs a JDK: this Java has no compiler");
            out.flush();
            return NO_CHECKOUT;
        }
        int threads = Math.max(1, Math.min(Runtime.getRuntime().availableProcessors(), THREADS_MAX));
        ExecutorService hunters = Executors.newFixedThreadPool(threads, Mutants::daemon);
        try {
            Scoreboard board = new Scoreboard(out);
            board.head(mutants.size());
            List<Future<Hunted>> hunts = new ArrayList<>();
            for (Mutant mutant : mutants) {
                hunts.add(hunters.submit(() -> hunt(root, mutant, budget)));
            }
            for (Future<Hunted> hunt : hunts) {
                board.add(hunt.get());
            }
            board.totals();
            return board.isComplete() ? CAUGHT : SURVIVED;
        } catch (ExecutionException e) {
            out.println(
                    e.getCause() instanceof MutantException broken
                            ? broken.getMessage()
                            : "internal error: "
                                    + Objects.requireNonNull(e.getCause()).getMessage());
            return BROKEN;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return BROKEN;
        } finally {
            hunters.shutdownNow();
            out.flush();
        }
    }

    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(work, "mutants");
        thread.setDaemon(true);
        return thread;
    }

    private static Hunted hunt(Path root, Mutant mutant, Hunt.Budget budget) throws MutantException, IOException {
        long began = System.nanoTime();
        var patched = Compiling.compiled(mutant.name(), mutant.applied(root));
        return Hunt.of(mutant, patched, budget, began);
    }

    /** Compiles without running. @throws MutantException if the patch does not apply or does not compile */
    public static void check(Path root, Mutant mutant) throws MutantException, IOException {
        if (Compiling.isPossible()) {
            Compiling.compiled(mutant.name(), mutant.applied(root));
        }
    }

    /** The shipped code as it is, in the same kind of loader: whatever is found there is the simulator's own fault. */
    public static Hunted shipped(Hunt.Budget budget) throws MutantException {
        Mutant none = new Mutant("none", "nothing is broken", List.of(), "memory", null, new TreeMap<>());
        return Hunt.of(none, new TreeMap<>(), budget, System.nanoTime());
    }
}
