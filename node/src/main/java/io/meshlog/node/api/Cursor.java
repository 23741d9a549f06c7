package io.meshlog.node.api;

import io.meshlog.node.store.ListQuery.Order;
import io.meshlog.op.MergeKey;
import org.jspecify.annotations.Nullable;

/**
 * Where a listing goes on (spec §6). Immutable.
 *
 * @param replica whose delivery positions these are
 * @param order {@code ASC} for following; others while a listing in that order goes on
 * @param position ASC: everything up to it was examined; DESC: everything from it on; HLC: unused, 0
 * @param key HLC: everything up to it was examined; else null
 * @param floor DESC and HLC: the listing holds what stands above this position, 0 for all
 * @param tip DESC and HLC: the highest position as of the listing's first page; from there following goes on
 */
record Cursor(
        String replica,
        Order order,
        long position,
        @Nullable MergeKey key,
        long floor,
        long tip) {

    static Cursor following(String replica, long position) {
        return new Cursor(replica, Order.ASC, position, null, 0, 0);
    }
}
