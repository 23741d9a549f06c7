package io.meshlog.op;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class DigestTest {
    private static final String HEX = "fbf7612302afd65c06009618d5144fcb3957387bd75bd9b9d232a27293d9c072";

    @Test
    void onlySixtyFourLowercaseHexDigitsAreADigest() {
        assertThat(Digest.isHex(HEX)).isTrue();
        assertThat(Digest.isHex(HEX.toUpperCase(java.util.Locale.ROOT))).isFalse();
        assertThat(Digest.isHex(HEX.substring(1))).isFalse();
        assertThat(Digest.isHex(HEX + "0")).isFalse();
        assertThat(Digest.isHex("+" + HEX.substring(1))).isFalse();
        assertThat(Digest.isHex(HEX.substring(0, 63) + "\u0660")).isFalse();
        assertThatThrownBy(() -> Digest.parse("x")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Digest.of(new byte[31])).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shaOfTheEmptyInputIsTheKnownOne() {
        assertThat(Digest.sha256(new byte[0]).hex())
                .isEqualTo("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    }
}
