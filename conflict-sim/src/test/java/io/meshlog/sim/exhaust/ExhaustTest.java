package io.meshlog.sim.exhaust;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlog.op.Op;
import io.meshlog.replica.Commit;
import io.meshlog.sim.check.Invariant;
import io.meshlog.sim.check.Violation;
import io.meshlog.sim.world.Observer;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExhaustTest {
    private final StringWriter out = new StringWriter();

    @Test
    void everyOrderOfThreeOpsOnThreeReplicasHolds() {
        assertThat(Exhaust.run(3, 3, new PrintWriter(out), () -> 0L).held()).isTrue();
        assertThat(out.toString().lines())
                .containsExactly(
                        "plain          settings=10 orders=30144 states=2526 replica-states=522 steps=888 time=0.0s",
                        "shared ids     settings=60 orders=118368 states=8880 replica-states=1956 steps=3180 time=0.0s",
                        "loose relay    settings=60 orders=1337628 states=29082 replica-states=3132 steps=6660 time=0.0s",
                        "crash          settings=10 orders=753600 states=12148 replica-states=1014 steps=4182 time=0.0s",
                        "forks          settings=10 orders=45769 states=3486 replica-states=649 steps=1314 time=0.0s",
                        "forks of forks settings=20 orders=148059 states=9127 replica-states=1771 steps=4037 time=0.0s");
    }

    /**
     * For one author and two takers an order is a walk that stays where neither taker is ahead of the author: Kreweras
     * numbers, 4ⁿ C(3n, n) / ((n+1)(2n+1)). For one taker: Catalan numbers. Different authors' orders are shuffled.
     */
    @ParameterizedTest
    @CsvSource({"2,1", "2,2", "2,3", "2,4", "3,1", "3,2", "3,3"})
    void coversAsManyOrdersAsThereAre(int replicas, int ops) {
        long orders = 0;
        for (List<Integer> share : Settings.shares(replicas, ops)) {
            long of = 1;
            int before = 0;
            for (int n : share) {
                before += n * replicas;
                of *= binomial(before, n * replicas) * ofOneAuthor(replicas, n);
            }
            orders += of;
        }
        assertThat(Exhaust.count(Settings.plain(replicas, ops)).orders()).isEqualTo(orders);
    }

    private static long ofOneAuthor(int replicas, int n) {
        return replicas == 2
                ? binomial(2 * n, n) / (n + 1)
                : (1L << 2 * n) * binomial(3 * n, n) / ((n + 1L) * (2L * n + 1));
    }

    private static long binomial(int n, int k) {
        long value = 1;
        for (int i = 1; i <= k; i++) {
            value = value * (n - k + i) / i;
        }
        return value;
    }

    /** The third writes nothing: nothing but the order of arrival tells its complete states apart from each other. */
    @Test
    void aReaderGetsOpsInEveryOrderThatKeepsEachAuthors() {
        Setting setting = Settings.plain(3, 4).stream()
                .filter(s ->
                        s.scripts().get(0).size() == 2 && s.scripts().get(1).size() == 2)
                .findFirst()
                .orElseThrow();
        Orders orders = new Orders(setting, UnaryOperator.identity());
        orders.explore();
        TreeSet<String> arrivals = new TreeSet<>();
        for (int id = 0; id < orders.explorer().states(); id++) {
            Local local = orders.explorer().local(id);
            if (local.name().equals("r3") && local.arrivals().size() == 4) {
                arrivals.add(local.arrivals().toString());
            }
        }
        assertThat(arrivals).hasSize((int) binomial(4, 2));
    }

    @Test
    void whatDoesNotHoldIsSaidWithAllThatHappenedBefore() {
        UnaryOperator<Observer> refusing = checker -> (Observer) Proxy.newProxyInstance(
                Observer.class.getClassLoader(), new Class<?>[] {Observer.class}, (proxy, method, args) -> {
                    if (method.getName().equals("committed") && args[0].equals("r2")) {
                        for (Object commit : (List<?>) args[1]) {
                            for (Commit.NewOp added : ((Commit) commit).ops()) {
                                refuse(added.op());
                            }
                        }
                    }
                    try {
                        return method.invoke(checker, args);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
        assertThat(Exhaust.run(2, 2, new PrintWriter(out), () -> 0L, refusing).held())
                .isFalse();
        assertThat(out.toString().lines())
                .containsExactly(
                        "L1/made-up: r2 took the second op of r1",
                        "in scope plain, after",
                        "  1. r1 writes evt_p1e1 \"body of p1e1\"",
                        "  2. r2 takes r1#1 of r1",
                        "  3. r1 writes evt_p1e2 \"body of p1e2\"",
                        "  4. r2 takes r1#2 of r1");
    }

    private static void refuse(Op op) {
        if (op.eventId().equals("evt_p1e2")) {
            throw new Violation(Invariant.L1, "made-up", "r1#2", "r2", "r2 took the second op of r1");
        }
    }
}
