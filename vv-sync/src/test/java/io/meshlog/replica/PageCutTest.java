package io.meshlog.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlog.op.Op;
import io.meshlog.wire.OpTexts;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Where pages end (spec §3.4, §5.5). */
final class PageCutTest {
    private static List<Op> line(String signs) {
        TestNode node = new TestNode("node").signsAtOnce(false);
        List<Op> ops = new ArrayList<>();
        for (char c : signs.toCharArray()) {
            Op op = node.append("x");
            ops.add(c == 's' ? op.withSig(node.key().sign(op.origin(), op.seq(), op.chain())) : op);
        }
        return ops;
    }

    @Test
    void aPageEndsAtTheLastSignedOpWithinItsLimit() {
        List<Op> ops = line("..s.s...s.");
        assertThat(PageCut.chained(ops, 10)).hasSize(9);
        assertThat(PageCut.chained(ops, 8)).hasSize(5);
        assertThat(PageCut.chained(ops, 4)).hasSize(3);
    }

    @Test
    void whereNoneFitsItRunsOnToTheFirst() {
        assertThat(PageCut.chained(line("...s.s"), 2)).hasSize(4);
        assertThat(PageCut.chained(line("...."), 2)).isEmpty();
        assertThat(PageCut.chained(List.of(), 2)).isEmpty();
    }

    @Property(tries = 200)
    void opsThatShareASeqAreNeverParted(@ForAll long seed, @ForAll @IntRange(min = 1, max = 12) int limit) {
        Random random = new Random(seed);
        List<Op> ops = new ArrayList<>();
        for (long seq = 1; ops.size() < 10; seq += random.nextInt(2)) {
            ops.add(OpTexts.loose(OpTexts.event("a", seq, "").replace("evt_", "evt_" + ops.size() + "_")));
        }
        List<Op> page = PageCut.loose(ops, limit);
        assertThat(page).hasSizeGreaterThanOrEqualTo(Math.min(limit, 10)).isEqualTo(ops.subList(0, page.size()));
        if (page.size() < ops.size()) {
            assertThat(ops.get(page.size()).seq())
                    .isGreaterThan(page.get(page.size() - 1).seq());
        }
        long last = page.get(page.size() - 1).seq();
        assertThat(page.stream().filter(op -> op.seq() < last).count()).isLessThan(limit);
    }
}
