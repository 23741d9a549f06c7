package io.meshlog.sim.check;

import io.meshlog.op.Op;
import io.meshlog.op.Origin;
import io.meshlog.sim.draw.Mix;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One op that exists somewhere, as the ledger knows it. Immutable. */
final class Issued {
    /** Counts from 0 in the order in which ops came into the world. */
    final int id;

    final Op op;
    /** The op that it follows in its chain; null for a first op, and for loose ones. */
    final @Nullable Issued parent;
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

    final String createdAt;
    /** The device that its author's node vouches for. */
    final String assertedBy;
    /** What a claim or a last word is about: the event that it names, else its thread, else itself. */
    final String about;

    /** Whether it may ask, answer or claim, or stands in a thread. */
    final boolean isTalk;
    /** Every id under which others find it: its own, its thread's, and that of the event it names. */
    final List<String> words;
    /** A number for sums over sets of ops. */
    final long mixed;

    private final boolean isReadable;
    private @Nullable BigInteger number;

    Issued(int id, Op op, @Nullable Issued parent, String chain, String shortName) {
        this.id = id;
        this.op = op;
        this.isReadable = op.eventOrNull() != null;
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
        this.createdAt = Naive.text(op, "created_at");
        this.assertedBy = Naive.text(op, "asserted_by");
        this.about = !ackOf.isEmpty() ? "event " + ackOf : "thread " + (thread.isEmpty() ? op.eventId() : thread);
        this.isTalk = isReadable && !(status.isEmpty() && thread.isEmpty() && ackOf.isEmpty());
        this.words = wordsOf(op.eventId(), thread, ackOf);
        this.mixed = Mix.of(id, 77);
        this.stamp = hlc.length() > 20 ? hlc.substring(0, 20) : hlc;
        this.millis = stamp.length() == 20 && isReadable ? Long.parseLong(stamp, 0, 13, 10) : Long.MAX_VALUE;
        this.isStampOwn =
                hlc.length() > 21 && hlc.substring(21).equals(op.origin().base().name());
        String seq = Long.toString(op.seq());
        String tie = chain.isEmpty() ? Naive.sha(new byte[0], Naive.canonical(op.fields())) : chain;
        this.place = isReadable
                ? hlc + '\0' + tie + '\0' + op.origin().name() + '\0' + "0".repeat(19 - seq.length()) + seq
                : "";
    }

    private static List<String> wordsOf(String... said) {
        List<String> words = new ArrayList<>(said.length);
        for (String word : said) {
            if (!word.isEmpty() && !words.contains(word)) {
                words.add(word);
            }
        }
        return words;
    }

    boolean isReadable() {
        return isReadable;
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

    boolean isChained() {
        return !chain.isEmpty();
    }

    Origin base() {
        return op.origin();
    }
}
