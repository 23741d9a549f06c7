package io.meshlog.wire;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.meshlog.op.CanonicalText;
import io.meshlog.op.ChainSignature;
import io.meshlog.op.Digest;
import io.meshlog.op.Fields;
import io.meshlog.op.Limits;
import io.meshlog.op.Op;
import io.meshlog.op.Origin;
import io.meshlog.replica.OpsPage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** Ops and pages of ops as JSON (spec §5.5). Whatever an op holds that no version knows yet goes through unchanged. */
public final class OpCodec {
    private OpCodec() {}

    /** One op as another node gets it: every wire field, unknown ones, {@code chain} and {@code sig}. */
    public static String toNode(Op op) {
        StringBuilder out = WireFields.open(new StringBuilder(1024).append('{'), op, null);
        Digest chain = op.chain();
        if (chain != null) {
            out.append(",\"chain\":\"").append(chain.hex()).append('"');
        }
        ChainSignature sig = op.sig();
        if (sig != null) {
            out.append(",\"sig\":\"").append(sig.text()).append('"');
        }
        return out.append('}').toString();
    }

    /** One op as a reference peer gets it. @param shownAs the ordinary origin it is shown under */
    public static String toReference(Op op, Origin shownAs) {
        return WireFields.open(new StringBuilder(1024).append('{'), op, shownAs.name())
                .append('}')
                .toString();
    }

    /** A page: {@code {"origin", "events", "count"}}. @param ops from {@link #toNode} or {@link #toReference} */
    public static String page(Origin origin, List<String> ops) {
        StringBuilder out = new StringBuilder(256);
        out.append("{\"origin\":");
        io.meshlog.op.JsonText.quote(out, origin.name()).append(",\"events\":[");
        for (int i = 0; i < ops.size(); i++) {
            out.append(i == 0 ? "" : ",").append(ops.get(i));
        }
        return out.append("],\"count\":").append(ops.size()).append('}').toString();
    }

    /**
     * Reads a page. Ops after one that cannot be taken at all are left out, with the reason.
     *
     * @param chained whether the peer is a node, whose chains and signatures count; else every op is loose
     * @throws ProtocolException if the document is not a page
     */
    public static OpsPage readPage(byte[] json, boolean chained) throws ProtocolException {
        Page page = new Page(chained);
        try {
            read(CanonicalReader.foreign(json), page);
        } catch (IOException e) {
            if (!page.isCutBy(e)) {
                throw Documents.notJson(e);
            }
        }
        return page.finished();
    }

    private static void read(CanonicalReader reader, Page page) throws IOException, ProtocolException {
        JsonParser parser = reader.parser();
        Documents.startObject(parser);
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            parser.nextToken();
            switch (name) {
                case "origin" -> page.origin = CanonicalText.stringOrNull(reader.value());
                case "events" -> page.readOps(reader);
                default -> parser.skipChildren();
            }
        }
        Documents.end(parser);
    }

    /** A page being read. */
    private static final class Page {
        private final boolean chained;
        private final List<Op> ops = new ArrayList<>();
        private @Nullable String origin;
        private @Nullable String refusal;
        private boolean listed;

        Page(boolean chained) {
            this.chained = chained;
        }

        void readOps(CanonicalReader reader) throws IOException, ProtocolException {
            JsonParser parser = reader.parser();
            if (parser.currentToken() != JsonToken.START_ARRAY) {
                throw new ProtocolException("events is not an array");
            }
            listed = true;
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                if (parser.currentToken() != JsonToken.START_OBJECT) {
                    throw new ProtocolException("an op is not an object");
                }
                if (refusal != null) {
                    parser.skipChildren();
                    continue;
                }
                long from = parser.currentTokenLocation().getCharOffset();
                SortedMap<String, String> members = reader.members();
                long to = parser.currentLocation().getCharOffset();
                boolean large = reader.source().isLonger(from, to, Limits.OP_BYTES_MAX);
                take(members, large ? reader.source().bytes(from, to) : 0, reader.takeFlaw());
            }
        }

        /** An op that nests without end cannot be read past: it is refused, and the ops before it are kept. */
        boolean isCutBy(IOException e) {
            boolean isAnOp = listed && NotJson.isTooDeep(e);
            if (isAnOp && refusal == null) {
                refusal = "an op has no canonical form: " + CanonicalReader.TOO_DEEP + CanonicalReader.FOREIGN_DEPTH_MAX
                        + " levels";
            }
            return isAnOp;
        }

        /** @param tooLarge the op's size in bytes where that is past the limit, else 0 */
        private void take(SortedMap<String, String> members, long tooLarge, @Nullable String flaw) {
            Long seq = CanonicalText.longOrNull(members.get("origin_seq"));
            String where = seq == null ? "an op without origin_seq" : "op " + seq;
            if (flaw != null) {
                refusal = where + " has no canonical form: " + flaw;
            } else if (tooLarge > 0) {
                refusal = where + " is larger than " + Limits.OP_BYTES_MAX + " bytes: " + tooLarge;
            } else {
                Object read = op(members, chained);
                if (read instanceof Op op) {
                    ops.add(op);
                } else {
                    refusal = where + ": " + read;
                }
            }
        }

        OpsPage finished() throws ProtocolException {
            if (origin == null || !Origin.isName(origin) || !listed) {
                throw new ProtocolException("no page of ops: origin or events is missing");
            }
            return new OpsPage(new Origin(origin), List.copyOf(ops), refusal);
        }
    }

    /** An {@link Op}, or a text that says why these members are none. */
    private static Object op(SortedMap<String, String> members, boolean chained) {
        String origin = CanonicalText.stringOrNull(members.get("origin_replica"));
        Long seq = CanonicalText.longOrNull(members.get("origin_seq"));
        String chain = CanonicalText.stringOrNull(members.remove("chain"));
        String sig = CanonicalText.stringOrNull(members.remove("sig"));
        WireFields.LOCAL.forEach(members::remove);
        if (origin == null || !Origin.isName(origin) || seq == null || seq < 1) {
            return "it has no address (origin_replica, origin_seq)";
        }
        Fields fields = Fields.of(members);
        Origin author = new Origin(origin);
        io.meshlog.op.Reading reading = OpReading.read(author, fields);
        if (!chained || chain == null) {
            return Op.loose(author, seq, fields, reading);
        }
        if (!Digest.isHex(chain) || !author.isNative() || author.isBranch()) {
            return "its chain is no chain of a native origin";
        }
        if (sig != null && !ChainSignature.isWellFormed(sig)) {
            return "its sig is no signature";
        }
        return Op.chained(
                author, seq, fields, reading, Digest.parse(chain), sig == null ? null : new ChainSignature(sig));
    }
}
