package io.meshlog.replica;

import io.meshlog.op.ChainSignature;
import io.meshlog.op.Digest;
import io.meshlog.op.Origin;
import io.meshlog.vector.Chain;
import io.meshlog.vector.Head;
import org.jspecify.annotations.Nullable;

/**
 * An unbranched stretch of a native origin's tree of ops (spec §5.4). A history that never forked is one line
 * named like its origin; where it forked the line ends, and each child goes on as a line of its own.
 *
 * <p>{@code first - 1 ≤ signedSeq ≤ seq}; a line that ended before its first op has {@code seq = first - 1}.
 *
 * @param name the line's name: the base, or a branch of it
 * @param parent the line that this one goes on from; null for a line that starts at the root
 * @param first seq of the line's first op
 * @param root chain digest before the first op
 * @param seq last op held; an own line may run ahead of its signature
 * @param chain digest of the last op, or {@code root}
 * @param signedSeq last op that a held signature proves; what is told to peers ends here
 * @param signedChain digest at {@code signedSeq}
 * @param sig signature of exactly {@code signedSeq}, or null where only a later branch proves it
 */
public record Line(
        Origin name,
        @Nullable Origin parent,
        long first,
        Digest root,
        long seq,
        Digest chain,
        long signedSeq,
        Digest signedChain,
        @Nullable ChainSignature sig) {

    static Line empty(Origin name, @Nullable Origin parent, long first, Digest root) {
        return new Line(name, parent, first, root, first - 1, root, first - 1, root, null);
    }

    static Line ofOrigin(Origin base) {
        return empty(base, null, 1, Chain.ROOT);
    }

    public boolean isEmpty() {
        return seq < first;
    }

    /** The head that peers are told, or null while nothing of this line is proved. */
    public @Nullable Head head() {
        return signedSeq < first ? null : new Head(name, signedSeq, signedChain, sig);
    }

    Line grown(long newSeq, Digest newChain) {
        return new Line(name, parent, first, root, newSeq, newChain, signedSeq, signedChain, sig);
    }

    Line signed(long atSeq, Digest atChain, ChainSignature newSig) {
        return new Line(name, parent, first, root, seq, chain, atSeq, atChain, newSig);
    }

    /** This line without what no signature proves. */
    Line withoutUnsigned() {
        return new Line(name, parent, first, root, signedSeq, signedChain, signedSeq, signedChain, sig);
    }

    /** This line cut off after {@code lastSeq}, which both of its children prove. */
    Line endedAt(long lastSeq, Digest lastChain) {
        return new Line(name, parent, first, root, lastSeq, lastChain, lastSeq, lastChain, null);
    }

    /** The rest of this line after a cut, under its own name. */
    Line restAs(Origin newName, long newFirst, Digest newRoot) {
        boolean signedIsBefore = signedSeq < newFirst;
        return new Line(
                newName,
                name,
                newFirst,
                newRoot,
                seq,
                chain,
                signedIsBefore ? newFirst - 1 : signedSeq,
                signedIsBefore ? newRoot : signedChain,
                signedIsBefore ? null : sig);
    }

    Line movedUnder(Origin newParent) {
        return new Line(name, newParent, first, root, seq, chain, signedSeq, signedChain, sig);
    }
}
