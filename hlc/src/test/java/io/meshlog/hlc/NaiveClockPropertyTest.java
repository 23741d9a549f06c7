package io.meshlog.hlc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** The clock and its naive twin agree on every answer and every mark. */
class NaiveClockPropertyTest {

    @Property
    void agreesWithItsNaiveTwinOnAnySequenceOfSteps(
            @ForAll("marks") ClockMark start, @ForAll("steps") List<ClockStep> steps) {
        HybridClock clock = new HybridClock("x", start, ClockArbitraries.BOUNDS);
        NaiveClock twin = new NaiveClock(start, ClockArbitraries.BOUNDS);
        for (ClockStep step : steps) {
            takeBoth(step, clock, twin);
            assertThat(clock.mark()).as("mark after %s", step).isEqualTo(twin.mark());
        }
    }

    private static void takeBoth(ClockStep step, HybridClock clock, NaiveClock twin) {
        if (step instanceof ClockStep.Tick tick) {
            if (twin.tick(tick.nowMillis())) {
                ClockMark expected = twin.mark();
                assertThat(clock.tick(tick.nowMillis()))
                        .isEqualTo(new HlcTimestamp(expected.millis(), expected.counter(), "x"));
            } else {
                assertThatIllegalStateException().isThrownBy(() -> clock.tick(tick.nowMillis()));
            }
        } else if (step instanceof ClockStep.Observe observe) {
            Observation answer = clock.observe(observe.remote(), observe.origin(), observe.nowMillis());
            assertThat(answer.getClass().getSimpleName())
                    .as("%s", observe)
                    .isEqualTo(twin.observe(observe.remote(), observe.origin(), observe.nowMillis()));
        } else if (step instanceof ClockStep.Restore restore) {
            clock.restore(restore.stored());
            twin.restore(restore.stored());
        }
    }

    @Provide
    Arbitrary<ClockMark> marks() {
        return ClockArbitraries.marks();
    }

    @Provide
    Arbitrary<List<ClockStep>> steps() {
        return ClockStep.any().list().ofMaxSize(40).withoutEdgeCases();
    }
}
