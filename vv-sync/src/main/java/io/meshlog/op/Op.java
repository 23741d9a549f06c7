package io.meshlog.op;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What replicates: one authored record. Immutable.
 *
 * <p>A <em>chained</em> op belongs to a native origin; {@code origin} is then the base, never a branch. A
 * <em>loose</em> op has no chain: a reference origin's, or a native one's that came through a reference.
 */
public final class Op {
    private final Origin origin;
    private final long seq;
    private final Fields fields;
    private final Reading reading;
    private final @Nullable Digest chain;
    private final @Nullable ChainSignature sig;

    private Op(
            Origin origin,
            long seq,
            Fields fields,
            Reading reading,
            @Nullable Digest chain,
            @Nullable ChainSignature sig) {
        if (seq < 1) {
            throw new IllegalArgumentException("origin_seq counts from 1, not " + seq);
        }
        this.origin = origin;
        this.seq = seq;
        this.fields = fields;
        this.reading = reading;
        this.chain = chain;
        this.sig = sig;
    }

    public static Op loose(Origin origin, long seq, Fields fields, Reading reading) {
        return new Op(origin, seq, fields, reading, null, null);
    }

    public static Op chained(
            Origin base, long seq, Fields fields, Reading reading, Digest chain, @Nullable ChainSignature sig) {
        if (!base.isNative() || base.isBranch()) {
            throw new IllegalArgumentException("only a native origin has chained ops, not " + base);
        }
        return new Op(base, seq, fields, reading, chain, sig);
    }

    /** The same op with this signature, or with none. */
    public Op withSig(@Nullable ChainSignature newSig) {
        return Objects.equals(sig, newSig) ? this : new Op(origin, seq, fields, reading, chain, newSig);
    }

    /** The same record without its place in a chain: how a reference passes it on. */
    public Op asLoose() {
        return chain == null ? this : new Op(origin, seq, fields, reading, null, null);
    }

    public Origin origin() {
        return origin;
    }

    /** From 1; without gaps for native origins. */
    public long seq() {
        return seq;
    }

    public Fields fields() {
        return fields;
    }

    public Reading reading() {
        return reading;
    }

    public @Nullable Digest chain() {
        return chain;
    }

    public @Nullable ChainSignature sig() {
        return sig;
    }

    public boolean isChained() {
        return chain != null;
    }

    public String eventId() {
        return reading.eventId();
    }

    public @Nullable Event eventOrNull() {
        return reading.eventOrNull();
    }

    /** The digest that this op was signed with for an artifact; null where it says none, or nothing proves it. */
    public @Nullable Digest signedArtifact(String id) {
        Event event = isChained() ? eventOrNull() : null;
        for (ArtifactRef ref :
                event == null ? List.<ArtifactRef>of() : event.stamp().artifacts()) {
            if (ref.id().equals(id)) {
                return ref.sha256();
            }
        }
        return null;
    }

    /** SHA-256 of the canonical bytes. */
    public Digest digest() {
        return fields.digest();
    }

    /** See {@link Canonical#payload}. */
    public Digest payload() {
        return fields.payload();
    }

    /** Same record, same place in the chain; signatures are proofs about it and do not count. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Op that
                && seq == that.seq
                && origin.equals(that.origin)
                && Objects.equals(chain, that.chain)
                && digest().equals(that.digest());
    }

    @Override
    public int hashCode() {
        return Objects.hash(origin, seq, digest());
    }

    @Override
    public String toString() {
        return origin.name() + '#' + seq + (chain == null ? " (loose)" : "");
    }
}
