package io.meshlog.sim.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.meshlog.op.Op;
import io.meshlog.sim.draw.Stream;
import io.meshlog.sim.fault.FaultKind;
import io.meshlog.sim.workload.Action;
import io.meshlog.sim.workload.Plan;
import io.meshlog.sim.workload.PlanMaker;
import io.meshlog.sim.workload.Profile;
import io.meshlog.testkit.SharedFixtures;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A recorded session of two people as work under faults: each is a replica, a third one only relays. A transaction is
 * written once its parents are applied where its author is; causality must show in the stamps (H3), and everything must
 * be everywhere, the same.
 */
class TraceWorkloadTest {
    private static final List<FaultKind> FAULTS = List.of(
            FaultKind.LATENCY,
            FaultKind.LOST_REQUEST,
            FaultKind.LOST_ANSWER,
            FaultKind.DUPLICATE,
            FaultKind.CUT_ANSWER,
            FaultKind.PARTITION,
            FaultKind.KILL,
            FaultKind.CRASH_IN_WRITE,
            FaultKind.CRASH_AFTER_COMMIT,
            FaultKind.PAUSE,
            FaultKind.DISK_FULL,
            FaultKind.CLOCK_JUMP);
    private static final List<String> NAMES = List.of("r1", "r2", "r3");

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void aRecordedSessionSurvivesFaults(long seed) throws IOException {
        run(seed, 2_000);
    }

    static void run(long seed, int most) throws IOException {
        Session session = new Session(trace(), most);
        Plan plan = plan(seed, session.size());
        SimConfig config = new SimConfig(seed, Profile.STORM, new PlanMaker.Size(3, session.size()), "memory");
        Verdict verdict = Simulation.work(config, plan, new DrawnFates(seed, plan.faults()), session);
        assertThat(verdict.violation()).isNull();
        assertThat(verdict.debts()).isEmpty();
        assertThat(session.isWritten()).as("everything is written").isTrue();
        // Short prefixes may end before each of them had its turn.
        assertThat(FAULTS.stream().filter(kind -> verdict.faults().effects(kind) > 0))
                .as("faults that bit")
                .hasSizeGreaterThanOrEqualTo(FAULTS.size() - 2);
        session.isEverywhereTheSame();
    }

    private static JsonNode trace() throws IOException {
        try (InputStream in =
                new GZIPInputStream(Files.newInputStream(SharedFixtures.require("traces/friendsforever.json.gz")))) {
            return new ObjectMapper().readTree(in).path("txns");
        }
    }

    /** Something breaks all the time; each replica's clock jumps now and then, less than what bounds allow. */
    private static Plan plan(long seed, int transactions) {
        Stream draws = new Stream(seed, "trace");
        List<Plan.Setup> setups = new ArrayList<>();
        for (String name : NAMES) {
            setups.add(new Plan.Setup(
                    name,
                    draws.pick(List.of(7, 50, 500)),
                    1,
                    draws.pick(List.of(1L, 5L)),
                    draws.between(-5, 5),
                    false));
        }
        List<Action> actions = new ArrayList<>();
        long end = transactions * 200L;
        int count = 0;
        for (long at = 200; at < end; at += draws.between(100, 2_000)) {
            String id = "f" + ++count;
            String actor = draws.pick(NAMES);
            long millis = draws.between(1, 1_000);
            actions.add(
                    switch (draws.below(7)) {
                        case 0 -> new Action.Kill(id, at, actor, millis);
                        case 1 -> new Action.CrashInWrite(id, at, actor, 1 + draws.below(4), draws.chance(50), millis);
                        case 2 -> new Action.CrashAfterCommit(id, at, actor, draws.below(4), millis);
                        case 3 -> new Action.Pause(id, at, actor, millis);
                        case 4 -> new Action.DiskFull(id, at, actor, millis);
                        case 5 ->
                            new Action.ClockJump(
                                    id, at, actor, draws.pick(List.of(-3_600_000L, -500L, 500L, 3_600_000L)));
                        default ->
                            new Action.Cut(id, at, actor, List.of(actor + ">" + draws.pick(NAMES), "r1>r2"), millis);
                    });
        }
        actions.sort(Comparator.comparingLong(Action::at).thenComparing(Action::id));
        return new Plan(setups, List.of(), List.of(), FAULTS, actions, end, NAMES);
    }

    /** The session as work, and what came of it. */
    private static final class Session implements Workload {
        private final List<JsonNode> transactions = new ArrayList<>();
        /** By author: what is left to write, first one first. */
        private final SortedMap<String, List<Integer>> left = new TreeMap<>();
        /** By replica and transaction. */
        private final SortedMap<String, SortedMap<Integer, Op>> held = new TreeMap<>();

        private final SortedMap<String, Integer> at = new TreeMap<>();

        Session(JsonNode trace, int most) {
            for (int i = 0; i < Math.min(most, trace.size()); i++) {
                transactions.add(trace.get(i));
                String author = NAMES.get(trace.get(i).path("agent").asInt());
                left.computeIfAbsent(author, a -> new ArrayList<>()).add(i);
            }
        }

        int size() {
            return transactions.size();
        }

        @Override
        public void held(String replica, Op op) {
            if (!op.eventId().matches("evt_\\w\\d+")) {
                return; // what everyone writes once faults are over
            }
            assertThat(held.computeIfAbsent(replica, r -> new TreeMap<>())
                            .put(Integer.parseInt(op.eventId().substring(5)), op))
                    .as(op.eventId() + " twice")
                    .isNull();
        }

        @Override
        public Action.@Nullable Append next(String replica) {
            List<Integer> mine = left.getOrDefault(replica, List.of());
            SortedMap<Integer, Op> here = held.getOrDefault(replica, new TreeMap<>());
            int next = at.getOrDefault(replica, 0);
            while (next < mine.size() && here.containsKey(mine.get(next))) {
                next++;
            }
            at.put(replica, next);
            if (next == mine.size()) {
                return null;
            }
            int txn = mine.get(next);
            JsonNode transaction = transactions.get(txn);
            for (JsonNode parent : transaction.path("parents")) {
                if (!here.containsKey(parent.asInt())) {
                    return null;
                }
            }
            return new Action.Append("t" + txn, 0, replica, "t" + txn, said(txn), null, List.of());
        }

        private String said(int txn) {
            JsonNode transaction = transactions.get(txn);
            return "{\"txn\":" + txn + ",\"parents\":" + transaction.path("parents") + ",\"patches\":"
                    + transaction.path("patches") + "}";
        }

        @Override
        public boolean isWritten() {
            return left.entrySet().stream().allMatch(e -> {
                SortedMap<Integer, Op> here = held.getOrDefault(e.getKey(), new TreeMap<>());
                return here.containsKey(e.getValue().get(e.getValue().size() - 1));
            });
        }

        void isEverywhereTheSame() {
            assertThat(held.keySet()).containsAll(NAMES);
            // One who joined late got everything too.
            held.forEach((name, here) -> {
                assertThat(here).as("transactions at " + name).hasSize(transactions.size());
                here.forEach((txn, op) -> {
                    assertThat(op.eventOrNull().content().body()).isEqualTo(said(txn));
                    assertThat(op).isEqualTo(held.get("r1").get(txn));
                    for (JsonNode parent : transactions.get(txn).path("parents")) {
                        assertThat(here.get(parent.asInt())
                                        .eventOrNull()
                                        .stamp()
                                        .hlc())
                                .isLessThan(op.eventOrNull().stamp().hlc());
                    }
                });
            });
        }
    }
}
