package io.meshlog.sim.check;

import io.meshlog.op.Op;
import io.meshlog.op.Origin;
import java.math.BigInteger;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

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
    // What views look at; empty where it says nothing of the kind.
    final String hlc;
    final String agent;
    final String to;
    final String thread;
    final String status;
    /** The event that it names. */
    final String ackOf;

    private @Nullable BigInteger number;

    Issued(int id, Op op, int parent, String chain, String shortName) {
        this.id = id;
        this.op = op;
        this.parent = parent;
        this.chain = chain;
        this.shortName = shortName;
        this.content = Naive.content(op.fields());
        this.payload = Naive.payload(op.fields());
        this.hlc = Naive.text(op, "hlc");
        this.agent = Naive.text(op, "from_agent");
        this.to = Naive.text(op, "to_agent");
        this.thread = Naive.text(op, "correlation_id");
        this.status = Naive.text(op, "status");
        this.ackOf = Naive.member(Objects.requireNonNullElse(op.fields().get("metadata"), ""), "ack_of");
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

    /** SHA-256 of its canonical bytes as a number; costly, and needed of loose ops only. */
    BigInteger number() {
        BigInteger known = number;
        if (known == null) {
            known = new BigInteger(Naive.sha(new byte[0], Naive.canonical(op.fields())), 16);
            number = known;
        }
        return known;
    }

    String event() {
        return op.eventId();
    }

    /** Whether it may ask, answer or claim, or stands in a thread. */
    boolean isTalk() {
        return isReadable() && !(status.isEmpty() && thread.isEmpty() && ackOf.isEmpty());
    }

    /** Every id under which others find it: its own, its thread's, and that of the event it names. */
    List<String> words() {
        return Stream.of(event(), thread, ackOf)
                .filter(word -> !word.isEmpty())
                .distinct()
                .toList();
    }

    boolean isChained() {
        return !chain.isEmpty();
    }

    Origin base() {
        return op.origin();
    }
}
