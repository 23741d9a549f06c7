package io.meshlog.hlc;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A hybrid logical timestamp: when and where something was written (spec §3.3). Immutable.
 *
 * <p>The order is by {@code millis}, then {@code counter}, then {@code replica} char by char. It is the order of the
 * {@linkplain #text() texts}, and it respects causality as far as the clocks that issued the stamps did.
 *
 * <p>The text is {@code <13-digit unix ms>-<6 lowercase hex counter>-<replica>}, 22 to 149 ASCII chars. It is read from
 * the left, since a replica id may hold {@code '-'}.
 *
 * @param millis milliseconds since the Unix epoch, {@code 0 ≤ millis ≤ MILLIS_MAX}
 * @param counter tells stamps of one millisecond apart, {@code 0 ≤ counter ≤ COUNTER_MAX}
 * @param replica id of the replica that issued the stamp, 1 to {@link #REPLICA_LENGTH_MAX} chars of
 *     {@code [A-Za-z0-9._:~-]}
 */
public record HlcTimestamp(long millis, int counter, String replica) implements Comparable<HlcTimestamp> {

    /** The last millisecond that fits into 13 digits, inclusive: in the year 2286. */
    public static final long MILLIS_MAX = 9_999_999_999_999L;

    /** The largest counter that fits into 6 hex digits, inclusive. */
    public static final int COUNTER_MAX = 0xFFFFFF;

    /** The longest replica id in chars, inclusive. */
    public static final int REPLICA_LENGTH_MAX = 128;

    /** @throws IllegalArgumentException if a part is out of its range */
    public HlcTimestamp {
        requireTime(millis, counter);
        requireReplica(replica);
    }

    /**
     * Reads a stamp that must be well formed.
     *
     * @throws IllegalArgumentException if it isn't; the message says what is expected and what was found
     */
    public static HlcTimestamp parse(String text) {
        String fault = HlcText.fault(text);
        if (fault != null) {
            throw new IllegalArgumentException(
                    "timestamp: expected " + HlcText.FORM + ", " + fault + "; found " + HlcText.quoted(text));
        }
        return HlcText.read(text);
    }

    /** Reads a stamp that may be anything. Empty if it is null or not well formed; throws nothing. */
    public static Optional<HlcTimestamp> tryParse(@Nullable String text) {
        return text == null || HlcText.fault(text) != null ? Optional.empty() : Optional.of(HlcText.read(text));
    }

    /** The stamp as it stands in logs and on the wire. {@code parse(text())} equals this stamp. */
    public String text() {
        byte[] head = new byte[HlcText.REPLICA_AT];
        HlcText.writeHead(millis, counter, head);
        return new String(head, StandardCharsets.ISO_8859_1).concat(replica);
    }

    /** The same as {@link #text()}. */
    @Override
    public String toString() {
        return text();
    }

    @Override
    public int compareTo(HlcTimestamp other) {
        int byMillis = Long.compare(millis, other.millis);
        if (byMillis != 0) {
            return byMillis;
        }
        int byCounter = Integer.compare(counter, other.counter);
        return byCounter != 0 ? byCounter : replica.compareTo(other.replica);
    }

    static void requireTime(long millis, int counter) {
        if (millis < 0 || millis > MILLIS_MAX) {
            throw new IllegalArgumentException("millis: expected 0 to " + MILLIS_MAX + ", found " + millis);
        }
        if (counter < 0 || counter > COUNTER_MAX) {
            throw new IllegalArgumentException("counter: expected 0 to " + COUNTER_MAX + ", found " + counter);
        }
    }

    static void requireReplica(String replica) {
        if (!HlcText.isReplica(replica, 0)) {
            throw new IllegalArgumentException(
                    "replica: expected " + HlcText.REPLICA_FORM + ", found " + HlcText.quoted(replica));
        }
    }
}
