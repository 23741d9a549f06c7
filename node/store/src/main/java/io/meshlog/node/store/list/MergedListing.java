package io.meshlog.node.store.list;

import io.meshlog.node.store.file.Database;
import io.meshlog.node.store.row.EventPage;
import io.meshlog.node.store.row.EventRows;
import io.meshlog.op.MergeKey;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Lists events in merge order, each call in one read transaction of its caller. Confined to the thread that holds its
 * connection.
 *
 * <p>The index knows a stamp's time and counter; the rest of the merge key is read from the ops, and only to order the
 * few events that share both. A call looks at a bounded number of events; only if more than that share one
 * stamp, it looks at all of those.
 */
public final class MergedListing {
    /** Honest clocks give one stamp to one event a replica; a liar may give it to thousands. */
    private static final int ROWS_KEPT_MAX = 16;

    private static final String ORDER = " ORDER BY millis, counter, seq LIMIT ?";

    private final Database db;
    private final EventRows eventRows;
    private final int examinedMax;

    public MergedListing(Database db, EventRows eventRows, int examinedMax) {
        this.examinedMax = examinedMax;
        this.db = db;
        this.eventRows = eventRows;
    }

    /** An event's place in merge order as far as {@code event} knows it. */
    private record Stamped(long seq, long millis, int counter, boolean matches) {}

    /** @param row null where it is read again when its turn comes: a large group must not stand in memory whole */
    private record Keyed(MergeKey key, long seq, EventRows.@Nullable Row row) {}

    public ListedEvents list(ListQuery query, EventFilter filter) throws SQLException {
        long tip = eventRows.tip();
        MergeKey after = query.afterKey();
        if (filter.matchesNothing()) {
            return new ListedEvents(List.of(), false, tip, after);
        }
        // Without a filter the page itself says how far to look.
        int rowsMax = filter.isEmpty() ? Math.min(examinedMax, query.limit() + 1) : examinedMax;
        List<Stamped> window = window(filter, after, rowsMax);
        boolean isWhole = window.size() < rowsMax;
        List<Stamped> examining = new ArrayList<>();
        if (after != null) {
            // What shares its stamp, and comes before it or after it.
            examining.addAll(stamp(filter, after.hlc().millis(), after.hlc().counter()));
        }
        int cut = isWhole ? window.size() : lastGroup(window);
        examining.addAll(window.subList(0, cut));
        if (cut == 0 && !isWhole) {
            examining.addAll(stamp(filter, window.get(0).millis(), window.get(0).counter()));
        }
        EventPage page = new EventPage(query.limit(), query.bytesMax());
        MergeKey examined = after;
        List<Stamped> last = List.of();
        int at = 0;
        while (at < examining.size()) {
            List<Stamped> group = examining.subList(at, groupEnd(examining, at));
            for (Keyed keyed : matching(group, after)) {
                if (page.isFull()) {
                    return new ListedEvents(page.events(), true, tip, latest(examined, last));
                }
                EventRows.Row row = keyed.row();
                page.add(row == null ? eventRows.bySeq(keyed.seq()) : row);
                examined = keyed.key();
                last = List.of();
            }
            last = group;
            at += group.size();
        }
        return new ListedEvents(page.events(), !isWhole, tip, latest(examined, last));
    }

    /** The greatest of this key and those of events that share a stamp. */
    private @Nullable MergeKey latest(@Nullable MergeKey key, List<Stamped> group) throws SQLException {
        MergeKey latest = key;
        for (Stamped stamped : group) {
            MergeKey other = keyed(stamped, false).key();
            latest = latest == null || other.compareTo(latest) > 0 ? other : latest;
        }
        return latest;
    }

    private List<Keyed> matching(List<Stamped> group, @Nullable MergeKey after) throws SQLException {
        List<Keyed> matching = new ArrayList<>();
        for (Stamped stamped : group) {
            if (stamped.matches()) {
                Keyed keyed = keyed(stamped, group.size() <= ROWS_KEPT_MAX);
                if (after == null || keyed.key().compareTo(after) > 0) {
                    matching.add(keyed);
                }
            }
        }
        matching.sort(Comparator.comparing(Keyed::key));
        return matching;
    }

    private Keyed keyed(Stamped stamped, boolean keepsRow) throws SQLException {
        EventRows.Row row = eventRows.bySeq(stamped.seq());
        MergeKey key = Objects.requireNonNull(MergeKey.of(row.event().op()));
        return new Keyed(key, stamped.seq(), keepsRow ? row : null);
    }

    private List<Stamped> window(EventFilter filter, @Nullable MergeKey after, int rowsMax) throws SQLException {
        long millis = after == null ? -1 : after.hlc().millis();
        int counter = after == null ? 0 : after.hlc().counter();
        String from = " AND (millis, counter) > (?, ?)";
        EventFilter.Driver driver = filter.driver();
        // What the driver finds is sorted where it is little; else the index that is in order already is walked.
        String sql = driver != null && isRare(driver)
                ? "SELECT seq, millis, counter, TRUE FROM event INDEXED BY " + driver.index() + " WHERE TRUE"
                        + filter.sql() + from
                : "SELECT seq, millis, counter, TRUE" + filter.sql() + " FROM event INDEXED BY event_merge WHERE TRUE"
                        + from;
        return stamped(sql, filter, millis, counter, rowsMax);
    }

    /** All events of one stamp. */
    private List<Stamped> stamp(EventFilter filter, long millis, int counter) throws SQLException {
        String sql = "SELECT seq, millis, counter, TRUE" + filter.sql()
                + " FROM event INDEXED BY event_merge WHERE millis = ? AND counter = ?";
        return stamped(sql, filter, millis, counter, Integer.MAX_VALUE);
    }

    private List<Stamped> stamped(String sql, EventFilter filter, long millis, int counter, int max)
            throws SQLException {
        List<Object> values = new ArrayList<>(filter.values());
        values.add(millis);
        values.add(counter);
        values.add(max);
        List<Stamped> stamped = new ArrayList<>();
        try (ResultSet rows = db.query(sql + ORDER, values.toArray())) {
            while (rows.next()) {
                // A comparison with an absent value is neither true nor false: it does not match.
                stamped.add(new Stamped(rows.getLong(1), rows.getLong(2), rows.getInt(3), rows.getInt(4) == 1));
            }
        }
        return stamped;
    }

    private boolean isRare(EventFilter.Driver driver) throws SQLException {
        String sql = "SELECT count(*) FROM (SELECT 1 FROM event INDEXED BY " + driver.index() + " WHERE "
                + driver.column() + " = ? LIMIT ?)";
        long found = 0;
        for (Long code : driver.codes()) {
            found += db.count(sql, code, examinedMax - found);
        }
        return found < examinedMax;
    }

    /** Where the last stamp of a window begins: the window may cut through it. */
    private static int lastGroup(List<Stamped> window) {
        int from = window.size() - 1;
        Stamped last = window.get(from);
        while (from > 0 && sameStamp(window.get(from - 1), last)) {
            from--;
        }
        return from;
    }

    private static int groupEnd(List<Stamped> window, int from) {
        int to = from + 1;
        while (to < window.size() && sameStamp(window.get(to), window.get(from))) {
            to++;
        }
        return to;
    }

    private static boolean sameStamp(Stamped a, Stamped b) {
        return a.millis() == b.millis() && a.counter() == b.counter();
    }
}
