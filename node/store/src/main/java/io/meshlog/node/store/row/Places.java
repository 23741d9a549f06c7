package io.meshlog.node.store.row;

import io.meshlog.hlc.HlcTimestamp;
import io.meshlog.op.Digest;
import io.meshlog.op.MergeKey;
import io.meshlog.op.Op;
import io.meshlog.op.Origin;
import io.meshlog.view.About;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Keys that views are sorted by, as bytes that compare like what they stand for. Stateless. */
public final class Places {
    private static final int MILLIS_BYTES = 6;
    private static final int COUNTER_BYTES = 3;

    private Places() {}

    /** Compares like the merge order: names end with a byte that is in none. */
    public static byte[] of(MergeKey merge) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(112);
        HlcTimestamp hlc = merge.hlc();
        number(out, hlc.millis(), MILLIS_BYTES);
        number(out, hlc.counter(), COUNTER_BYTES);
        name(out, hlc.replica());
        out.writeBytes(merge.tie().bytes());
        name(out, merge.origin().name());
        number(out, merge.seq(), Long.BYTES);
        return out.toByteArray();
    }

    /** The stamp of a place in merge order. */
    public static HlcTimestamp hlc(byte[] place) {
        int from = MILLIS_BYTES + COUNTER_BYTES;
        int to = from;
        while (place[to] != 0) {
            to++;
        }
        String replica = new String(place, from, to - from, StandardCharsets.ISO_8859_1);
        return new HlcTimestamp(
                number(place, 0, MILLIS_BYTES), (int) number(place, MILLIS_BYTES, COUNTER_BYTES), replica);
    }

    public static byte[] of(Origin line) {
        return line.name().getBytes(StandardCharsets.UTF_8);
    }

    static byte[] of(About about) {
        return text(about).getBytes(StandardCharsets.UTF_8);
    }

    /** Threads sort before events that are named, as {@link About} does. */
    public static String text(About about) {
        return (about.isNamed() ? "u" : "t") + about.id();
    }

    public static About about(byte[] place) {
        String text = new String(place, StandardCharsets.UTF_8);
        return new About(text.charAt(0) == 'u', text.substring(1));
    }

    /** Where an op that cannot be read stands: by its address, for it has no stamp. */
    public static byte[] address(Op op) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(80);
        name(out, op.origin().name());
        number(out, op.seq(), Long.BYTES);
        Digest chain = op.chain();
        out.writeBytes((chain == null ? op.digest() : chain).bytes());
        return out.toByteArray();
    }

    private static void name(ByteArrayOutputStream out, String name) {
        out.writeBytes(name.getBytes(StandardCharsets.ISO_8859_1));
        out.write(0);
    }

    private static void number(ByteArrayOutputStream out, long number, int bytes) {
        for (int shift = 8 * (bytes - 1); shift >= 0; shift -= 8) {
            out.write((int) (number >>> shift));
        }
    }

    private static long number(byte[] place, int from, int bytes) {
        long number = 0;
        for (int i = from; i < from + bytes; i++) {
            number = number << 8 | place[i] & 0xff;
        }
        return number;
    }
}
