package io.meshlog.sim.draw;

/** Mixes numbers and names into numbers; pure, and the same on every JVM. */
public final class Mix {
    private static final long GOLDEN = 0x9e3779b97f4a7c15L;

    private Mix() {}

    /** Every bit of the answer depends on every bit of {@code a} and {@code b}. */
    public static long of(long a, long b) {
        return finish(a + GOLDEN * (b ^ 0x5851f42d4c957f2dL) + GOLDEN);
    }

    public static long of(long a, String name) {
        long h = a ^ 0xcbf29ce484222325L;
        for (int i = 0; i < name.length(); i++) {
            h = (h ^ name.charAt(i)) * 0x100000001b3L;
        }
        return finish(h + GOLDEN);
    }

    // Stafford's variant 13 of the 64-bit finalizer of MurmurHash3, as in SplitMix64.
    private static long finish(long z) {
        long x = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        x = (x ^ (x >>> 27)) * 0x94d049bb133111ebL;
        return x ^ (x >>> 31);
    }
}
