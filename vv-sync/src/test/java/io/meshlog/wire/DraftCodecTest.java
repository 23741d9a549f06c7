package io.meshlog.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlog.op.Draft;
import io.meshlog.op.Invalid;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("§3.1 what is authored here, from JSON")
final class DraftCodecTest {
    private static final String GOOD = "{\"type\":\"note\",\"stream\":\"s\",\"room\":\"r\",\"from_agent\":\"a\"";

    private static DraftCodec.Decoded decode(String more) {
        return DraftCodec.decode(OpTexts.utf8(GOOD + more + "}"), null);
    }

    private static List<String> fields(DraftCodec.Decoded decoded) {
        assertThat(decoded.draft()).isNull();
        return decoded.invalid().stream().map(Invalid::field).toList();
    }

    @Test
    void aWholeDraftIsTakenWithItsLiteralNumbers() {
        Draft draft = decode(
                        ",\"topic\":\" t \",\"to_agent\":null,\"status\":\"open\",\"body\":\" b\\r\\n\","
                                + "\"metadata\":{\"z\":1.0,\"a\":-0.0},\"artifact_ids\":[\"x\",\"y\",\"x\"],\"idempotency_key\":\"k\"")
                .draft();
        assertThat(draft.routing().topic()).isEqualTo("t");
        assertThat(draft.routing().toAgent()).isNull();
        assertThat(draft.body()).isEqualTo(" b\r\n");
        assertThat(draft.metadata()).isEqualTo("{\"a\":-0.0,\"z\":1.0}");
        assertThat(draft.artifactIds()).containsExactly("x", "y");
        assertThat(draft.idempotencyKey()).isEqualTo("k");
    }

    @Test
    void fieldsThatTheReplicaSetsAreNamed() {
        for (String field : List.of("id", "hlc", "origin_replica", "origin_seq", "created_at", "asserted_by")) {
            assertThat(fields(decode(",\"" + field + "\":\"x\""))).containsExactly(field);
            assertThat(fields(decode(",\"" + field + "\":null"))).containsExactly(field);
        }
    }

    @Test
    void unknownFieldsAreNamedAllAtOnce() {
        assertThat(fields(decode(",\"x\":1,\"chain\":\"c\",\"sig\":null,\"seq\":1,\"local\":{},\"artifacts\":[]")))
                .containsExactlyInAnyOrder("x", "chain", "sig", "seq", "local", "artifacts");
    }

    @Test
    void wrongTypesAreNamed() {
        assertThat(fields(decode(",\"topic\":7,\"body\":[],\"metadata\":[],\"artifact_ids\":{}")))
                .containsExactlyInAnyOrder("topic", "body", "metadata", "artifact_ids");
        assertThat(fields(decode(",\"artifact_ids\":[null]"))).containsExactly("artifact_ids");
        assertThat(fields(decode(",\"metadata\":\"x\""))).containsExactly("metadata");
    }

    @Test
    void textWithoutCanonicalFormIsRefusedByItsField() {
        assertThat(fields(decode(",\"body\":\"\\ud800\""))).containsExactly("body");
        assertThat(fields(decode(",\"metadata\":{\"a\":1,\"\\u0061\":2}"))).containsExactly("metadata");
        assertThat(fields(decode(",\"body\":\"1\",\"bod\\u0079\":\"2\""))).containsExactly("body");
        assertThat(fields(decode(",\"metadata\":{\"\\udfff\":1}"))).containsExactly("metadata");
    }

    @Test
    void sixtyFourLevelsAreTakenAndNoMore() {
        // The document is level 1, metadata level 2, so that 62 arrays fit into it.
        assertThat(decode(",\"metadata\":{\"a\":" + "[".repeat(62) + "]".repeat(62) + "}")
                        .invalid())
                .isEmpty();
        assertThat(fields(decode(",\"metadata\":{\"a\":" + "[".repeat(63) + "]".repeat(63) + "}")))
                .containsExactly("metadata");
        assertThat(fields(decode(",\"metadata\":{\"a\":" + "[".repeat(9_000) + "]".repeat(9_000) + "}")))
                .containsExactly("metadata");
    }

