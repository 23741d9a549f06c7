package io.meshlog.view;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.OffsetDateTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TimesTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "2026-08-25T23:20:23Z",
                "2024-02-29T00:00:00.5Z",
                "1969-12-31T23:59:59.999999Z",
                "2026-08-25T23:20:23+02:00",
                "2026-08-25T23:20:23.123456-11:30"
            })
    void readsWhatAuthorsWrite(String text) {
        assertThat(Times.millisOrNull(text))
                .isEqualTo(OffsetDateTime.parse(text).toInstant().toEpochMilli());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "soon",
                "2026-08-25",
                "2026-08-25T23:20:23",
                "2026-08-25T23:20:23.Z",
                "2026-02-29T00:00:00Z",
                "2026-08-25T24:00:00Z",
                "2026-08-25T23:20:23Z ",
                "2026-08-25T23:20:23+02:000",
                "2026-08-25t23:20:23z"
            })
    void nothingElseIsATime(String text) {
        assertThat(Times.millisOrNull(text)).isNull();
    }

    @Test
    void digitsOfOtherScriptsAreNoDigits() {
        assertThat(Times.millisOrNull("٢٠٢٦-08-25T23:20:23Z")).isNull();
    }
}
