package io.meshlog.sim.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlog.op.Op;
import io.meshlog.sim.draw.Stream;
import io.meshlog.sim.fault.Fate;
import io.meshlog.sim.fault.FaultKind;
import io.meshlog.sim.workload.Action;
import io.meshlog.sim.workload.Plan;
import io.meshlog.sim.workload.PlanMaker;
import io.meshlog.sim.workload.Profile;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A peer of the reference kind between nodes that do not meet at first (spec §5.1, loose ops): what it relays has no
 * chain there, until the nodes meet; and when it is set back and grows again, nobody misses what took old numbers.
 */
class ReferenceMemberTest {
    private static final List<String> NODES = List.of("r1", "r2", "r3");
    private static final List<String> WRITERS = List.of("r1", "r2");
    private static final int WRITES = 8;
    private static final int LOST = 3;
    private static final long RESET_MILLIS = 1_000;
    private static final long END_MILLIS = 2_500;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void nodesConvergeThroughAReferenceAndGetChainsWhenTheyMeet(long seed) {
        Arrivals arrivals = new Arrivals();
        Verdict verdict = Simulation.work(
                new SimConfig(seed, Profile.EXCHANGE, new PlanMaker.Size(3, 2 * WRITES), "memory"),
                plan(seed),
                exchange -> Fate.PLAIN,
                arrivals);
        assertThat(verdict.violation()).isNull();
        assertThat(verdict.debts()).isEmpty();
        assertThat(verdict.faults().effects(FaultKind.HUB)).isPositive();
        assertThat(verdict.faults().effects(FaultKind.HUB_RESET)).isPositive();
        for (String writer : WRITERS) {
            for (String reader : NODES) {
                for (int i = 1; i <= WRITES && !reader.equals(writer); i++) {
                    assertThat(arrivals.of(reader, "evt_" + writer + "e" + i))
                            .as(reader + " gets what " + writer + " wrote without its chain, then with it")
                            .extracting(Op::isChained)
                            .containsExactly(false, true);
                }
            }
        }
        for (String node : NODES) {
            for (int i = 1; i <= LOST; i++) {
                Op before = arrivals.of(node, "evt_g" + (WRITES - LOST + i)).get(0);
                Op after = arrivals.of(node, "evt_n" + i).get(0);
                assertThat(after.seq()).as("its number is given out twice").isEqualTo(before.seq());
            }
            assertThat(arrivals.of(node, "evt_n" + WRITES)).hasSize(1);
        }
    }

    private static Plan plan(long seed) {
        Stream draws = new Stream(seed, "reference");
        List<Plan.Setup> setups = new ArrayList<>();
        NODES.forEach(node -> setups.add(
                new Plan.Setup(node, draws.pick(List.of(1, 3, 500)), 1, 1, draws.between(-5, 5), draws.chance(50))));
        List<Action> actions = new ArrayList<>();
        for (int i = 1; i <= WRITES; i++) {
            for (String writer : WRITERS) {
                String event = writer + "e" + i;
                actions.add(new Action.Append(
                        event, draws.between(0, END_MILLIS / 2), writer, event, "body " + event, null, List.of()));
            }
            actions.add(new Action.HubWrite("g" + i, 100L * i, "h1", "g" + i, "before", 0, null));
            actions.add(new Action.HubWrite("n" + i, RESET_MILLIS + 100L * i, "h1", "n" + i, "after", 0, null));
        }
        int count = 0;
        for (long at = 0; at < END_MILLIS; at += 10) {
            for (String node : NODES) {
                String id = "p" + ++count;
                boolean writes = WRITERS.contains(node) && draws.chance(50);
                actions.add(
                        writes
                                ? new Action.HubPull(id, at + draws.below(10), "h1", node)
                                : new Action.Pull(id, at + draws.below(10), node, "h1"));
            }
        }
        actions.add(new Action.HubReset("reset", RESET_MILLIS, "h1", LOST));
        actions.sort(Comparator.comparingLong(Action::at).thenComparing(Action::id));
        return new Plan(
                setups,
                List.of("h1"),
                List.of(),
                List.of(FaultKind.HUB, FaultKind.HUB_RESET),
                actions,
                END_MILLIS,
                NODES);
    }

    /** Nothing to do, but to see what comes. */
    private static final class Arrivals implements Workload {
        private final SortedMap<String, List<Op>> byPlace = new TreeMap<>();

        List<Op> of(String replica, String eventId) {
            return byPlace.getOrDefault(replica + " " + eventId, List.of());
        }

        @Override
        public void held(String replica, Op op) {
            byPlace.computeIfAbsent(replica + " " + op.eventId(), k -> new ArrayList<>())
                    .add(op);
        }

        @Override
        public Action.@Nullable Append next(String replica) {
            return null;
        }

        @Override
        public int pullMillisMax() {
            return 0;
        }

        @Override
        public boolean isWritten() {
            return false;
        }
    }
}
