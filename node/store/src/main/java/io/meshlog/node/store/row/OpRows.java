package io.meshlog.node.store.row;

import io.meshlog.node.store.file.StoreException;
import io.meshlog.op.ChainSignature;
import io.meshlog.op.CodePoints;
import io.meshlog.op.Digest;
import io.meshlog.op.Fields;
import io.meshlog.op.JsonText;
import io.meshlog.op.Op;
import io.meshlog.op.Origin;
import io.meshlog.op.Reading;
import io.meshlog.wire.FieldsText;
import io.meshlog.wire.OpReading;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Rows of {@code op} as ops, and back. Confined to the thread that holds its connection. */
public final class OpRows {
    /** What {@link #read} wants, in this order, of a table that the query calls {@code o}. */
    public static final String COLUMNS =
            "o.n, o.line, o.origin, o.seq, o.chain, o.sig, o.event_id, o.fault_field, o.fault, o.whole, o.doc";

    private static final int KEY_BYTES = 32;

    private final Terms terms;

    public OpRows(Terms terms) {
        this.terms = terms;
    }

    /**
     * One row.
     *
     * @param line code of the line, or null for a loose op
     * @param bytes of the op's JSON, the columns' part of it included
     */
    public record Row(long n, @Nullable Long line, Op op, long bytes) {}

    /** @param at column of {@code o.n} */
    public Row read(ResultSet rows, int at) throws SQLException {
        long n = rows.getLong(at);
        long lineCode = rows.getLong(at + 1);
        Long line = rows.wasNull() ? null : (Long) lineCode;
        Origin origin = new Origin(terms.text(rows.getLong(at + 2)));
        long seq = rows.getLong(at + 3);
        byte[] chain = rows.getBytes(at + 4);
        ChainSignature sig = signature(rows.getBytes(at + 5));
        String doc = rows.getString(at + 10);
        boolean whole = rows.getInt(at + 9) != 0;
        long bytes = CodePoints.utf8Length(doc) + (whole ? 0 : omittedBytes(origin, seq));
        Fields fields = fields(doc, whole, origin, seq);
        Reading reading = reading(rows, at, origin, fields);
        Op op = chain == null
                ? Op.loose(origin, seq, fields, reading).withSig(sig)
                : Op.chained(origin, seq, fields, reading, Digest.of(chain), sig);
        return new Row(n, line, op, bytes);
    }

    private static Reading reading(ResultSet rows, int at, Origin origin, Fields fields) throws SQLException {
        String fault = rows.getString(at + 8);
        if (fault == null) {
            return OpReading.read(origin, fields);
        }
        // As it was read on arrival: what a later level makes of it is a new arrival, and not decided here.
        String field = rows.getString(at + 7);
        String eventId = rows.getString(at + 6);
        return new Reading.Unreadable(field == null ? "" : field, fault, eventId == null ? "" : eventId);
    }

    private static Fields fields(String doc, boolean whole, Origin origin, long seq) {
        Fields fields;
        try {
            fields = FieldsText.read(doc);
        } catch (RuntimeException e) {
            throw new StoreException(
                    StoreException.Kind.CORRUPT, "the record of " + origin + '#' + seq + " is damaged", e);
        }
        return whole
                ? fields
                : fields.with("origin_replica", JsonText.quote(origin.name())).with("origin_seq", Long.toString(seq));
    }

    /** Whether the address can be left out of the record, because it stands there just as the columns spell it. */
    public static boolean addressIsPlain(Op op) {
        return JsonText.quote(op.origin().name()).equals(op.fields().get("origin_replica"))
                && Long.toString(op.seq()).equals(op.fields().get("origin_seq"));
    }

    /** @param whole whether to keep the address */
    public static String doc(Op op, boolean whole) {
        Fields fields = op.fields();
        return FieldsText.write(
                whole ? fields : fields.with("origin_replica", null).with("origin_seq", null));
    }

    /** Length of {@code "origin_replica":"…","origin_seq":…,}. */
    private static long omittedBytes(Origin origin, long seq) {
        return 34L + origin.name().length() + Long.toString(seq).length();
    }

    public static byte @Nullable [] bytes(@Nullable ChainSignature sig) {
        if (sig == null) {
            return null;
        }
        byte[] key = sig.publicKey();
        byte[] signature = sig.signature();
        byte[] both = java.util.Arrays.copyOf(key, key.length + signature.length);
        System.arraycopy(signature, 0, both, key.length, signature.length);
        return both;
    }

    public static @Nullable ChainSignature signature(byte @Nullable [] bytes) {
        return bytes == null
                ? null
                : ChainSignature.of(
                        java.util.Arrays.copyOf(bytes, KEY_BYTES),
                        java.util.Arrays.copyOfRange(bytes, KEY_BYTES, bytes.length));
    }

    public static Digest digest(ResultSet rows, int column) throws SQLException {
        byte[] bytes = rows.getBytes(column);
        if (bytes == null || bytes.length != Digest.BYTES) {
            throw new StoreException(StoreException.Kind.CORRUPT, "a stored digest is not " + Digest.BYTES + " bytes");
        }
        return Digest.of(bytes);
    }
}