    @Test
    void numbersHaveUpToAThousandDigitsAndAnExponentUpTo308() {
        for (String good :
                List.of("1" + "0".repeat(999), "-0." + "1".repeat(999), "1e308", "1E-308", "1e+000308", "0e0")) {
            assertThat(decode(",\"metadata\":{\"n\":[" + good + "]}").invalid())
                    .as(good)
                    .isEmpty();
        }
        Invalid digits = decode(",\"metadata\":{\"n\":-0." + "1".repeat(1_000) + "}")
                .invalid()
                .get(0);
        assertThat(digits.field()).isEqualTo("metadata");
        assertThat(digits.limit()).isEqualTo(1_000);
        assertThat(digits.size()).isEqualTo(1_001);
        for (String bad : List.of("1e309", "1E-309", "1e+0309", "1e99999999999999999999")) {
            Invalid exponent =
                    decode(",\"metadata\":{\"n\":" + bad + "}").invalid().get(0);
            assertThat(exponent.limit()).as(bad).isEqualTo(308);
        }
        assertThat(decode(",\"metadata\":{\"text\":\"1e309 \\\" 1e309\",\"1e309\":1}")
                        .invalid())
                .isEmpty();
    }

    @Test
    void onlyOnePlainUtf8ObjectIsTaken() {
        for (String bad : List.of(
                "",
                "7",
                "[]",
                "null",
                "\"x\"",
                GOOD,
                GOOD + "} {}",
                GOOD + "}x",
                GOOD + ",}",
                GOOD + ",\"metadata\":{\"n\":NaN}}",
                GOOD + ",\"metadata\":{\"n\":Infinity}}",
                GOOD + ",\"metadata\":{\"n\":01}}",
                "\uFEFF" + GOOD + "}",
                "<html>")) {
            assertThat(fields(DraftCodec.decode(OpTexts.utf8(bad), null)))
                    .as(bad)
                    .hasSize(1);
        }
        for (var charset : List.of(StandardCharsets.UTF_16, StandardCharsets.UTF_16LE, StandardCharsets.UTF_16BE)) {
            assertThat(DraftCodec.decode((GOOD + "}").getBytes(charset), null).draft())
                    .as("%s", charset)
                    .isNull();
        }
    }

    @Test
    void bytesThatAreNotUtf8AreRefused() {
        for (byte[] bad : List.of(
                new byte[] {(byte) 0xC0, (byte) 0x80},
                new byte[] {(byte) 0xC1, (byte) 0xA1},
                new byte[] {(byte) 0xE0, (byte) 0x81, (byte) 0xA1},
                new byte[] {(byte) 0xF0, (byte) 0x80, (byte) 0x81, (byte) 0xA1},
                new byte[] {(byte) 0xED, (byte) 0xA0, (byte) 0xBD, (byte) 0xED, (byte) 0xB8, (byte) 0x80},
                new byte[] {(byte) 0xF4, (byte) 0x90, (byte) 0x80, (byte) 0x80},
                new byte[] {(byte) 0xF5, (byte) 0x80, (byte) 0x80, (byte) 0x80},
                new byte[] {(byte) 0x80},
                new byte[] {(byte) 0xFF})) {
            byte[] before = OpTexts.utf8(GOOD + ",\"body\":\"");
            byte[] after = OpTexts.utf8("\"}");
            byte[] json = new byte[before.length + bad.length + after.length];
            System.arraycopy(before, 0, json, 0, before.length);
            System.arraycopy(bad, 0, json, before.length, bad.length);
            System.arraycopy(after, 0, json, before.length + bad.length, after.length);
            assertThat(DraftCodec.decode(json, null).draft())
                    .as(java.util.Arrays.toString(bad))
                    .isNull();
        }
    }

    @Test
    void theKeyOfHeaderAndBodyMustAgree() {
        byte[] keyed = OpTexts.utf8(GOOD + ",\"idempotency_key\":\"k\"}");
        assertThat(DraftCodec.decode(keyed, "k").draft().idempotencyKey()).isEqualTo("k");
        assertThat(fields(DraftCodec.decode(keyed, "other"))).containsExactly("idempotency_key");
        assertThat(DraftCodec.decode(OpTexts.utf8(GOOD + "}"), "h").draft().idempotencyKey())
                .isEqualTo("h");
        assertThat(fields(DraftCodec.decode(OpTexts.utf8(GOOD + "}"), ""))).containsExactly("idempotency_key");
    }
}
