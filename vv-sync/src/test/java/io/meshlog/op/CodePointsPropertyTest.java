package io.meshlog.op;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/** Code-point order against a naive twin, which compares arrays of code points (spec §12). */
final class CodePointsPropertyTest {
    @Property
    void comparesAsArraysOfCodePointsDo(@ForAll("texts") String a, @ForAll("texts") String b) {
        int naive = Arrays.compare(a.codePoints().toArray(), b.codePoints().toArray());
        assertThat(Integer.signum(CodePoints.compare(a, b))).isEqualTo(Integer.signum(naive));
        assertThat(CodePoints.compare(a, a)).isZero();
    }

    @Property
    void orderIsThatOfUtf8Bytes(@ForAll("texts") String a, @ForAll("texts") String b) {
        int bytes = Arrays.compareUnsigned(a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));
        assertThat(Integer.signum(CodePoints.compare(a, b))).isEqualTo(Integer.signum(bytes));
    }

    @Property
    void utf8LengthIsTheLengthOfTheBytes(@ForAll("texts") String text) {
        assertThat(CodePoints.utf8Length(text)).isEqualTo(text.getBytes(StandardCharsets.UTF_8).length);
        assertThat(CodePoints.loneSurrogate(text)).isEqualTo(-1);
    }

    @Property
    void findsTheFirstSurrogateWithoutAPartner(@ForAll("texts") String before, @ForAll("lone") String lone) {
        assertThat(CodePoints.loneSurrogate(before + lone + "x" + lone)).isEqualTo(before.length());
        assertThat(CodePoints.loneSurrogate(before + "\uDC00\uD800")).isEqualTo(before.length());
    }

    @Provide
    Arbitrary<String> texts() {
        Arbitrary<Integer> points = Arbitraries.frequencyOf(
                Tuple.of(3, Arbitraries.of(0x41, 0x42, 0xD7FF, 0xE000, 0xFFFF, 0x10000, 0x10FFFF, 0x1F600, 0x7F, 0x80)),
                Tuple.of(1, Arbitraries.integers().between(0, 0x10FFFF).filter(p -> p < 0xD800 || p > 0xDFFF)));
        return points.list().ofMaxSize(6).map(list -> {
            StringBuilder text = new StringBuilder();
            list.forEach(text::appendCodePoint);
            return text.toString();
        });
    }

    @Provide
    Arbitrary<String> lone() {
        return Arbitraries.of("\uD800", "\uDBFF", "\uDC00", "\uDFFF");
    }
}
