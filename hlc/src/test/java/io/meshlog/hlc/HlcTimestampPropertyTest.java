package io.meshlog.hlc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.Locale;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** H6 and H7: the order of stamps and their text (spec §3.3). */
class HlcTimestampPropertyTest {

    private static final Comparator<HlcTimestamp> BY_PARTS = Comparator.comparingLong(HlcTimestamp::millis)
            .thenComparingInt(HlcTimestamp::counter)
            .thenComparing(HlcTimestamp::replica);

    @Property
    void readsBackWhatItWrote(@ForAll("stampsOfAnyReplica") HlcTimestamp stamp) {
        assertThat(HlcTimestamp.parse(stamp.text())).isEqualTo(stamp);
        assertThat(HlcTimestamp.tryParse(stamp.text())).contains(stamp);
    }

    @Property
    void writesWhatTheFormatterOfTheJdkWrites(@ForAll("stampsOfAnyReplica") HlcTimestamp stamp) {
        assertThat(stamp.text())
                .isEqualTo(
                        String.format(Locale.ROOT, "%013d-%06x-%s", stamp.millis(), stamp.counter(), stamp.replica()));
    }

    @Property
    void readsATextOnlyIfItWouldWriteTheSame(@ForAll("damagedTexts") String text) {
        HlcTimestamp.tryParse(text).ifPresent(stamp -> assertThat(stamp.text()).isEqualTo(text));
    }

    @Property
    void readsExactlyWhatThePatternOfTheSpecMatches(@ForAll("damagedTexts") String text) {
        assertThat(HlcTimestamp.tryParse(text).isPresent())
                .isEqualTo(text.matches("[0-9]{13}-[0-9a-f]{6}-[A-Za-z0-9._:~-]{1,128}"));
    }

    @Property
    void ordersStampsAsItOrdersTheirTexts(@ForAll("stamps") HlcTimestamp a, @ForAll("stamps") HlcTimestamp b) {
        int order = Integer.signum(a.compareTo(b));

        assertThat(order).isEqualTo(Integer.signum(a.text().compareTo(b.text())));
        assertThat(order).isEqualTo(Integer.signum(BY_PARTS.compare(a, b)));
    }

    @Property
    void ordersStampsTotally(
            @ForAll("stamps") HlcTimestamp a, @ForAll("stamps") HlcTimestamp b, @ForAll("stamps") HlcTimestamp c) {
        assertThat(a.compareTo(b) == 0).isEqualTo(a.equals(b));
        assertThat(Integer.signum(a.compareTo(b))).isEqualTo(-Integer.signum(b.compareTo(a)));
        if (a.compareTo(b) <= 0 && b.compareTo(c) <= 0) {
            assertThat(a.compareTo(c)).isLessThanOrEqualTo(0);
        }
    }

    @Provide
    Arbitrary<HlcTimestamp> stamps() {
        return ClockArbitraries.stamps();
    }

    @Provide
    Arbitrary<HlcTimestamp> stampsOfAnyReplica() {
        return ClockArbitraries.stampsOfAnyReplica();
    }

    /** Valid texts with a few chars replaced or put in, many of which leave them valid. */
    @Provide
    Arbitrary<String> damagedTexts() {
        Arbitrary<Character> chars =
                Arbitraries.of('0', '9', 'a', 'f', 'g', 'F', '-', '_', ' ', '/', ':', '\n', '٣', 'é', '\uD800');
        return Combinators.combine(
                        ClockArbitraries.stamps(),
                        Arbitraries.integers().between(0, 24),
                        chars,
                        Arbitraries.integers().between(0, 2))
                .as((stamp, at, with, removed) -> {
                    String text = stamp.text();
                    int from = Math.min(at, text.length());
                    int to = Math.min(from + removed, text.length());
                    return text.substring(0, from) + with + text.substring(to);
                })
                .withoutEdgeCases();
    }
}
