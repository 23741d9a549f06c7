package io.meshlog.hlc;

import static io.meshlog.hlc.HlcTimestamp.COUNTER_MAX;
import static io.meshlog.hlc.HlcTimestamp.MILLIS_MAX;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;

/** H1, H2, H4, H5, H8 and H10, as far as one clock alone keeps them (spec §3.3). */
class HybridClockPropertyTest {

    private static final DriftBounds BOUNDS = ClockArbitraries.BOUNDS;
    private static final ClockMark END = new ClockMark(MILLIS_MAX, COUNTER_MAX);

    @Property
    void issuesStrictlyRisingStampsOverCrashesWhateverItObserves(@ForAll("steps") List<ClockStep> steps) {
        List<HlcTimestamp> issued = new ArrayList<>();
        HybridClock clock = new HybridClock("x", ClockMark.ZERO, BOUNDS);
        ClockMark stored = clock.mark();
        for (ClockStep step : steps) {
            if (step instanceof ClockStep.Tick tick && clock.mark().compareTo(END) < 0) {
                issued.add(clock.tick(tick.nowMillis()));
                stored = clock.mark();
            } else if (step instanceof ClockStep.Observe observe) {
                clock.observe(observe.remote(), observe.origin(), observe.nowMillis());
            } else if (step instanceof ClockStep.Restore restore) {
                clock.restore(restore.stored());
            } else if (step instanceof ClockStep.Crash) {
                clock = new HybridClock("x", stored, BOUNDS);
            }
        }
        assertStrictlyRising(issued);
    }

    @Property
    void issuesAStampAfterEveryStampItAbsorbed(
            @ForAll("marks") ClockMark mark,
            @ForAll("stamps") HlcTimestamp remote,
            @ForAll("physical") long observedAt,
            @ForAll("physical") long tickedAt) {
        HybridClock clock = new HybridClock("a", mark, BOUNDS);
        Observation answer = clock.observe(remote, remote.replica(), observedAt);
        Assume.that(!(answer instanceof Observation.TooFarAhead));
        Assume.that(clock.mark().compareTo(END) < 0);

        assertThat(clock.tick(tickedAt)).isGreaterThan(remote);
    }

    @Property
    void isNeverLedFartherAheadOfPhysicalTimeThanTheMaxBound(
            @ForAll("marks") ClockMark mark, @ForAll("stamps") HlcTimestamp remote, @ForAll("physical") long now) {
        HybridClock clock = new HybridClock("x", mark, BOUNDS);
        clock.observe(remote, remote.replica(), now);

        long physical = Math.max(0, Math.min(now, MILLIS_MAX));
        assertThat(clock.mark().millis())
                .isLessThanOrEqualTo(Math.max(mark.millis(), physical + BOUNDS.maxAheadMillis()));
        if (remote.millis() - physical > BOUNDS.maxAheadMillis()) {
            assertThat(clock.mark()).isEqualTo(mark);
        }
    }

    @Property
    void isNotMovedByAStampOfAnotherReplicaThanItsOrigin(
            @ForAll("marks") ClockMark mark, @ForAll("stamps") HlcTimestamp remote, @ForAll("physical") long now) {
        HybridClock clock = new HybridClock("x", mark, BOUNDS);

        assertThat(clock.observe(remote, "liar", now)).isInstanceOf(Observation.ForeignReplica.class);
        assertThat(clock.mark()).isEqualTo(mark);
    }

    @Property
    void issuesOnThroughJumpsOfPhysicalTimeOfAnySize(@ForAll List<Long> nows) {
        HybridClock clock = new HybridClock("x", ClockMark.ZERO, BOUNDS);

        assertStrictlyRising(nows.stream().map(clock::tick).toList());
    }

    @Property
    void staysInItsMillisecondWhilePhysicalTimeIsBehind(
            @ForAll @LongRange(min = 1, max = MILLIS_MAX) long first, @ForAll List<Long> jumps) {
        HybridClock clock = new HybridClock("x", ClockMark.ZERO, BOUNDS);
        clock.tick(first);
        for (int i = 0; i < jumps.size(); i++) {
            long behind = Math.min(jumps.get(i), first);
            assertThat(clock.tick(behind)).isEqualTo(new HlcTimestamp(first, i + 1, "x"));
        }
    }

    @Property
    void followsPhysicalTimeAgainAsSoonAsItIsPastTheMark(
            @ForAll("marks") ClockMark mark, @ForAll @LongRange(min = 1, max = 1_000_000_000_000L) long lead) {
        long now = mark.millis() + lead;
        Assume.that(now <= MILLIS_MAX);

        assertThat(new HybridClock("x", mark, BOUNDS).tick(now)).isEqualTo(new HlcTimestamp(now, 0, "x"));
    }

    @Property
    void carriesAFullCounterIntoTheMillisecond(
            @ForAll @LongRange(min = 0, max = MILLIS_MAX - 1) long millis, @ForAll("physical") long now) {
        HybridClock clock = new HybridClock("x", new ClockMark(millis, COUNTER_MAX), BOUNDS);
        HlcTimestamp next = clock.tick(Math.min(now, millis));

        assertThat(next).isEqualTo(new HlcTimestamp(millis + 1, 0, "x"));
        assertThat(next).isGreaterThan(new HlcTimestamp(millis, COUNTER_MAX, "x"));
    }

    private static void assertStrictlyRising(List<HlcTimestamp> issued) {
        for (int i = 1; i < issued.size(); i++) {
            assertThat(issued.get(i)).isGreaterThan(issued.get(i - 1));
        }
    }

    @Provide
    Arbitrary<List<ClockStep>> steps() {
        return ClockStep.any().list().ofMaxSize(60).withoutEdgeCases();
    }

    @Provide
    Arbitrary<ClockMark> marks() {
        return ClockArbitraries.marks();
    }

    @Provide
    Arbitrary<HlcTimestamp> stamps() {
        return ClockArbitraries.stamps();
    }

    @Provide
    Arbitrary<Long> physical() {
        return ClockArbitraries.anyPhysicalMillis();
    }
}
