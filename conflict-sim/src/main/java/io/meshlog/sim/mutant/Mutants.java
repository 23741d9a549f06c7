package io.meshlog.sim.mutant;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;

/** Tries every planted bug of a checkout and says how soon each is caught. */
public final class Mutants {
    public static final int CAUGHT = 0;
    public static final int SURVIVED = 5;
    public static final int NO_CHECKOUT = 64;
    public static final int BROKEN = 70;

    private Mutants() {}

    /**
     * @param start where to look for the checkout, upwards
     * @param out the scoreboard
     * @return the exit code: 0 if all are caught, 5 if one survives, 64 without a checkout or a compiler, 70 if a patch
     *     does not apply or does not compile
     */
    public static int run(Path start, PrintWriter out) {
        Checkout checkout = Checkout.above(start);
        if (checkout == null) {
            out.println("mutants needs a source checkout: none found at or above " + start.toAbsolutePath());
            out.flush();
            return NO_CHECKOUT;
        }
        try {
            return run(checkout.root(), checkout.mutants(), Hunt.Budget.DEFAULT, out);
        } catch (MutantException | IOException e) {
            out.println(e.getMessage());
            out.flush();
            return BROKEN;
        }
    }

    /** The same with planted bugs that are given. */
    public static int run(Path root, List<Mutant> mutants, Hunt.Budget budget, PrintWriter out) {
        try (Compiling compiling = Compiling.begin()) {
            if (compiling == null) {
                out.println("mutants needs a JDK: this Java has no compiler");
                return NO_CHECKOUT;
            }
            Scoreboard board = new Scoreboard(out);
            board.head();
            for (Mutant mutant : mutants) {
                hunt(compiling, root, mutant, budget, board);
            }
            board.totals();
            return board.isComplete() ? CAUGHT : SURVIVED;
        } catch (MutantException | IOException e) {
            out.println(e.getMessage());
            return BROKEN;
        } finally {
            out.flush();
        }
    }

    private static void hunt(Compiling compiling, Path root, Mutant mutant, Hunt.Budget budget, Scoreboard board)
            throws MutantException, IOException {
        var patched = compiling.compile(mutant.name(), mutant.applied(root));
        if (hasTier(mutant.store())) {
            board.add(Hunt.of(mutant, patched, budget));
        } else {
            board.skipped(mutant, "there is no tier on " + mutant.store() + " yet");
        }
    }

    private static boolean hasTier(String store) {
        return OneSeed.hasTier(store);
    }

    /** Compiles without running. @throws MutantException if the patch does not apply or does not compile */
    public static void check(Path root, Mutant mutant) throws MutantException, IOException {
        try (Compiling compiling = Compiling.begin()) {
            if (compiling != null) {
                compiling.compile(mutant.name(), mutant.applied(root));
            }
        }
    }

    /** The shipped code as it is, in the same kind of loader: whatever is found there is the simulator's own fault. */
    public static Hunted shipped(Hunt.Budget budget) throws MutantException {
        Mutant none = new Mutant("none", "nothing is broken", List.of(), "memory", new TreeMap<>());
        return Hunt.of(none, new TreeMap<>(), budget);
    }
}
