package io.meshlog.op;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Names of origins (spec §2, §12). */
final class OriginTest {
    private static final String NATIVE = "rep_0123456789abcdef0123";

    @Test
    void anOriginIsOneTo128CharactersOfASmallAlphabet() {
        for (String good : List.of("a", "A.Z_0:~-", "x".repeat(128))) {
            assertThat(Origin.isName(good)).as(good).isTrue();
        }
        for (String bad : List.of("", "x".repeat(129), "a b", "a/b", "ä", "a\n", "a\0", "a+b")) {
            assertThat(Origin.isName(bad)).as(bad).isFalse();
            assertThatThrownBy(() -> new Origin(bad)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void nativeIsTwentyLowercaseHexDigitsAfterRep() {
        assertThat(new Origin(NATIVE).isNative()).isTrue();
        assertThat(new Origin(NATIVE + "~0123456789abcdef").isBranch()).isTrue();
        for (String foreign : List.of(
                "rep_91b72265b1f5",
                "rep_0123456789ABCDEF0123",
                "rep_0123456789abcdef012g",
                NATIVE + "0",
                NATIVE + "~0123456789abcde",
                NATIVE + "~0123456789ABCDEF",
                NATIVE + "-0123456789abcdef",
                NATIVE + "~0123456789abcdef~0123456789abcdef")) {
            assertThat(new Origin(foreign).isNative()).as(foreign).isFalse();
            assertThat(new Origin(foreign).isBranch()).as(foreign).isFalse();
            assertThat(new Origin(foreign).base().name()).isEqualTo(foreign);
        }
    }

    @Test
    void stampsMayCarryTheNameOrThePartBeforeTheTilde() {
        Origin branch = new Origin(NATIVE + "~0123456789abcdef");
        assertThat(branch.owns(NATIVE)).isTrue();
        assertThat(branch.owns(branch.name())).isTrue();
        assertThat(branch.owns("rep_")).isFalse();
        assertThat(new Origin("a").owns("ab")).isFalse();
        assertThat(new Origin("a~b").owns("a")).isTrue();
        assertThat(new Origin("~b").owns("")).isFalse();
    }
}
