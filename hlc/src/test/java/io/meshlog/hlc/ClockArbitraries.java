package io.meshlog.hlc;

import static io.meshlog.hlc.HlcTimestamp.COUNTER_MAX;
import static io.meshlog.hlc.HlcTimestamp.MILLIS_MAX;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/**
 * Times and stamps as they come, with the ends of every range and near collisions more often than chance has it. The
 * generic edge cases are off: their combinations would leave no tries for anything else.
 */
final class ClockArbitraries {

    static final long BASE = 1_783_038_849_123L;
    static final DriftBounds BOUNDS = new DriftBounds(5, 40);

    private ClockArbitraries() {}

    /** Physical time as a broken machine may report it: any long. */
    static Arbitrary<Long> anyPhysicalMillis() {
        return Arbitraries.frequencyOf(
                        Tuple.of(6, Arbitraries.longs().between(BASE - 60, BASE + 60)),
                        Tuple.of(1, Arbitraries.longs().between(-3, 60)),
                        Tuple.of(1, Arbitraries.longs().between(MILLIS_MAX - 60, MILLIS_MAX + 3)),
                        Tuple.of(1, Arbitraries.of(Long.MIN_VALUE, Long.MAX_VALUE, 0L, MILLIS_MAX)),
                        Tuple.of(1, Arbitraries.longs()))
                .withoutEdgeCases();
    }

    /** Milliseconds of a stamp. */
    static Arbitrary<Long> stampMillis() {
        return Arbitraries.frequencyOf(
                        Tuple.of(6, Arbitraries.longs().between(BASE - 60, BASE + 60)),
                        Tuple.of(1, Arbitraries.longs().between(0, 60)),
                        Tuple.of(1, Arbitraries.longs().between(MILLIS_MAX - 60, MILLIS_MAX)),
                        Tuple.of(1, Arbitraries.longs().between(0, MILLIS_MAX)))
                .withoutEdgeCases();
    }

    /** Counters of a stamp. */
    static Arbitrary<Integer> counters() {
        return Arbitraries.frequencyOf(
                        Tuple.of(4, Arbitraries.integers().between(0, 3)),
                        Tuple.of(3, Arbitraries.integers().between(COUNTER_MAX - 2, COUNTER_MAX)),
                        Tuple.of(1, Arbitraries.integers().between(0, COUNTER_MAX)))
                .withoutEdgeCases();
    }

    static Arbitrary<ClockMark> marks() {
        return Combinators.combine(stampMillis(), counters()).as(ClockMark::new).withoutEdgeCases();
    }

    /** Stamps of a few replicas whose ids are prefixes and near neighbours of each other. */
    static Arbitrary<HlcTimestamp> stamps() {
        return Combinators.combine(stampMillis(), counters(), Arbitraries.of("a", "b", "a-b", "a~", "a.0", "A"))
                .as(HlcTimestamp::new)
                .withoutEdgeCases();
    }

    /** Stamps of any replica id there may be. */
    static Arbitrary<HlcTimestamp> stampsOfAnyReplica() {
        Arbitrary<String> replicas = Arbitraries.strings()
                .withCharRange('a', 'z')
                .withCharRange('A', 'Z')
                .withCharRange('0', '9')
                .withChars("._:~-")
                .ofMinLength(1)
                .ofMaxLength(HlcTimestamp.REPLICA_LENGTH_MAX);
        return Combinators.combine(stampMillis(), counters(), replicas)
                .as(HlcTimestamp::new)
                .withoutEdgeCases();
    }
}
