package io.meshlog.sim.exhaust;

import io.meshlog.op.Op;
import io.meshlog.vector.Frontier;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One replica at one point, and one way that leads there. Immutable.
 *
 * @param id counts from 0
 * @param before null at the start
 * @param step what led here from {@code before}
 * @param self the id that it writes under, as text
 * @param written how many of its script it was asked to write
 * @param arrivals every signed op that it holds, in the order in which it got them
 * @param held the same, by id
 * @param loose ops that it holds without their chain
 * @param frontier what it tells
 * @param shown every event with the op that is shown and those that are not, whatever order they came in
 */
record Local(
        int id,
        @Nullable Local before,
        @Nullable Step step,
        String name,
        String self,
        int written,
        List<Known> arrivals,
        BitSet held,
        List<Op> loose,
        Frontier frontier,
        String shown) {}
