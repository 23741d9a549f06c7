package io.meshlog.node.it;

import java.util.Random;
import java.util.concurrent.locks.LockSupport;

/**
 * How often a test kills, and when. The count is the tier's: a few with {@code mvn verify}, more with {@code -Pci}, a
 * hundred of each kind with {@code -Pfull}; {@code -Dtest.kills} sets another. The seed is said first.
 */
final class Kills {
    private static final int COUNT = Integer.getInteger("test.kills", 2);

    final Random random;
    final long seed;
    private final String what;
    private int done;

    private Kills(String what, long seed) {
        this.what = what;
        this.seed = seed;
        this.random = new Random(seed);
    }

    /** @param what as in "kills during …"; {@code -Dtest.seed} repeats a run, as far as a scheduler lets it */
    static Kills during(String what) {
        Kills kills = new Kills(what, Long.getLong("test.seed", System.nanoTime()));
        System.out.println(kills);
        return kills;
    }

    boolean areLeft() {
        return done < COUNT;
    }

    int done() {
        return done;
    }

    /** One more that counts. */
    void count() {
        done++;
    }

    /** A moment that nobody chose. */
    void pause(long nanosMax) {
        LockSupport.parkNanos(1 + random.nextLong(nanosMax));
    }

    @Override
    public String toString() {
        return done + " of " + COUNT + " kills during " + what + ", -Dtest.kills=" + COUNT + " -Dtest.seed=" + seed;
    }
}
