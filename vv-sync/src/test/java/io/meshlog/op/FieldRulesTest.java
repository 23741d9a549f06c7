package io.meshlog.op;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Each limit of spec §3.1 at its edge and one beyond. */
@DisplayName("§3.1 rules of single fields")
final class FieldRulesTest {
    private static final String FACE = "\uD83D\uDE00";

    /** The property White_Space in PropList.txt of Unicode. */
    private static final SortedSet<Integer> WHITE_SPACE = new TreeSet<>(List.of(
            0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x20, 0x85, 0xA0, 0x1680, 0x2000, 0x2001, 0x2002, 0x2003, 0x2004, 0x2005,
            0x2006, 0x2007, 0x2008, 0x2009, 0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000));

    @Test
    void trimsExactlyUnicodeWhiteSpace() {
        for (int c = 0; c <= 0x10FFFF; c++) {
            if (c >= 0xD800 && c <= 0xDFFF) {
                continue;
            }
            String s = Character.toString(c);
            boolean white = WHITE_SPACE.contains(c);
            assertThat(FieldRules.trim(s + s + "x y" + s).equals("x y"))
                    .as("U+%X", c)
                    .isEqualTo(white);
        }
        assertThat(FieldRules.trim(" \u3000\u0085 ")).isEmpty();
    }

    @Test
    void aNameHasUpTo256CodePointsHoweverManyCharsTheyTake() {
        assertThat(FieldRules.name("room", FACE.repeat(256))).isNull();
        assertThat(FieldRules.name("room", "x")).isNull();
        Invalid invalid = FieldRules.name("room", FACE.repeat(256) + "x");
        assertThat(invalid.field()).isEqualTo("room");
        assertThat(invalid.limit()).isEqualTo(256);
        assertThat(invalid.size()).isEqualTo(257);
        assertThat(FieldRules.name("room", "").field()).isEqualTo("room");
    }

    @Test
    void aNameHoldsNoControls() {
        for (int c = 0; c < 0x20; c++) {
            assertThat(FieldRules.name("stream", "a" + (char) c + "b"))
                    .as("U+%X", c)
                    .isNotNull();
        }
        assertThat(FieldRules.name("stream", "a\u007fb").message())
                .contains("U+007F")
                .contains("index 1");
        assertThat(FieldRules.name("stream", "a\u0080b")).isNull();
        assertThat(FieldRules.name("stream", "a\uD800b").message()).contains("lone surrogate");
    }

    @Test
    void aTypeIsLowercaseAndUpTo64() {
        assertThat(FieldRules.type("a".repeat(64))).isNull();
        assertThat(FieldRules.type("0a_.-")).isNull();
        Invalid tooLong = FieldRules.type("a".repeat(65));
        assertThat(tooLong.limit()).isEqualTo(64);
        assertThat(tooLong.size()).isEqualTo(65);
        for (String bad : List.of("", "A", "_a", ".a", "-a", "a b", "a\n", "ä", "a/b", " a")) {
            assertThat(FieldRules.type(bad)).as(bad).isNotNull();
            assertThat(FieldRules.type(bad).field()).isEqualTo("type");
        }
    }

    @Test
    void aStatusIsOneOfSeven() {
        for (String status : List.of("open", "claimed", "ready", "applied", "blocked", "failed", "superseded")) {
            assertThat(FieldRules.status(status)).isNull();
        }
        assertThat(FieldRules.status("Open").field()).isEqualTo("status");
        assertThat(FieldRules.status("done").message()).contains("superseded");
    }

    @Test
    void aBodyIsMeasuredInBytesOfUtf8() {
        assertThat(FieldRules.body("x".repeat(262_144))).isNull();
        assertThat(FieldRules.body(FACE.repeat(65_536))).isNull();
        Invalid invalid = FieldRules.body(FACE.repeat(65_536) + "x");
        assertThat(invalid.field()).isEqualTo("body");
        assertThat(invalid.limit()).isEqualTo(262_144);
        assertThat(invalid.size()).isEqualTo(262_145);
        assertThat(FieldRules.body("")).isNull();
        assertThat(FieldRules.body("\r\n\t\u0001 ")).isNull();
        assertThat(FieldRules.body("a\0").message()).contains("NUL").contains("index 1");
        assertThat(FieldRules.body("\uDC00").message()).contains("lone surrogate");
    }

    @Test
    void metadataIsMeasuredAsTheReferenceWritesIt() {
        // {"k": "…"} has one separator space more than its compact form.
        int frame = "{\"k\": \"\"}".length();
        assertThat(FieldRules.metadata("{\"k\":\"" + "x".repeat(65_536 - frame) + "\"}"))
                .isNull();
        Invalid invalid = FieldRules.metadata("{\"k\":\"" + "x".repeat(65_537 - frame) + "\"}");
        assertThat(invalid.field()).isEqualTo("metadata");
        assertThat(invalid.limit()).isEqualTo(65_536);
        assertThat(invalid.size()).isEqualTo(65_537);
    }

    @Test
    void separatorsInsideOfMetadataTextsCountOnce() {
        int frame = "{\"k\": \"\"}".length();
        assertThat(FieldRules.metadata("{\"k\":\"" + ",:\\\"".repeat((65_536 - frame) / 4) + "\"}"))
                .isNull();
        String list = "{\"k\":[" + "1,".repeat(21_842) + "1]}";
        int spaced = list.replace(":", ": ").replace(",", ", ").length();
        assertThat(FieldRules.metadata(list) == null).isEqualTo(spaced <= 65_536);
        assertThat(FieldRules.metadata("{\"k\":[" + "1,".repeat(21_843) + "1]}"))
                .isNotNull();
    }

    @Test
    void anIdempotencyKeyIsPrintableAscii() {
        assertThat(FieldRules.idempotencyKey(" ~" + "k".repeat(126))).isNull();
        Invalid invalid = FieldRules.idempotencyKey("k".repeat(129));
        assertThat(invalid.field()).isEqualTo("idempotency_key");
        assertThat(invalid.limit()).isEqualTo(128);
        assertThat(invalid.size()).isEqualTo(129);
        for (String bad : List.of("", "a\u007f", "a\u001f", "ä", "\n")) {
            assertThat(FieldRules.idempotencyKey(bad)).as(bad).isNotNull();
        }
    }
}
