package io.meshlog.sim.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlog.sim.check.Met;
import io.meshlog.sim.workload.Action;
import io.meshlog.sim.workload.Plan;
import io.meshlog.sim.workload.PlanMaker;
import io.meshlog.sim.workload.Profile;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** In every profile agents talk, and what they say to each other is what the checks of mailbox and claims need. */
class TalkTest {
    private static final PlanMaker.Size SIZE = new PlanMaker.Size(4, 100);

    @ParameterizedTest
    @EnumSource(Profile.class)
    void plansHaveAllKindsOfTalk(Profile profile) {
        List<Action> actions = LongStream.rangeClosed(1, 20)
                .mapToObj(seed -> PlanMaker.make(seed, profile, SIZE))
                .map(Plan::actions)
                .flatMap(List::stream)
                .toList();
        List<Action.Ask> asks = of(Action.Ask.class, actions).toList();
        assertThat(asks)
                .anyMatch(ask -> ask.to().equals("*"))
                .anyMatch(ask -> ask.to().equals(ask.agent()))
                .anyMatch(ask -> ask.thread() != null)
                .anyMatch(Action.Ask::expires);
        for (String status : List.of("claimed", "ready", "applied", "blocked", "failed", "superseded")) {
            for (boolean named : List.of(true, false)) {
                assertThat(of(Action.Reply.class, actions))
                        .anyMatch(reply ->
                                reply.named() == named && reply.status().equals(status));
            }
        }
        assertThat(of(Action.Batch.class, actions))
                .anyMatch(batch -> batch.lacks() != null)
                .anyMatch(batch -> batch.to() != null);
        assertThat(of(Action.Patch.class, actions)).isNotEmpty();
    }

    private static <A extends Action> Stream<A> of(Class<A> kind, List<Action> actions) {
        return actions.stream().filter(kind::isInstance).map(kind::cast);
    }

    @Test
    void runsComeThroughWhatItIsFor() {
        Met met = new Met();
        for (long seed = 1; seed <= 12; seed++) {
            Verdict verdict = Simulation.run(new SimConfig(seed, Profile.STORM, SIZE, "memory"));
            assertThat(verdict.violation()).isNull();
            met.add(verdict.met());
        }
        assertThat(List.of(
                        Met.Situation.CLEARED,
                        Met.Situation.TOO_EARLY,
                        Met.Situation.CLAIMS_AT_TWO,
                        Met.Situation.CLAIM_LOST,
                        Met.Situation.BATCH_REFUSED))
                .allMatch(situation -> met.count(situation) > 0);
    }
}
