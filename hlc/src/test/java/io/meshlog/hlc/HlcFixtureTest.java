package io.meshlog.hlc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.meshlog.testkit.SharedFixtures;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The cases of {@code wire/hlc.json}: the text and the clock as other implementations know them (spec §3.3). */
class HlcFixtureTest {

    private JsonNode cases;

    @BeforeEach
    void readTheFixture() throws IOException {
        cases = new ObjectMapper()
                .readTree(SharedFixtures.require("wire/hlc.json").toFile());
    }

    @Test
    void readsAndWritesEveryValidStampUnchanged() {
        assertThat(texts("valid_in_ascending_order"))
                .isNotEmpty()
                .allSatisfy(text -> assertThat(HlcTimestamp.parse(text).text()).isEqualTo(text))
                .allSatisfy(text -> assertThat(HlcTimestamp.tryParse(text)).contains(HlcTimestamp.parse(text)));
    }

    @Test
    void ordersTheValidStampsAsListed() {
        List<String> texts = texts("valid_in_ascending_order");
        List<HlcTimestamp> stamps = texts.stream().map(HlcTimestamp::parse).toList();

        assertThat(stamps).isSorted().doesNotHaveDuplicates();
        assertThat(texts).isSorted();
    }

    @Test
    void refusesEveryInvalidStamp() {
        assertThat(texts("invalid")).isNotEmpty().allSatisfy(text -> {
            assertThat(HlcTimestamp.tryParse(text)).isEmpty();
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> HlcTimestamp.parse(text))
                    .withMessageContaining("expected <13 digits>")
                    .withMessageContaining("found \"");
        });
    }

    @Test
    void ticksAsListed() {
        assertThat(cases.get("tick")).isNotEmpty().allSatisfy(example -> {
            HybridClock clock = clockAt(example.get("last"));
            for (JsonNode expected : example.get("gives")) {
                assertThat(clock.tick(example.get("now").longValue()).text())
                        .as("%s", example)
                        .isEqualTo(expected.textValue() + "-x");
            }
        });
    }

    @Test
    void ticksAfterObservingAsListed() {
        assertThat(cases.get("observe_then_tick")).isNotEmpty().allSatisfy(example -> {
            HybridClock clock = clockAt(example.get("last"));
            long nowMillis = example.get("now").longValue();
            Optional<HlcTimestamp> remote =
                    HlcTimestamp.tryParse(example.get("remote").textValue());
            remote.ifPresent(stamp -> clock.observe(stamp, stamp.replica(), nowMillis));

            assertThat(clock.tick(nowMillis).text())
                    .as("%s", example)
                    .isEqualTo(example.get("gives").textValue() + "-x");
        });
    }

    private List<String> texts(String field) {
        List<String> texts = new ArrayList<>();
        cases.get(field).forEach(node -> texts.add(node.textValue()));
        return texts;
    }

    private static HybridClock clockAt(JsonNode last) {
        if (last.isNull()) {
            return new HybridClock("x", ClockMark.ZERO, DriftBounds.DEFAULT);
        }
        HlcTimestamp stamp = HlcTimestamp.parse(last.textValue());
        return new HybridClock("x", new ClockMark(stamp.millis(), stamp.counter()), DriftBounds.DEFAULT);
    }
}
