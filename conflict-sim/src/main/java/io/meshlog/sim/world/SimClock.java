package io.meshlog.sim.world;

/** A wall clock that lies: what it shows at a virtual time. Confined to its run. */
public final class SimClock {
    /** What a right clock shows at the start: a time whose text has 13 digits. */
    public static final long EPOCH = 1_787_700_000_000L;

    private long since;
    private long shown;
    private long millisPerSecond;
    private long frozenUntil = -1;
    private long far;
    private long farUntil = -1;

    public SimClock(long offMillis) {
        shown = EPOCH + offMillis;
    }

    public long millis(long now) {
        if (now < farUntil) {
            return far;
        }
        return now < frozenUntil ? shown : shown + passed(Math.max(since, frozenUntil), now);
    }

    private long passed(long from, long now) {
        long millis = Math.max(0, now - from);
        return millis + millis * millisPerSecond / 1_000;
    }

    private void settle(long now) {
        if (now >= frozenUntil) {
            shown += passed(Math.max(since, frozenUntil), now);
            since = now;
            frozenUntil = -1;
        }
    }

    public void jump(long now, long millis) {
        settle(now);
        shown += millis;
    }

    public void drift(long now, long perSecond) {
        settle(now);
        millisPerSecond = perSecond;
    }

    public void freeze(long now, long forMillis) {
        settle(now);
        since = now;
        frozenUntil = now + forMillis;
    }

    public void far(long now, long shows, long forMillis) {
        far = shows;
        farUntil = now + forMillis;
    }

    /** Set right, as from a time server. */
    public void mend(long now) {
        since = now;
        shown = EPOCH + now;
        millisPerSecond = 0;
        frozenUntil = -1;
        farUntil = -1;
    }
}
