package io.meshlog.vector;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlog.op.Origin;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Vectors against the sets of ops they stand for: each op written out as text (invariants V1, V2, V8). */
final class VersionVectorPropertyTest {
    @Property
    void v1MergeIsTheUnionOfTheSets(@ForAll("vectors") VersionVector a, @ForAll("vectors") VersionVector b) {
        SortedSet<String> union = ops(a);
        union.addAll(ops(b));
        assertThat(ops(a.merge(b))).isEqualTo(union);
        assertThat(a.merge(b)).isEqualTo(b.merge(a));
        assertThat(a.merge(a)).isEqualTo(a);
        assertThat(a.merge(VersionVector.EMPTY)).isEqualTo(a);
    }

    @Property
    void v1MergeIsAssociativeAndTheLeastUpperBound(
            @ForAll("vectors") VersionVector a,
            @ForAll("vectors") VersionVector b,
            @ForAll("vectors") VersionVector c) {
        assertThat(a.merge(b).merge(c)).isEqualTo(a.merge(b.merge(c)));
        boolean above = ops(c).containsAll(ops(a)) && ops(c).containsAll(ops(b));
        assertThat(ops(c).containsAll(ops(a.merge(b)))).isEqualTo(above);
    }

    @Property
    void v2ExactlyOneOfFourHoldsAndIsThatOfTheSets(
            @ForAll("vectors") VersionVector a, @ForAll("vectors") VersionVector b) {
        boolean within = ops(b).containsAll(ops(a));
        boolean without = ops(a).containsAll(ops(b));
        Causality expected = within && without
                ? Causality.EQUAL
                : within ? Causality.BEFORE : without ? Causality.AFTER : Causality.CONCURRENT;
        assertThat(a.compare(b)).isEqualTo(expected);
        assertThat(a.equals(b)).isEqualTo(expected == Causality.EQUAL);
    }

    @Property
    void v8DeltaIsExactlyWhatTheOtherLacks(@ForAll("vectors") VersionVector a, @ForAll("vectors") VersionVector b) {
        SortedSet<String> lacking = ops(a);
        lacking.removeAll(ops(b));
        SortedSet<String> delta = new TreeSet<>();
        long size = 0;
        for (OpRange range : a.minus(b)) {
            for (long seq = range.from(); seq <= range.to(); seq++) {
                delta.add(range.origin() + "#" + seq);
            }
            size += range.size();
        }
        assertThat(delta).isEqualTo(lacking).hasSize((int) size);
    }

    @Property
    void zeroEntriesAreLeftOut(@ForAll("vectors") VersionVector a) {
        SortedMap<Origin, Long> padded = new TreeMap<>(a.entries());
        padded.put(new Origin("zero"), 0L);
        assertThat(VersionVector.of(padded)).isEqualTo(a).hasSameHashCodeAs(a);
        assertThat(a.get(new Origin("zero"))).isZero();
    }

    @Provide
    Arbitrary<VersionVector> vectors() {
        Arbitrary<Origin> origins =
                Arbitraries.of("a", "b", "c", "rep_0123456789abcdef0123").map(Origin::new);
        return Arbitraries.maps(origins, Arbitraries.longs().between(0, 4))
                .ofMaxSize(4)
                .map(VersionVector::of)
                .withoutEdgeCases();
    }

    private static SortedSet<String> ops(VersionVector vector) {
        SortedSet<String> ops = new TreeSet<>();
        vector.entries().forEach((origin, top) -> {
            for (long seq = 1; seq <= top; seq++) {
                ops.add(origin + "#" + seq);
            }
        });
        return ops;
    }
}
