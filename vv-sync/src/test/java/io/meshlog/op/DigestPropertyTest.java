package io.meshlog.op;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** {@link Digest} against big integers (spec §12: sums modulo 2<sup>256</sup>). */
final class DigestPropertyTest {
    private static final BigInteger MODULUS = BigInteger.ONE.shiftLeft(256);

    @Property
    void textIsHexOfTheNumberAndParsesBack(@ForAll("digests") Digest d) {
        assertThat(d.hex()).isEqualTo(String.format(java.util.Locale.ROOT, "%064x", number(d)));
        assertThat(Digest.parse(d.hex())).isEqualTo(d);
        assertThat(Digest.of(d.bytes())).isEqualTo(d);
        assertThat(d.hex16()).isEqualTo(d.hex().substring(0, 16));
    }

    @Property
    void orderIsThatOfUnsignedNumbersAndOfTexts(@ForAll("digests") Digest a, @ForAll("digests") Digest b) {
        assertThat(Integer.signum(a.compareTo(b))).isEqualTo(number(a).compareTo(number(b)));
        assertThat(Integer.signum(a.compareTo(b)))
                .isEqualTo(Integer.signum(a.hex().compareTo(b.hex())));
    }

    @Property
    void sumsAndDifferencesAreThoseOfBigIntegers(@ForAll("digests") Digest a, @ForAll("digests") Digest b) {
        assertThat(number(a.plus(b))).isEqualTo(number(a).add(number(b)).mod(MODULUS));
        assertThat(number(a.minus(b))).isEqualTo(number(a).subtract(number(b)).mod(MODULUS));
        assertThat(a.plus(b)).isEqualTo(b.plus(a));
        assertThat(a.plus(b).minus(b)).isEqualTo(a);
    }

    @Provide
    Arbitrary<Digest> digests() {
        Arbitrary<Long> words = Arbitraries.frequencyOf(
                net.jqwik.api.Tuple.of(3, Arbitraries.longs().withoutEdgeCases()),
                net.jqwik.api.Tuple.of(2, Arbitraries.of(0L, 1L, -1L, -2L, Long.MIN_VALUE, Long.MAX_VALUE)));
        return Combinators.combine(words, words, words, words).as(Digest::new).withoutEdgeCases();
    }

    private static BigInteger number(Digest d) {
        return new BigInteger(1, d.bytes());
    }
}
