package io.meshlog.node.api.sync;

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
        // The page seldom runs on past the limit: what follows is written only then.
        List<String> texts = texts(ops.subList(0, Math.min(limit, ops.size())), OpCodec::toNode);
        List<Op> page = PageCut.chained(ops, fitting(texts, limit));
        if (page.isEmpty() && !ops.isEmpty()) {
            // No signed op within the size: it runs on to the next one, as far as an author may leave ops unsigned.
            long furtherBytes = bytesMax + Limits.UNSIGNED_BYTES_MAX + Limits.OP_BYTES_MAX;
            page = PageCut.chained(reader.chained(line, after, opsMax, furtherBytes), 1);
        }
        texts.addAll(texts(page.subList(Math.min(texts.size(), page.size()), page.size()), OpCodec::toNode));
        return page(line, page, texts, after);
    }

    /** Loose ops of an origin, for a node; those of one seq are never parted. */
    Page loose(Origin origin, long after, int limit) {
        int opsMax = limit + Limits.COLLISIONS_MAX;
        List<Op> ops = reader.loose(origin, after, opsMax, bytesMax);
        List<String> texts = texts(ops, OpCodec::toNode);
        if (ops.size() < opsMax && mayBeCut(texts)) {
            ops = wholeGroups(origin, after, ops);
            texts = texts(ops, OpCodec::toNode);
        }
        return page(origin, PageCut.loose(ops, fitting(texts, limit)), texts, after);
    }

    /** Whether the size may have ended the reading; the store counts bytes its own way, but not by half. */
    private boolean mayBeCut(List<String> texts) {
        long bytes = 0;
        for (String text : texts) {
            bytes += CodePoints.utf8Length(text);
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
        List<String> texts = texts(ops, op -> OpCodec.toReference(op, name));
        return page(name, ops.subList(0, fitting(texts, limit)), texts, after);
    }

    /** How many of the first ops fit into a page; at least one. */
    private int fitting(List<String> texts, int limit) {
        long bytes = 0;
        int count = 0;
        for (String text : texts) {
            bytes += CodePoints.utf8Length(text);
            if (count >= limit || count > 0 && bytes > bytesMax) {
                break;
            }
            count++;
        }
        return count;
    }

    /** Each op is written once: what is measured is what is sent. */
    private static List<String> texts(List<Op> ops, Function<Op, String> text) {
        List<String> texts = new ArrayList<>(ops.size());
        ops.forEach(op -> texts.add(text.apply(op)));
        return texts;
    }

    /** @param ops the first of those that were written @param texts of them, and perhaps of more */
    private static Page page(Origin origin, List<Op> ops, List<String> texts, long after) {
        return new Page(
                OpCodec.page(origin, texts.subList(0, ops.size())),
                ops.isEmpty() ? after : ops.get(ops.size() - 1).seq());
    }
}
