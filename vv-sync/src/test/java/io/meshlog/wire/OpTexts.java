package io.meshlog.wire;

import io.meshlog.op.Op;
import io.meshlog.replica.OpsPage;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Ops from the text of their JSON, the way a peer's page brings them. */
public final class OpTexts {
    private OpTexts() {}

    public static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** A loose op from its JSON object. */
    public static Op loose(String json) {
        OpsPage page = read(page("any", json), false);
        if (page.ops().size() != 1) {
            throw new AssertionError("expected one op, found " + page);
        }
        return page.ops().get(0);
    }

    public static String page(String origin, String... ops) {
        return OpCodec.page(new io.meshlog.op.Origin(origin), List.of(ops));
    }

    public static OpsPage read(String page, boolean chained) {
        try {
            return OpCodec.readPage(utf8(page), chained);
        } catch (ProtocolException e) {
            throw new AssertionError("expected a page, found: " + e.getMessage(), e);
        }
    }

    /** A small readable event; {@code more} is put in front of the closing brace, with its comma. */
    public static String event(String origin, long seq, String more) {
        return "{\"id\":\"evt_" + seq + "\",\"type\":\"note\",\"stream\":\"s\",\"room\":\"r\",\"from_agent\":\"a\","
                + "\"origin_replica\":\"" + origin + "\",\"origin_seq\":" + seq + ",\"hlc\":\"1787699958117-"
                + String.format(java.util.Locale.ROOT, "%06x", seq) + "-" + origin + "\"" + more + "}";
    }
}
