package io.meshlog.sim.draw;

import java.util.List;

/**
 * One named stream of a seed: its n-th number is a function of (seed, name, n) alone, so a new draw on one stream
 * shifts no other. Confined to one thread.
 */
public final class Stream {
    private final long base;
    private long index;

    public Stream(long seed, String name) {
        this.base = Mix.of(seed, name);
    }

    public long next() {
        return Mix.of(base, index++);
    }

    /** From 0 inclusive to {@code bound} exclusive; {@code bound ≥ 1}. */
    public int below(int bound) {
        return (int) Long.remainderUnsigned(next(), bound);
    }

    /** From {@code low} to {@code high}, both inclusive. */
    public long between(long low, long high) {
        return low + Long.remainderUnsigned(next(), high - low + 1);
    }

    /** True in {@code percent} of a hundred draws. */
    public boolean chance(int percent) {
        return below(100) < percent;
    }

    public <T> T pick(List<T> from) {
        return from.get(below(from.size()));
    }
}
