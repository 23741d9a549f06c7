package io.meshlog.hlc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** H3: a happened before b ⇒ hlc(a) &lt; hlc(b), while all wall clocks are within the bounds (spec §3.3). */
class HappenedBeforePropertyTest {

    private static final int SITES = 4;
    private static final long BASE = 1_783_038_849_123L;
    /** Wall clocks wander through this range, far more than they move on, and jump back as often as forward. */
    private static final int SKEW_MILLIS = 30;

    private static final DriftBounds BOUNDS = new DriftBounds(5, 40);

    /** At {@code site}, whose wall clock shows {@code BASE + wall}: write something, or take all that {@code from} knows. */
    record Move(int site, int from, int wall) {}

    /** A stamp with everything that its author knew when it was issued. */
    record Write(HlcTimestamp stamp, Set<HlcTimestamp> past) {}

    @Property
    void ordersAWriteAfterEverythingItsAuthorKnew(@ForAll("moves") List<Move> moves) {
        List<Site> sites = new ArrayList<>();
        for (int i = 0; i < SITES; i++) {
            sites.add(new Site("site" + i));
        }
        List<Write> writes = new ArrayList<>();
        for (Move move : moves) {
            Site site = sites.get(move.site());
            if (move.site() == move.from()) {
                writes.add(site.write(BASE + move.wall()));
            } else {
                site.takeAllFrom(sites.get(move.from()), BASE + move.wall());
            }
        }
        for (Write write : writes) {
            assertThat(write.past()).allSatisfy(earlier -> assertThat(earlier).isLessThan(write.stamp()));
        }
    }

    private static final class Site {
        private final HybridClock clock;
        private final Set<HlcTimestamp> known = new LinkedHashSet<>();

        Site(String replica) {
            clock = new HybridClock(replica, ClockMark.ZERO, BOUNDS);
        }

        Write write(long nowMillis) {
            Write write = new Write(clock.tick(nowMillis), new LinkedHashSet<>(known));
            known.add(write.stamp());
            return write;
        }

        void takeAllFrom(Site other, long nowMillis) {
            for (HlcTimestamp stamp : other.known) {
                if (known.add(stamp)) {
                    assertThat(clock.observe(stamp, stamp.replica(), nowMillis))
                            .isInstanceOfAny(Observation.Absorbed.class, Observation.AbsorbedAhead.class);
                }
            }
        }
    }

    @Provide
    Arbitrary<List<Move>> moves() {
        Arbitrary<Integer> site = Arbitraries.integers().between(0, SITES - 1);
        Arbitrary<Integer> wall = Arbitraries.integers().between(0, SKEW_MILLIS);
        Arbitrary<Move> write = Combinators.combine(site, wall).as((at, now) -> new Move(at, at, now));
        Arbitrary<Move> any = Combinators.combine(site, site, wall).as(Move::new);
        return Arbitraries.oneOf(write, any).list().ofMaxSize(60).withoutEdgeCases();
    }
}
