package io.meshlog.sim.exhaust;

import io.meshlog.sim.check.Violation;
import io.meshlog.sim.world.Observer;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;

/**
 * All orders in which a few ops can be written and travel between a few replicas. Every step is taken through the real
 * core, checked as in a run; once everything has travelled all replicas must hold and show the same.
 *
 * <p>An <em>order</em> is a sequence of writes, deliveries of one op to one replica, copies and crashes until nothing is
 * left that could happen; from whom an op comes is no part of it, but each holder is tried and must lead to the same.
 * With 3 replicas and 4 ops:
 *
 * <table>
 * <caption>Coverage</caption>
 * <tr><th>scope<th>orders<th>states of the mesh<th>steps taken
 * <tr><td>plain<td>4,773,120<td>36,510<td>5,322
 * <tr><td>any two ops share an id, with one payload or two<td>34,058,736<td>229,524<td>37,008
 * <tr><td>any one op also travels without its chain<td>363,533,688<td>567,774<td>52,692
 * <tr><td>one death after any step of the core<td>157,512,960<td>181,014<td>25,452
 * <tr><td>two replicas, and a copy of one at any moment<td>7,740,621<td>54,555<td>9,606
 * <tr><td>two copies of one directory, or a copy of a copy<td>28,397,424<td>157,348<td>34,222
 * </table>
 */
public final class Exhaust {
    public static final int OPS = 4;
    public static final int REPLICAS = 3;

    private final PrintWriter out;
    private final LongSupplier nanos;
    private final UnaryOperator<Observer> watching;
    private Counts total = new Counts(0, 0, 0, 0, 0);

    private Exhaust(PrintWriter out, LongSupplier nanos, UnaryOperator<Observer> watching) {
        this.out = out;
        this.nanos = nanos;
        this.watching = watching;
    }

    /** What exploring every scope came to; where something does not hold, what was explored before it. */
    public record Came(boolean held, int settings, long orders, long states, long steps) {}

    /** What exploring a scope came to. @param steps taken for real, each checked */
    record Counts(int settings, long orders, long states, long replicaStates, long steps) {}

    /**
     * Prints a line for each scope; where something does not hold, the sentence and what happened before it.
     *
     * @param replicas 2 or more
     * @param ops 1 or more
     * @param nanos for the times that are printed
     */
    public static Came run(int replicas, int ops, PrintWriter out, LongSupplier nanos) {
        return run(replicas, ops, out, nanos, UnaryOperator.identity());
    }

    static Came run(int replicas, int ops, PrintWriter out, LongSupplier nanos, UnaryOperator<Observer> watching) {
        Exhaust exhaust = new Exhaust(out, nanos, watching);
        boolean held = exhaust.all(replicas, ops);
        Counts of = exhaust.total;
        return new Came(held, of.settings, of.orders, of.states, of.steps);
    }

    private boolean all(int replicas, int ops) {
        boolean held = scope("plain", Settings.plain(replicas, ops))
                && scope("shared ids", Settings.shared(replicas, ops))
                && scope("loose relay", Settings.loose(replicas, ops))
                && scope("crash", Settings.crash(replicas, ops))
                && scope("forks", Settings.forks(Math.max(1, replicas - 1), ops))
                && scope("forks of forks", Settings.forkedTwice(Math.max(1, replicas - 2), ops));
        out.flush();
        return held;
    }

    /** @return whether everything held */
    private boolean scope(String name, List<Setting> settings) {
        long began = nanos.getAsLong();
        Counts sum = new Counts(0, 0, 0, 0, 0);
        for (Setting setting : settings) {
            Orders orders = new Orders(setting, watching);
            try {
                orders.explore();
            } catch (Violation broken) {
                broken(name, broken, orders.sequence());
                return false;
            }
            sum = plus(sum, orders);
        }
        total = new Counts(
                total.settings + sum.settings,
                Math.addExact(total.orders, sum.orders),
                total.states + sum.states,
                total.replicaStates + sum.replicaStates,
                total.steps + sum.steps);
        long millis = (nanos.getAsLong() - began) / 1_000_000;
        out.printf(
                Locale.ROOT,
                "%-14s settings=%d orders=%d states=%d replica-states=%d steps=%d time=%d.%ds%n",
                name,
                sum.settings,
                sum.orders,
                sum.states,
                sum.replicaStates,
                sum.steps,
                millis / 1000,
                millis % 1000 / 100);
        out.flush();
        return true;
    }

    /** Counts of one scope, for tests. */
    static Counts count(List<Setting> settings) {
        Counts sum = new Counts(0, 0, 0, 0, 0);
        for (Setting setting : settings) {
            Orders orders = new Orders(setting, UnaryOperator.identity());
            orders.explore();
            sum = plus(sum, orders);
        }
        return sum;
    }

    private static Counts plus(Counts sum, Orders orders) {
        return new Counts(
                sum.settings + 1,
                Math.addExact(sum.orders, orders.orders()),
                sum.states + orders.states(),
                sum.replicaStates + orders.explorer().states(),
                sum.steps + orders.explorer().steps());
    }

    private void broken(String scope, Violation broken, List<String> sequence) {
        out.println(broken.name() + ": " + broken.detail());
        out.println("in scope " + scope + ", after");
        for (int i = 0; i < sequence.size(); i++) {
            out.println("  " + (i + 1) + ". " + sequence.get(i));
        }
        out.flush();
    }
}
