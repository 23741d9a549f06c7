package io.meshlog.node.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

/** Spec §11: durations are {@code 500ms 1s 5m 90d}. */
class DurationsTest {
    private final Durations durations = new Durations();

    @ParameterizedTest
    @CsvSource({
        "500ms, PT0.5S",
        "0s, PT0S",
        "1s, PT1S",
        "5m, PT5M",
        "2h, PT2H",
        "90d, PT2160H",
        "0010s, PT10S",
        "36500d, PT876000H"
    })
    void readsANumberAndAUnit(String text, Duration expected) {
        assertThat(durations.convert(text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "5",
                "s",
                "-1s",
                "+1s",
                "1.5s",
                "1 s",
                " 1s",
                "1s ",
                "1S",
                "1m30s",
                "1w",
                "١s",
                "PT1S",
                "36501d",
                "999999999999999999d",
                "9999999999999999999999s"
            })
    void refusesEverythingElse(String text) {
        assertThatThrownBy(() -> durations.convert(text))
                .isInstanceOf(TypeConversionException.class)
                .hasMessageContaining("'" + text + "'");
    }
}
