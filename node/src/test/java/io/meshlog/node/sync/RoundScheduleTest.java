package io.meshlog.node.sync;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** When rounds run (spec §5.5): jittered interval, at once after news, later and later after failures. */
class RoundScheduleTest {
    private static final long INTERVAL = 30_000;
    private static final long BACK_OFF_MAX = 300_000;

    private static RoundSchedule schedule(double drawn) {
        return new RoundSchedule(INTERVAL, () -> drawn);
    }

    @Test
    void anIdlePeerIsAskedOnAJitteredInterval() {
        assertThat(schedule(0).afterSuccess(false)).isEqualTo(24_000);
        assertThat(schedule(0.5).afterSuccess(false)).isEqualTo(INTERVAL);
        assertThat(schedule(0.999_999).afterSuccess(false)).isBetween(35_990L, 36_000L);
    }

    @Test
    void aRoundThatBroughtSomethingIsFollowedAtOnce() {
        assertThat(schedule(0.5).afterSuccess(true)).isZero();
    }

    @Test
    void failuresDoubleTheIntervalUpToFiveMinutes() {
        RoundSchedule schedule = schedule(0.5);
        assertThat(schedule.afterFailure()).isEqualTo(30_000);
        assertThat(schedule.afterFailure()).isEqualTo(60_000);
        assertThat(schedule.afterFailure()).isEqualTo(120_000);
        assertThat(schedule.afterFailure()).isEqualTo(240_000);
        for (int more = 0; more < 100; more++) {
            assertThat(schedule.afterFailure()).isEqualTo(BACK_OFF_MAX);
        }
    }

    @Test
    void anIntervalOfMoreThanFiveMinutesIsNotShortenedByFailures() {
        assertThat(new RoundSchedule(3_600_000, () -> 0.5).afterFailure()).isEqualTo(3_600_000);
    }

    @Test
    void successAndBeingHeardEndTheBackOff() {
        RoundSchedule schedule = schedule(0.5);
        schedule.afterFailure();
        schedule.afterFailure();
        assertThat(schedule.heard()).isTrue();
        assertThat(schedule.heard()).as("nothing to end any more").isFalse();
        assertThat(schedule.afterFailure()).isEqualTo(30_000);
        schedule.afterFailure();
        schedule.afterSuccess(false);
        assertThat(schedule.afterFailure()).isEqualTo(30_000);
    }
}
