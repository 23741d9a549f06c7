package io.meshlog.hlc;

import static io.meshlog.hlc.HlcTimestamp.COUNTER_MAX;
import static io.meshlog.hlc.HlcTimestamp.MILLIS_MAX;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.meshlog.hlc.Observation.Absorbed;
import io.meshlog.hlc.Observation.AbsorbedAhead;
import io.meshlog.hlc.Observation.ForeignReplica;
import io.meshlog.hlc.Observation.TooFarAhead;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Spec §3.3, the clock at its boundaries. */
class HybridClockTest {

    private static final long NOW = 1_783_038_849_123L;
    private static final DriftBounds BOUNDS = new DriftBounds(100, 1_000);

    private final HybridClock clock = new HybridClock("x", ClockMark.ZERO, BOUNDS);

    @Test
    void absorbsWithoutAWordUpToTheWarnBound() {
        assertThat(clock.observe(at(NOW + 100), "y", NOW)).isEqualTo(new Absorbed(100));
        assertThat(clock.tick(NOW)).isEqualTo(new HlcTimestamp(NOW + 100, 1, "x"));
    }

    @Test
    void absorbsAndReportsFromTheWarnBoundUpToTheMaxBound() {
        assertThat(clock.observe(at(NOW + 101), "y", NOW)).isEqualTo(new AbsorbedAhead(101));
        assertThat(clock.observe(at(NOW + 1_000), "y", NOW)).isEqualTo(new AbsorbedAhead(1_000));
        assertThat(clock.tick(NOW)).isEqualTo(new HlcTimestamp(NOW + 1_000, 1, "x"));
    }

    @Test
    void leavesStampsBeyondTheMaxBoundAlone() {
        assertThat(clock.observe(at(NOW + 1_001), "y", NOW)).isEqualTo(new TooFarAhead(1_001));
        assertThat(clock.mark()).isEqualTo(ClockMark.ZERO);
    }

    @Test
    void leavesAStampOfAnotherReplicaThanTheOriginAlone() {
        assertThat(clock.observe(at(NOW), "z", NOW)).isEqualTo(new ForeignReplica("z", "y"));
        assertThat(clock.mark()).isEqualTo(ClockMark.ZERO);
    }

    @Test
    void measuresAheadAgainstPhysicalTimeAndNotAgainstItsMark() {
        clock.restore(new ClockMark(NOW + 5_000, 0));

        assertThat(clock.observe(at(NOW + 1_001), "y", NOW)).isEqualTo(new TooFarAhead(1_001));
    }

    @Test
    void callsAStampOfThePastZeroAhead() {
        assertThat(clock.observe(at(0), "y", NOW)).isEqualTo(new Absorbed(0));
        assertThat(clock.observe(at(0), "y", Long.MAX_VALUE)).isEqualTo(new Absorbed(0));
    }

    @Test
    void absorbsAStampOfItsOwnThatComesBack() {
        assertThat(clock.observe(new HlcTimestamp(NOW, 7, "x"), "x", NOW)).isEqualTo(new Absorbed(0));
        assertThat(clock.tick(NOW)).isEqualTo(new HlcTimestamp(NOW, 8, "x"));
    }

    @Test
    void clampsPhysicalTimeToWhatTheTextHolds() {
        assertThat(clock.tick(Long.MIN_VALUE)).isEqualTo(new HlcTimestamp(0, 1, "x"));
        assertThat(clock.observe(at(1_001), "y", Long.MIN_VALUE)).isEqualTo(new TooFarAhead(1_001));
        assertThat(clock.tick(Long.MAX_VALUE)).isEqualTo(new HlcTimestamp(MILLIS_MAX, 0, "x"));
        assertThat(clock.tick(NOW)).isEqualTo(new HlcTimestamp(MILLIS_MAX, 1, "x"));
    }

    @Test
    void refusesToTickAtTheEndOfTimeAndStaysThere() {
        ClockMark end = new ClockMark(MILLIS_MAX, COUNTER_MAX);
        clock.restore(end);

        assertThatIllegalStateException()
                .isThrownBy(() -> clock.tick(NOW))
                .withMessageContaining("clock of replica x")
                .withMessageContaining("end of time");
        assertThat(clock.mark()).isEqualTo(end);
    }

    @Test
    void restoresUpwardsOnly() {
        clock.restore(new ClockMark(NOW, 5));
        clock.restore(new ClockMark(NOW, 4));
        clock.restore(new ClockMark(NOW - 1, COUNTER_MAX));
        assertThat(clock.mark()).isEqualTo(new ClockMark(NOW, 5));

        clock.restore(new ClockMark(NOW, 6));
        assertThat(clock.mark()).isEqualTo(new ClockMark(NOW, 6));
    }

    @Test
    void goesOnUnderAnotherReplicaIdFromTheSameMark() {
        clock.tick(NOW);
        HybridClock renamed = clock.as("z");

        assertThat(renamed.replica()).isEqualTo("z");
        assertThat(renamed.tick(NOW)).isEqualTo(new HlcTimestamp(NOW, 1, "z"));
        assertThat(renamed.observe(at(NOW + 1_001), "y", NOW)).isEqualTo(new TooFarAhead(1_001));
        assertThat(clock.replica()).isEqualTo("x");
        assertThat(clock.mark()).isEqualTo(new ClockMark(NOW, 0));
    }

    @Test
    void refusesAReplicaIdThatItsStampsCouldNotCarry() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new HybridClock("a b", ClockMark.ZERO, BOUNDS))
                .withMessageContaining("\"a b\"");
    }

    @Test
    void warnsAfterOneMinuteAndAbsorbsUpToOneDayByDefault() {
        assertThat(DriftBounds.DEFAULT).isEqualTo(new DriftBounds(60_000, 24 * 60 * 60 * 1_000));
    }

    @Test
    void refusesBoundsThatContradictEachOther() {
        assertThatIllegalArgumentException().isThrownBy(() -> new DriftBounds(-1, 0));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new DriftBounds(2, 1))
                .withMessageContaining("found 2 and 1");
        assertThat(new DriftBounds(0, 0).maxAheadMillis()).isZero();
    }

    @Test
    void refusesAMarkOutsideTheRangesOfAStamp() {
        assertThatIllegalArgumentException().isThrownBy(() -> new ClockMark(-1, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> new ClockMark(0, COUNTER_MAX + 1));
    }

    @Test
    void reportsEveryObservationButThePlainOneAndHandsEachToItsOwnMethod() {
        List<Observation> all = List.of(
                new Absorbed(1), new AbsorbedAhead(2), new TooFarAhead(3), new ForeignReplica("origin", "other"));

        assertThat(all.stream().map(Observation::anomalous)).containsExactly(false, true, true, true);
        Stream<String> named = all.stream().map(observation -> observation.dispatchTo(new Naming()));
        assertThat(named).containsExactly("absorbed 1", "absorbed ahead 2", "too far ahead 3", "origin other");
    }

    private static HlcTimestamp at(long millis) {
        return new HlcTimestamp(millis, 0, "y");
    }

    private static final class Naming implements Observation.Handler<String> {
        @Override
        public String absorbed(Absorbed observation) {
            return "absorbed " + observation.aheadMillis();
        }

        @Override
        public String absorbedAhead(AbsorbedAhead observation) {
            return "absorbed ahead " + observation.aheadMillis();
        }

        @Override
        public String tooFarAhead(TooFarAhead observation) {
            return "too far ahead " + observation.aheadMillis();
        }

        @Override
        public String foreignReplica(ForeignReplica observation) {
            return observation.origin() + " " + observation.stampReplica();
        }
    }
}
