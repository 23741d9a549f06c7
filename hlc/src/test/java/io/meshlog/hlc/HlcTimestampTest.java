package io.meshlog.hlc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Spec §3.3, the text of a stamp and its ranges. */
class HlcTimestampTest {

    private static final String LONGEST_REPLICA = "r".repeat(HlcTimestamp.REPLICA_LENGTH_MAX);

    @Test
    void showsItsTextAsToString() {
        assertThat(new HlcTimestamp(1_783_038_849_123L, 0xab, "rep_1")).hasToString("1783038849123-0000ab-rep_1");
    }

    @Test
    void takesTheEndsOfItsRanges() {
        assertThat(new HlcTimestamp(0, 0, "a").text()).isEqualTo("0000000000000-000000-a");
        assertThat(new HlcTimestamp(HlcTimestamp.MILLIS_MAX, HlcTimestamp.COUNTER_MAX, LONGEST_REPLICA).text())
                .isEqualTo("9999999999999-ffffff-" + LONGEST_REPLICA);
    }

    @Test
    void refusesWhatIsBeyondItsRanges() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new HlcTimestamp(-1, 0, "a"))
                .withMessage("millis: expected 0 to 9999999999999, found -1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new HlcTimestamp(HlcTimestamp.MILLIS_MAX + 1, 0, "a"))
                .withMessageContaining("10000000000000");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new HlcTimestamp(0, -1, "a"))
                .withMessage("counter: expected 0 to 16777215, found -1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new HlcTimestamp(0, HlcTimestamp.COUNTER_MAX + 1, "a"))
                .withMessageContaining("16777216");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new HlcTimestamp(0, 0, LONGEST_REPLICA + "r"))
                .withMessageContaining("1 to 128 chars");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a b", "a/b", "a\n", "ä", "a\0", "a@b", "a+b", "٣"})
    void refusesReplicaIdsOutsideTheirCharset(String replica) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new HlcTimestamp(0, 0, replica))
                .withMessageStartingWith("replica: expected 1 to 128 chars of [A-Za-z0-9._:~-], found \"");
        assertThat(HlcTimestamp.tryParse("0000000000000-000000-" + replica)).isEmpty();
    }

    @Test
    void readsAReplicaIdOfTheLongestLengthAndNoLonger() {
        assertThat(HlcTimestamp.tryParse("0000000000000-000000-" + LONGEST_REPLICA))
                .isPresent();
        assertThat(HlcTimestamp.tryParse("0000000000000-000000-" + LONGEST_REPLICA + "r"))
                .isEmpty();
    }

    @Test
    void readsNothingFromNull() {
        assertThat(HlcTimestamp.tryParse(null)).isEmpty();
    }

    @Test
    void keepsStrangeTextOnOneShortLineOfTheMessage() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> HlcTimestamp.parse("two\nlines \"ä\"" + "x".repeat(10_000)))
                .withMessageContaining("found \"two\\u000alines \\u0022\\u00e4\\u0022xxx")
                .withMessageEndingWith("x\"... (10013 chars)")
                .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(400).doesNotContain("\n"));
    }

    @Test
    void saysWhichPartOfATextIsWrong() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> HlcTimestamp.parse("17830388491x3-000000-a"))
                .withMessageContaining("begins with 13 ASCII digits");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> HlcTimestamp.parse("1783038849123-00000A-a"))
                .withMessageContaining("counter of lowercase hex digits");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> HlcTimestamp.parse("1783038849123-000000_a"))
                .withMessageContaining("'-' at offsets 13 and 20");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> HlcTimestamp.parse("1783038849123-000000-a b"))
                .withMessageContaining("replica id from offset 21 on");
    }
}
