package io.meshlog.node.store.list;

import io.meshlog.node.store.file.Database;
import io.meshlog.node.store.row.EventPage;
import io.meshlog.node.store.row.EventRows;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Lists events in delivery order, each call in one read transaction of its caller. Confined to the thread that holds its
 * connection.
 *
 * <p>A call first finds the window: how far the listing can be examined within a bounded number of rows of the index that
 * drives it. Then it filters within the window, and only then reads records. So its cost is bounded whatever the
 * filters, and an empty page still moves on.
 */
public final class EventListing {
    private final Database db;
    private final EventRows eventRows;
    private final int examinedMax;

    public EventListing(Database db, EventRows eventRows, int examinedMax) {
        this.examinedMax = examinedMax;
        this.db = db;
        this.eventRows = eventRows;
    }

    public ListedEvents list(ListQuery query, EventFilter filter) throws SQLException {
        boolean isAsc = query.order() == ListQuery.Order.ASC;
        long tip = eventRows.tip();
        long bound = query.before() == 0 ? tip + 1 : Math.min(tip + 1, query.before());
        long from = !isAsc && query.after() <= 0 ? bound : isAsc ? query.after() : Math.min(query.after(), bound);
        long end = isAsc ? Math.max(from, bound - 1) : 1;
        if (filter.matchesNothing()) {
            return new ListedEvents(List.of(), false, end, null);
        }
        Long window = windowEnd(filter, isAsc, from);
        boolean isWindow = window != null && (!isAsc || window < end);
        long to = window == null || !isWindow ? end : window;
        List<Object> values = new ArrayList<>(filter.values());
        values.add(isAsc ? from + 1 : to);
        values.add(isAsc ? to : from - 1);
        values.add(query.limit() + 1);
        EventPage page = new EventPage(query.limit(), query.bytesMax());
        boolean isCut = false;
        try (ResultSet rows = db.query(sql(filter, isAsc), values.toArray())) {
            while (!isCut && rows.next()) {
                isCut = page.isFull();
                if (!isCut) {
                    page.add(eventRows.read(rows));
                }
            }
        }
        long examined = isCut ? page.last().seq() : to;
        return new ListedEvents(page.events(), isCut || isWindow, examined, null);
    }

    /** The last position that an ascending listing reaches. */
    long end(ListQuery query) throws SQLException {
        long tip = eventRows.tip();
        return query.before() == 0 ? tip : Math.min(tip, query.before() - 1);
    }

    /** Where an ascending window ends, inclusive, even if nothing is filtered; null if it reaches to the end. */
    @Nullable
    Long boundedWindowEnd(EventFilter filter, long from) throws SQLException {
        return filter.isEmpty()
                ? db.number("SELECT seq FROM event WHERE seq > ? ORDER BY seq LIMIT 1 OFFSET ?", from, examinedMax - 1)
                : windowEnd(filter, true, from);
    }

    /** The inner query yields row numbers in order; the outer one follows it row by row. */
    private static String sql(EventFilter filter, boolean isAsc) {
        EventFilter.Driver driver = filter.driver();
        return "SELECT " + EventRows.COLUMNS + " FROM (SELECT seq, flags, op FROM event"
                + (driver == null ? "" : " INDEXED BY " + driver.index()) + " WHERE TRUE" + filter.sql()
                + " AND seq BETWEEN ? AND ? ORDER BY seq" + (isAsc ? "" : " DESC") + " LIMIT ?) e"
                + " CROSS JOIN op o ON o.n = e.op";
    }

    /** Where the window ends, inclusive; null if it reaches to the end of the listing. */
    private @Nullable Long windowEnd(EventFilter filter, boolean isAsc, long from) throws SQLException {
        String order = (isAsc ? " AND seq > ? ORDER BY seq" : " AND seq < ? ORDER BY seq DESC") + " LIMIT 1 OFFSET ?";
        EventFilter.Driver driver = filter.driver();
        if (driver == null) {
            return filter.isEmpty()
                    ? null
                    : db.number("SELECT seq FROM event WHERE TRUE" + order, from, examinedMax - 1);
        }
        int share = Math.max(1, examinedMax / driver.codes().size());
        String sql = "SELECT seq FROM event INDEXED BY " + driver.index() + " WHERE " + driver.column() + " = ?";
        Long nearest = null;
        for (Long code : driver.codes()) {
            Long end = db.number(sql + order, code, from, share - 1);
            if (end != null && (nearest == null || isAsc == end < nearest)) {
                nearest = end;
            }
        }
        return nearest;
    }
}
