package io.meshlog.hlc;

import org.jspecify.annotations.Nullable;

/**
 * What a clock made of a remote stamp (spec §3.3). Immutable.
 *
 * <p>It concerns the clock alone: the op that carries the stamp is stored and visible in every case, and its place in
 * the merge order is that of the stamp as authored.
 *
 * <p>Wherever it stands, {@code aheadMillis} is how far the stamp is ahead of local physical time, not of the clock's
 * mark; {@code 0} if it is not ahead.
 */
public sealed interface Observation {

    /** Whether people should hear of it: a clock or a replica is not as it should be. */
    boolean anomalous();

    /** Calls the method of {@code handler} that is for this case, and returns what that returns. */
    <R extends @Nullable Object> R dispatchTo(Handler<R> handler);

    /**
     * Absorbed: the next local stamp is greater. {@code 0 ≤ aheadMillis ≤ warnAheadMillis}.
     *
     * @param aheadMillis milliseconds ahead of local physical time
     */
    record Absorbed(long aheadMillis) implements Observation {
        @Override
        public boolean anomalous() {
            return false;
        }

        @Override
        public <R extends @Nullable Object> R dispatchTo(Handler<R> handler) {
            return handler.absorbed(this);
        }
    }

    /**
     * Absorbed, and to be reported: one of the two wall clocks is off. {@code warnAheadMillis < aheadMillis ≤
     * maxAheadMillis}.
     *
     * @param aheadMillis milliseconds ahead of local physical time
     */
    record AbsorbedAhead(long aheadMillis) implements Observation {
        @Override
        public boolean anomalous() {
            return true;
        }

        @Override
        public <R extends @Nullable Object> R dispatchTo(Handler<R> handler) {
            return handler.absorbedAhead(this);
        }
    }

    /**
     * Not absorbed, and to be reported: one broken clock must not pull the others along. Local stamps may come to sort
     * before this one. {@code aheadMillis > maxAheadMillis}.
     *
     * @param aheadMillis milliseconds ahead of local physical time
     */
    record TooFarAhead(long aheadMillis) implements Observation {
        @Override
        public boolean anomalous() {
            return true;
        }

        @Override
        public <R extends @Nullable Object> R dispatchTo(Handler<R> handler) {
            return handler.tooFarAhead(this);
        }
    }

    /**
     * Not absorbed, however near its time, and to be reported: the stamp claims another replica than the op's origin.
     *
     * @param origin the replica whose op carries the stamp
     * @param stampReplica the replica that the stamp names; differs from {@code origin}
     */
    record ForeignReplica(String origin, String stampReplica) implements Observation {
        @Override
        public boolean anomalous() {
            return true;
        }

        @Override
        public <R extends @Nullable Object> R dispatchTo(Handler<R> handler) {
            return handler.foreignReplica(this);
        }
    }

    /** One method per case, so that a new case doesn't compile until everyone has dealt with it. */
    interface Handler<R extends @Nullable Object> {
        R absorbed(Absorbed observation);

        R absorbedAhead(AbsorbedAhead observation);

        R tooFarAhead(TooFarAhead observation);

        R foreignReplica(ForeignReplica observation);
    }
}
