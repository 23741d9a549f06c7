package io.meshlog.sim.check;

import io.meshlog.op.Op;
import io.meshlog.op.Origin;

/** One op that exists somewhere, as the ledger knows it. Immutable. */
final class Issued {
    /** Counts from 0 in the order in which ops came into the world. */
    final int id;

    final Op op;
    /** Id of the op that it follows in its chain; -1 for a first op, and for loose ones. */
    final int parent;
    /** Everything it says, as text. */
    final String content;

    final String payload;
    /** Sorts as text like the merge order; empty for what this version cannot read. */
    final String place;
    /** The first 20 characters of its stamp: time and counter. */
    final String stamp;

    final long millis;
    /** Whether its stamp names its origin. */
    final boolean isStampOwn;

    final String chain;
    final String shortName;

    Issued(int id, Op op, int parent, String chain, String shortName) {
        this.id = id;
        this.op = op;
        this.parent = parent;
        this.chain = chain;
        this.shortName = shortName;
        this.content = Naive.content(op.fields());
        this.payload = Naive.payload(op.fields());
        String hlc = Naive.text(op, "hlc");
        this.stamp = hlc.length() > 20 ? hlc.substring(0, 20) : hlc;
        this.millis = stamp.length() == 20 && isReadable() ? Long.parseLong(stamp, 0, 13, 10) : Long.MAX_VALUE;
        this.isStampOwn =
                hlc.length() > 21 && hlc.substring(21).equals(op.origin().base().name());
        String seq = Long.toString(op.seq());
        String tie = chain.isEmpty() ? Naive.sha(new byte[0], Naive.canonical(op.fields())) : chain;
        this.place = isReadable()
                ? hlc + '\0' + tie + '\0' + op.origin().name() + '\0' + "0".repeat(19 - seq.length()) + seq
                : "";
    }

    boolean isReadable() {
        return op.eventOrNull() != null;
    }

    boolean isChained() {
        return !chain.isEmpty();
    }

    Origin base() {
        return op.origin();
    }
}
