package io.meshlog.replica;

import io.meshlog.op.Digest;
import io.meshlog.op.Origin;
import io.meshlog.vector.Head;
import org.jspecify.annotations.Nullable;

/** One origin of a peer that a round has to take ops of, and how far it has come. Confined to its round. */
abstract class Want {
    final Origin origin;
    /** Where the next page begins, exclusive. */
    long after;

    Want(Origin origin, long after) {
        this.origin = origin;
        this.after = after;
    }

    abstract boolean loose();

    /** The last seq that the peer says it has. */
    abstract long target();

    long lag() {
        return Math.max(0, target() - after);
    }

    /** A line of a native origin, from a node. */
    static final class Chained extends Want {
        final Head head;
        /**
         * The bounds of the last op in common: {@code low} is common, everything above {@code high} is not.
         * {@code high < 0} while no search is on.
         */
        long low;

        long high = -1;
        /** Its parent was not here when it was tried; it has one more try after the others. */
        boolean deferred;

        Chained(Head head, long after) {
            super(head.origin(), after);
            this.low = after;
            this.head = head;
        }

        @Override
        boolean loose() {
            return false;
        }

        @Override
        long target() {
            return head.seq();
        }

        /** The stem may come with another origin's turn: forget what was found and try again then. */
        void defer() {
            deferred = true;
            high = -1;
        }

        boolean searched() {
            return high >= 0;
        }

        boolean searching() {
            return searched() && low < high;
        }

        void searchUpTo(long seq) {
            low = 0;
            high = Math.max(0, seq);
        }

        /** The seq to compare next; above {@code low}, at most {@code high}. */
        long probe() {
            return low + (high - low + 1) / 2;
        }

        void compared(long seq, boolean common) {
            if (common) {
                low = seq;
            } else {
                high = seq - 1;
            }
            after = low;
        }
    }

    /** An origin's loose ops, from a node. */
    static final class Loose extends Want {
        final long top;
        final Digest digest;

        private boolean fromStart;

        Loose(Origin origin, long after, long top, Digest digest) {
            super(origin, after);
            this.top = top;
            this.digest = digest;
            this.fromStart = after == 0;
        }

        /** Whether this listing began with the origin's first op. */
        boolean fromStart() {
            return fromStart;
        }

        void restart() {
            after = 0;
            fromStart = true;
        }

        @Override
        boolean loose() {
            return true;
        }

        @Override
        long target() {
            return top;
        }
    }

    /** An origin as a reference peer lists it. */
    static final class Listed extends Want {
        final long top;
        /** The op that the next page must begin with; null where the listing starts from the beginning. */
        Commit.@Nullable Position expected;

        Listed(Origin origin, long top, Commit.@Nullable Position position) {
            super(origin, position == null ? 0 : position.seq() - 1);
            this.top = top;
            this.expected = position;
        }

        void restart() {
            after = 0;
            expected = null;
        }

        @Override
        boolean loose() {
            return true;
        }

        @Override
        long target() {
            return top;
        }
    }
}
