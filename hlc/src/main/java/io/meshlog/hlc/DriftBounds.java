package io.meshlog.hlc;

/**
 * How far a remote stamp may be ahead of local physical time (spec §3.3, {@code clock.warn-ahead} and
 * {@code clock.max-ahead}). Immutable; {@code 0 ≤ warnAheadMillis ≤ maxAheadMillis}.
 *
 * @param warnAheadMillis the farthest that passes without a word, inclusive
 * @param maxAheadMillis the farthest that a clock absorbs, inclusive
 */
public record DriftBounds(long warnAheadMillis, long maxAheadMillis) {

    /** Warns beyond one minute, absorbs up to one day. */
    public static final DriftBounds DEFAULT = new DriftBounds(60_000, 86_400_000);

    /** @throws IllegalArgumentException unless {@code 0 ≤ warnAheadMillis ≤ maxAheadMillis} */
    public DriftBounds {
        if (warnAheadMillis < 0 || warnAheadMillis > maxAheadMillis) {
            throw new IllegalArgumentException("drift bounds: expected 0 <= warnAheadMillis <= maxAheadMillis, found "
                    + warnAheadMillis + " and " + maxAheadMillis);
        }
    }
}
