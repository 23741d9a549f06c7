package io.meshlog.hlc;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** Something that happens to a clock, as a value that a failing property prints. */
sealed interface ClockStep {

    record Tick(long nowMillis) implements ClockStep {}

    record Observe(HlcTimestamp remote, String origin, long nowMillis) implements ClockStep {}

    record Restore(ClockMark stored) implements ClockStep {}

    /** The process dies and starts again from the mark that was stored with its last stamp. */
    record Crash() implements ClockStep {}

    static Arbitrary<ClockStep> ticks() {
        return ClockArbitraries.anyPhysicalMillis().map(Tick::new);
    }

    /** Observes of stamps whose replica is their origin, but for one in eight. */
    static Arbitrary<ClockStep> observes() {
        return Combinators.combine(
                        ClockArbitraries.stamps(),
                        Arbitraries.integers().between(0, 7),
                        ClockArbitraries.anyPhysicalMillis())
                .as((stamp, lie, now) -> new Observe(stamp, lie == 0 ? "liar" : stamp.replica(), now));
    }

    static Arbitrary<ClockStep> restores() {
        return ClockArbitraries.marks().map(Restore::new);
    }

    static Arbitrary<ClockStep> any() {
        return Arbitraries.oneOf(ticks(), ticks(), observes(), observes(), restores(), Arbitraries.just(new Crash()))
                .withoutEdgeCases();
    }
}
