package io.meshlog.replica;

import io.meshlog.op.Op;
import java.util.List;

/** Where a page that is served ends (spec §3.4, §5.5). Pure. */
public final class PageCut {
    private PageCut() {}

    /**
     * The ops of a line that a page holds: up to the last signed one within the limit or, if none fits, up to
     * the first one after it.
     *
     * @param ops what the log holds after the asked position, at least a page's worth where there is more
     * @param limit ≥ 1
     */
    public static List<Op> chained(List<Op> ops, int limit) {
        int signed = 0;
        for (int i = 0; i < ops.size() && (i < limit || signed == 0); i++) {
            if (ops.get(i).sig() != null) {
                signed = i + 1;
            }
        }
        return ops.subList(0, signed);
    }

    /** The loose ops that a page holds: ops that share a seq are never parted, since pages go on by seq. */
    public static List<Op> loose(List<Op> ops, int limit) {
        int end = Math.min(limit, ops.size());
        while (end > 0
                && end < ops.size()
                && ops.get(end).seq() == ops.get(end - 1).seq()) {
            end++;
        }
        return ops.subList(0, end);
    }
}
