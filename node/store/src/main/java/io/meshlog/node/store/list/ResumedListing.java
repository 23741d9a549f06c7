package io.meshlog.node.store.list;

import io.meshlog.cursor.Known;
import io.meshlog.cursor.Showing;
import io.meshlog.node.store.file.Database;
import io.meshlog.node.store.row.EventPage;
import io.meshlog.node.store.row.EventRows;
import io.meshlog.op.Digest;
import io.meshlog.op.MergeKey;
import io.meshlog.op.Op;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Lists in delivery order what a reader does not know who was shown other ops elsewhere (spec §6, §12). A call looks at a
 * bounded number of events, like {@link EventListing}. Confined to the thread that holds its connection.
 */
public final class ResumedListing {
    private final Database db;
    private final EventRows eventRows;
    private final EventListing listing;
    private final CoverReads covers;

    public ResumedListing(Database db, EventRows eventRows, EventListing listing, CoverReads covers) {
        this.db = db;
        this.eventRows = eventRows;
        this.listing = listing;
        this.covers = covers;
    }

    /** An event in the window. */
    private record Candidate(long seq, String id) {}

    /** @param query in order {@code ASC} */
    public ListedEvents list(ListQuery query, EventFilter filter, Known known) throws SQLException {
        long from = query.after();
        long end = Math.max(from, listing.end(query));
        if (filter.matchesNothing()) {
            return new ListedEvents(List.of(), false, end, null);
        }
        Long window = listing.boundedWindowEnd(filter, from);
        boolean isCut = window != null && window < end;
        long to = isCut ? Objects.requireNonNull(window) : end;
        EventPage page = new EventPage(query.limit(), query.bytesMax());
        // One more than a page holds: what is behind it shows where the page ends.
        int most = query.limit() + 1;
        long at = from;
        while (true) {
            List<Candidate> candidates = uncovered(filter, known, at, to, most);
            for (Candidate candidate : candidates) {
                if (page.isFull()) {
                    return new ListedEvents(page.events(), true, candidate.seq() - 1, null);
                }
                EventRows.Row row = eventRows.bySeq(candidate.seq());
                Showing showing = showing(row.event().op(), candidate.id(), known);
                if (showing != Showing.KNOWN) {
                    page.add(showing == Showing.REVISED ? row.revised() : row);
                }
                at = candidate.seq();
            }
            if (candidates.size() < most) {
                return new ListedEvents(page.events(), isCut, to, null);
            }
        }
    }

    /** The first events whose visible op is not covered, in order. */
    private List<Candidate> uncovered(EventFilter filter, Known known, long from, long to, int most)
            throws SQLException {
        EventFilter.Driver driver = filter.driver();
        // Ordered outside: an order inside of a subquery means nothing to what is joined to it.
        String sql = "SELECT e.seq, e.id, o.line, o.origin, o.seq, o.n, o.chain FROM (SELECT seq, op, id FROM event"
                + (driver == null ? "" : " INDEXED BY " + driver.index()) + " WHERE TRUE" + filter.sql()
                + " AND seq BETWEEN ? AND ?) e CROSS JOIN op o ON o.n = e.op ORDER BY e.seq";
        List<Object> values = new ArrayList<>(filter.values());
        values.add(from + 1);
        values.add(to);
        List<Candidate> uncovered = new ArrayList<>();
        try (ResultSet rows = db.query(sql, values.toArray())) {
            while (uncovered.size() < most && rows.next()) {
                if (!covers.isCovered(known, rows, 3)) {
                    uncovered.add(new Candidate(rows.getLong(1), rows.getString(2)));
                }
            }
        }
        return uncovered;
    }

    private Showing showing(Op visible, String eventId, Known known) throws SQLException {
        List<Long> coveredOps = new ArrayList<>();
        String sql = "SELECT o.line, o.origin, o.seq, o.n, o.chain FROM carrier c CROSS JOIN op o ON o.n = c.op"
                + " WHERE c.event_id = ?";
        try (ResultSet rows = db.query(sql, eventId)) {
            while (rows.next()) {
                if (covers.isCovered(known, rows, 1)) {
                    coveredOps.add(rows.getLong(4));
                }
            }
        }
        List<Showing.Covered> covered = new ArrayList<>();
        for (Long n : coveredOps) {
            Op op = covers.op(n);
            covered.add(new Showing.Covered(Objects.requireNonNull(MergeKey.of(op)), op.payload()));
        }
        Digest payload = covered.isEmpty() ? Digest.ZERO : visible.payload();
        return Showing.of(payload, covered);
    }
}
