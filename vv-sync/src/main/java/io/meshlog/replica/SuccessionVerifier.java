package io.meshlog.replica;

/** Port: whether a succession is signed by the keys of the ids that it names. A pure function. */
public interface SuccessionVerifier {

    /** True only if the new key signed it and, where there is an old signature, the old key did too. */
    boolean verifies(Succession succession);
}
