package io.meshlog.sim.log;

import io.meshlog.op.Op;
import java.util.ArrayList;
import java.util.List;

/**
 * Ops up to a bound: ends after so many, or with the one that passes so many bytes. An op is measured only once a rough
 * estimate has passed the bound: most pages end long before.
 */
final class Page {
    private final int opsMax;
    private final long bytesMax;
    private final List<Op> ops = new ArrayList<>(64);
    private final List<Arrived> estimated = new ArrayList<>(64);
    private long atMost;

    Page(int opsMax, long bytesMax) {
        this.opsMax = opsMax;
        this.bytesMax = bytesMax;
    }

    boolean isFull() {
        return ops.size() >= opsMax || (atMost > bytesMax && measured() > bytesMax);
    }

    void add(Row row) {
        ops.add(row.held().op());
        estimated.add(row.arrived());
        atMost += row.arrived().bytesAtMost();
    }

    List<Op> ops() {
        return ops;
    }

    private long measured() {
        for (Arrived op : estimated) {
            long guess = op.bytesAtMost();
            atMost += op.bytes() - guess;
        }
        estimated.clear();
        return atMost;
    }
}
