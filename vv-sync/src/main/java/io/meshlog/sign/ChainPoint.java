package io.meshlog.sign;

import io.meshlog.op.Digest;
import io.meshlog.op.Origin;

/**
 * A point of an author's chain: what one chain signature says (spec §12). Its bytes can never change.
 *
 * <pre>
 * "meshlog-chain-1\n", u32be length of the origin, the origin in UTF-8, u64be seq, the 32 raw bytes of the chain
 * </pre>
 *
 * @param origin the author's id, never the name of a branch: a fork leaves its ops' signatures as they were
 * @param seq ≥ 1
 * @param chain digest of the op at {@code seq}
 */
public record ChainPoint(Origin origin, long seq, Digest chain) {
    private static final String HEADER = "meshlog-chain-1\n";

    public ChainPoint {
        if (!isPoint(origin, seq)) {
            throw new IllegalArgumentException(
                    "a chain point is of a whole origin and of seq 1 or later, not of " + origin + '#' + seq);
        }
    }

    static boolean isPoint(Origin origin, long seq) {
        return seq >= 1 && !origin.isBranch();
    }

    /** The exact bytes that are signed. */
    public byte[] bytes() {
        return new SignedBytes(HEADER)
                .prefixed(origin.name())
                .u64(seq)
                .raw(chain.bytes())
                .toBytes();
    }
}
