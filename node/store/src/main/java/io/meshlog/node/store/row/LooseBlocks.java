package io.meshlog.node.store.row;

import io.meshlog.cursor.Examined;
import io.meshlog.node.store.file.Database;
import io.meshlog.op.Digest;
import io.meshlog.op.Op;
import io.meshlog.vector.LooseSummary;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What lies where among an origin's loose ops. They come in any order of their numbers, so that neither a sum nor an end
 * could be found by halving: blocks of numbers have sums, and only one or two are looked into. Cost: a row a block, an op
 * of such a one. Confined to the thread that holds its connection.
 */
public final class LooseBlocks {
    /** Numbers of a block. */
    public static final long SEQS = 128;

    private final Database db;
    private final OpRows opRows;

    public LooseBlocks(Database db, OpRows opRows) {
        this.db = db;
        this.opRows = opRows;
    }

    /**
     * How far an origin was examined.
     *
     * @param top the last seq such that all up to it were, but for {@code skipped}; 0 for none
     * @param skipped at most {@link Examined#SKIPPED_MAX}, or ones above the top
     */
    public record Reach(long top, List<Op> skipped) {}

    /** Of the ops with {@code seq ≤ top}. */
    public LooseSummary upTo(long origin, long top) throws SQLException {
        Long last = last(origin, top);
        if (last == null) {
            return LooseSummary.NONE;
        }
        long count = 0;
        Digest digest = Digest.ZERO;
        String whole = "SELECT count, digest FROM loose_block WHERE origin = ? AND block < ?";
        try (ResultSet rows = db.query(whole, origin, top / SEQS)) {
            while (rows.next()) {
                count += rows.getLong(1);
                digest = digest.plus(OpRows.digest(rows, 2));
            }
        }
        String rest = "SELECT " + OpRows.COLUMNS + " FROM op o WHERE o.line IS NULL AND o.origin = ?"
                + " AND o.seq BETWEEN ? AND ?";
        try (ResultSet rows = db.query(rest, origin, top / SEQS * SEQS, top)) {
            while (rows.next()) {
                count++;
                digest = digest.plus(opRows.read(rows, 1).op().digest());
            }
        }
        return new LooseSummary(last, count, digest);
    }

    private @Nullable Long last(long origin, long top) throws SQLException {
        return db.number("SELECT max(seq) FROM op WHERE line IS NULL AND origin = ? AND seq <= ?", origin, top);
    }

    public Reach examined(long origin, long position) throws SQLException {
        long top = 0;
        List<Op> skipped = new ArrayList<>();
        for (long[] block : blocks(origin)) {
            long end = (block[0] + 1) * SEQS - 1;
            if (block[1] <= position) {
                top = end;
                continue;
            }
            String sql = "SELECT coalesce(o.below, o.place), " + OpRows.COLUMNS
                    + " FROM op o WHERE o.line IS NULL AND o.origin = ? AND o.seq BETWEEN ? AND ? ORDER BY o.seq";
            try (ResultSet rows = db.query(sql, origin, block[0] * SEQS, end)) {
                while (rows.next()) {
                    Op op = opRows.read(rows, 2).op();
                    if (rows.getLong(1) <= position) {
                        top = op.seq();
                    } else {
                        skipped.add(op);
                    }
                    if (skipped.size() > Examined.SKIPPED_MAX) {
                        // More of the same number may follow, which nobody names.
                        return new Reach(top == op.seq() ? top - 1 : top, skipped);
                    }
                }
            }
        }
        return new Reach(top, skipped);
    }

    /** Number and place of each, in order. */
    private List<long[]> blocks(long origin) throws SQLException {
        List<long[]> blocks = new ArrayList<>();
        String sql = "SELECT block, place FROM loose_block WHERE origin = ? ORDER BY block";
        try (ResultSet rows = db.query(sql, origin)) {
            while (rows.next()) {
                blocks.add(new long[] {rows.getLong(1), rows.getLong(2)});
            }
        }
        return blocks;
    }

    /** A row number up to which none of the ops with {@code seq > top} arrived before it; null where there are none. */
    public @Nullable Long firstAbove(long origin, long top) throws SQLException {
        long block = top / SEQS;
        Long here = db.number(
                "SELECT min(n) FROM op WHERE line IS NULL AND origin = ? AND seq > ? AND seq < ?",
                origin,
                top,
                (block + 1) * SEQS);
        Long above = db.number("SELECT min(first) FROM loose_block WHERE origin = ? AND block > ?", origin, block);
        return here == null ? above : above == null ? here : (Long) Math.min(here, above);
    }
}
