package io.meshlog.node.api;

import io.meshlog.node.store.EventReader;
import io.meshlog.op.CodePoints;
import io.meshlog.op.Limits;
import io.meshlog.op.Op;
import io.meshlog.op.Origin;
import io.meshlog.replica.PageCut;
import io.meshlog.wire.OpCodec;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Pages of {@code /sync/ops} (spec §3.4, §5.5): no more than asked for and no more bytes than a page may have, unless
 * what may not be parted is larger. Blocks; safe to call from any thread.
 */
final class OpPages {
    private final EventReader reader;
    private final long bytesMax;

    OpPages(EventReader reader, long bytesMax) {
        this.reader = reader;
        this.bytesMax = bytesMax;
    }

    /** @param json of the page @param last the highest seq in it, or {@code after} where it is empty */
    record Page(String json, long last) {}

    /** Chained ops of a line, for a node; ends at a signed one. */
    Page chained(Origin line, long after, int limit) {
        int opsMax = limit + Limits.PAGE_OVERRUN_OPS_MAX;
        List<Op> ops = reader.chained(line, after, opsMax, bytesMax);
        List<Op> page = PageCut.chained(ops, fitting(ops, limit, OpCodec::toNode));
        if (page.isEmpty() && !ops.isEmpty()) {
            // No signed op within the size: it runs on to the next one, as far as an author may leave ops unsigned.
            long furtherBytes = bytesMax + Limits.UNSIGNED_BYTES_MAX + Limits.OP_BYTES_MAX;
            page = PageCut.chained(reader.chained(line, after, opsMax, furtherBytes), 1);
        }
        return page(line, page, after, OpCodec::toNode);
    }

    /** Loose ops of an origin, for a node; those of one seq are never parted. */
    Page loose(Origin origin, long after, int limit) {
        int opsMax = limit + Limits.COLLISIONS_MAX;
        List<Op> ops = reader.loose(origin, after, opsMax, bytesMax);
        List<Op> whole = ops.size() < opsMax && mayBeCut(ops) ? wholeGroups(origin, after, ops) : ops;
        return page(origin, PageCut.loose(whole, fitting(whole, limit, OpCodec::toNode)), after, OpCodec::toNode);
    }

    /** Whether the size may have ended the reading; the store counts bytes its own way, but not by half. */
    private boolean mayBeCut(List<Op> ops) {
        long bytes = 0;
        for (Op op : ops) {
            bytes += CodePoints.utf8Length(OpCodec.toNode(op));
        }
        return bytes > bytesMax / 2;
    }

    /** More ops of the last seq may follow: it is left to the next page or, where it is the only one, completed. */
    private List<Op> wholeGroups(Origin origin, long after, List<Op> ops) {
        long last = ops.get(ops.size() - 1).seq();
        List<Op> before = ops.stream().filter(op -> op.seq() < last).toList();
        if (!before.isEmpty()) {
            return before;
        }
        // One more at a time: whoever made one address hold large ops must not make a page hold what follows, too.
        List<Op> group = ops;
        for (int asked = ops.size() + 1; asked <= Limits.COLLISIONS_MAX + 1; asked++) {
            group = reader.loose(origin, after, asked, Long.MAX_VALUE);
            if (group.size() < asked || group.get(asked - 1).seq() != last) {
                break;
            }
        }
        return group.stream().filter(op -> op.seq() == last).toList();
    }

    /** Ops of a name of the reference view. */
    Page reference(Origin name, long after, int limit) {
        List<Op> ops = reader.referenceOps(name, after, limit, bytesMax);
        Function<Op, String> text = op -> OpCodec.toReference(op, name);
        return page(name, ops.subList(0, fitting(ops, limit, text)), after, text);
    }

    /** How many of the first ops fit into a page; at least one. */
    private int fitting(List<Op> ops, int limit, Function<Op, String> text) {
        long bytes = 0;
        int count = 0;
        for (Op op : ops) {
            bytes += CodePoints.utf8Length(text.apply(op));
            if (count >= limit || count > 0 && bytes > bytesMax) {
                break;
            }
            count++;
        }
        return Math.max(1, count) > ops.size() ? ops.size() : Math.max(1, count);
    }

    private static Page page(Origin origin, List<Op> ops, long after, Function<Op, String> text) {
        List<String> texts = new ArrayList<>(ops.size());
        ops.forEach(op -> texts.add(text.apply(op)));
        return new Page(
                OpCodec.page(origin, texts),
                ops.isEmpty() ? after : ops.get(ops.size() - 1).seq());
    }
}
