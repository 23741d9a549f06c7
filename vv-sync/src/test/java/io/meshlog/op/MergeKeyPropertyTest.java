package io.meshlog.op;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlog.hlc.HlcTimestamp;
import java.util.Locale;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Invariant H6: merge order is a strict total order, that of the texts one after another. */
final class MergeKeyPropertyTest {
    @Property
    void ordersLikeItsTexts(@ForAll("keys") MergeKey a, @ForAll("keys") MergeKey b) {
        assertThat(Integer.signum(a.compareTo(b))).isEqualTo(Integer.signum(text(a).compareTo(text(b))));
        assertThat(a.compareTo(b) == 0).isEqualTo(a.equals(b));
        assertThat(Integer.signum(b.compareTo(a))).isEqualTo(-Integer.signum(a.compareTo(b)));
    }

    @Property
    void isTransitive(@ForAll("keys") MergeKey a, @ForAll("keys") MergeKey b, @ForAll("keys") MergeKey c) {
        if (a.compareTo(b) < 0 && b.compareTo(c) < 0) {
            assertThat(a.compareTo(c)).isNegative();
        }
    }

    private static String text(MergeKey key) {
        return key.hlc().text()
                + '\0'
                + key.tie().hex()
                + '\0'
                + key.origin().name()
                + '\0'
                + String.format(Locale.ROOT, "%019d", key.seq());
    }

    @Provide
    Arbitrary<MergeKey> keys() {
        Arbitrary<HlcTimestamp> stamps = Combinators.combine(
                        Arbitraries.longs().between(9, 11),
                        Arbitraries.integers().between(15, 16),
                        Arbitraries.of("a", "a~", "b"))
                .as(HlcTimestamp::new);
        Arbitrary<Digest> ties = Arbitraries.of(-1L, 0L, 1L).map(w -> new Digest(w, 0, 0, 1));
        return Combinators.combine(
                        stamps,
                        ties,
                        Arbitraries.of("a", "ab", "b").map(Origin::new),
                        Arbitraries.longs().between(9, 11))
                .as(MergeKey::new)
                .withoutEdgeCases();
    }
}
