package io.meshlog.node.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlog.op.Limits;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** docs/protocol.md says every limit that a client can meet, with the number that the code has. */
class ProtocolPageTest {
    /** Whatever its lines are. */
    private static String page() throws IOException {
        return Files.readString(Sources.ROOT.resolve("docs/protocol.md")).replaceAll("\\s+", " ");
    }

    static List<Arguments> limits() {
        return List.of(
                Arguments.of(Limits.TYPE_LENGTH_MAX, "%d characters, `^[a-z0-9]"),
                Arguments.of(Limits.TYPE_LENGTH_MAX - 1, "[a-z0-9_.-]{0,%d}$"),
                Arguments.of(Limits.NAME_CODE_POINTS_MAX, "1–%d code points"),
                Arguments.of(Limits.ID_LENGTH_MAX, "ids of 1–%d characters"),
                Arguments.of(Limits.BODY_BYTES_MAX, "a body at most %d bytes"),
                Arguments.of(Limits.METADATA_BYTES_MAX, "an object of at most %d bytes"),
                Arguments.of(Limits.NUMBER_DIGITS_MAX, "at most %d digits"),
                Arguments.of(Limits.NUMBER_EXPONENT_MAX, "an exponent from -%1$d to %1$d"),
                Arguments.of(Limits.JSON_DEPTH_MAX, "%d levels"),
                Arguments.of(Limits.ARTIFACT_IDS_MAX, "at most %d artifacts"),
                Arguments.of(Limits.ARTIFACT_BYTES_MAX, "1 to %d bytes of UTF-8"),
                Arguments.of(Limits.IDEMPOTENCY_KEY_LENGTH_MAX, "1–%d printable ASCII"),
                Arguments.of(Limits.BATCH_EVENTS_MAX, "1 to %d events"),
                Arguments.of(Limits.REQUEST_BYTES_MAX, "JSON in UTF-8, at most %d bytes"),
                Arguments.of(Limits.LIST_LIMIT_DEFAULT, "| `limit` | %d; at most"),
                Arguments.of(Limits.LIST_LIMIT_MAX, "; at most %d, and the answer says what it was"));
    }

    @ParameterizedTest(name = "{1}")
    @MethodSource("limits")
    void everyLimitOnWhatClientsSendStandsThere(int limit, String sentence) throws IOException {
        assertThat(page()).contains(String.format(Locale.ROOT, sentence.replace("%d", "%,d"), limit));
    }

    @ParameterizedTest
    @MethodSource("words")
    void everyStatusAndKindStandsThere(List<String> words) throws IOException {
        assertThat(page()).contains("`" + String.join(" ", words) + "`");
    }

    static List<List<String>> words() {
        return List.of(Limits.STATUSES, Limits.ARTIFACT_KINDS);
    }
}
