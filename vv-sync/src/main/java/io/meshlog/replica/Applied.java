package io.meshlog.replica;

import org.jspecify.annotations.Nullable;

/**
 * What became of a page of ops.
 *
 * @param seq the last seq of the page that is held now; {@code 0} where nothing of it is
 * @param fresh how many of its ops were new
 * @param verdict whether it was taken
 * @param reason one sentence where it was not
 */
record Applied(
        long seq, int fresh, Verdict verdict, @Nullable String reason) {

    enum Verdict {
        TAKEN,
        /** The first op does not follow anything held: find the last op in common. */
        NO_PARENT,
        /** Not taken, and asking again from elsewhere would not help. */
        REFUSED
    }

    static Applied taken(long seq, int fresh) {
        return new Applied(seq, fresh, Verdict.TAKEN, null);
    }

    static Applied noParent(String reason) {
        return new Applied(0, 0, Verdict.NO_PARENT, reason);
    }

    static Applied refused(String reason) {
        return new Applied(0, 0, Verdict.REFUSED, reason);
    }
}
