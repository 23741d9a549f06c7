package io.meshlog.wire;

import io.meshlog.op.Digest;
import io.meshlog.op.Fields;
import io.meshlog.op.JsonText;
import io.meshlog.op.Origin;

/** {@code /sync/chain}: the digest at one point of a line (spec §5.5). */
public final class ChainCodec {
    private ChainCodec() {}

    public static String write(Origin origin, long seq, Digest chain) {
        return JsonText.quote(new StringBuilder("{\"origin\":"), origin.name())
                .append(",\"seq\":")
                .append(seq)
                .append(",\"chain\":\"")
                .append(chain.hex())
                .append("\"}")
                .toString();
    }

    /** @throws ProtocolException unless it is the answer to exactly this question */
    public static Digest read(byte[] json, Origin origin, long seq) throws ProtocolException {
        Fields answer = Documents.read(json);
        String chain = Documents.text(answer, "chain");
        if (!Documents.text(answer, "origin").equals(origin.name()) || Documents.whole(answer, "seq") != seq) {
            throw new ProtocolException("asked for the chain of " + origin + "#" + seq + ", got another");
        }
        if (!Digest.isHex(chain)) {
            throw new ProtocolException("chain is no SHA-256 in hex");
        }
        return Digest.parse(chain);
    }
}
