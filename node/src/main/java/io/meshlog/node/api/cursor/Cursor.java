package io.meshlog.node.api.cursor;

import io.meshlog.cursor.Cover;
import io.meshlog.node.store.list.ListQuery.Order;
import io.meshlog.op.MergeKey;
import org.jspecify.annotations.Nullable;

/**
 * Where a listing goes on (spec §6). Immutable.
 *
 * @param replica whose delivery positions these are, for people
 * @param boot by what the replica knows that it gave them; empty where it never will
 * @param order {@code ASC} for following; others while a listing in that order goes on
 * @param position ASC: everything up to it was examined; DESC: everything from it on; HLC: unused, 0
 * @param key HLC: everything up to it was examined; else null
 * @param floor DESC and HLC: the listing holds what stands above this position, 0 for all
 * @param tip DESC and HLC: the highest position as of the listing's first page; from there following goes on
 * @param cover ASC: what that stands for on other replicas; null where it means nothing there, and in other orders
 * @param isAhead ASC: the cover reaches beyond the position here, and counts here too
 */
public record Cursor(
        String replica,
        String boot,
        Order order,
        long position,
        @Nullable MergeKey key,
        long floor,
        long tip,
        @Nullable Cover cover,
        boolean isAhead) {

    /** What a caller gives who wants only what arrives from now on: the tip, whatever that is when it is looked up. */
    public static final Cursor TIP = new Cursor("", "", Order.ASC, 0, null, 0, 0, null, false);

    public static final String TIP_TEXT = "tip";

    /** Within a listing that does not follow delivery. */
    public static Cursor within(
            String replica, String boot, Order order, long position, @Nullable MergeKey key, long floor, long tip) {
        return new Cursor(replica, boot, order, position, key, floor, tip, null, false);
    }

    /** Of this replica alone. */
    public static Cursor local(String replica, String boot, long position) {
        return new Cursor(replica, boot, Order.ASC, position, null, 0, 0, null, false);
    }

    public static Cursor following(String replica, String boot, long position, Cover cover, boolean isAhead) {
        return new Cursor(replica, boot, Order.ASC, position, null, 0, 0, cover, isAhead);
    }
}
