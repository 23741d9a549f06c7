package io.meshlog.sign;

import io.meshlog.op.ChainSignature;
import io.meshlog.op.ChainVerifier;
import io.meshlog.op.Digest;
import io.meshlog.op.Origin;

/** Chain signatures as Ed25519 (RFC 8032) over {@link ChainPoint}. Immutable; never throws. */
public final class Ed25519Verifier implements ChainVerifier {

    /** False too for a key or signature that is no point of the curve, or whose key anyone could sign for. */
    @Override
    public boolean verifies(Origin base, long seq, Digest chain, ChainSignature signature) {
        return ChainPoint.isPoint(base, seq)
                && Ed25519.isSignedBy(base, new ChainPoint(base, seq, chain).bytes(), signature);
    }
}
