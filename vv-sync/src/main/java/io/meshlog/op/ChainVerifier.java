package io.meshlog.op;

/** Port: whether an author signed a chain point. A pure function of its arguments. */
public interface ChainVerifier {

    /** True only if the signature's key hashes to {@code base} and it signs exactly this point. */
    boolean verifies(Origin base, long seq, Digest chain, ChainSignature signature);
}
