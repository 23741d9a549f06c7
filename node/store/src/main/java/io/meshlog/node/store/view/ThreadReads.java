package io.meshlog.node.store.view;

import io.meshlog.node.store.file.Database;
import io.meshlog.node.store.row.EventPage;
import io.meshlog.node.store.row.EventRows;
import io.meshlog.node.store.row.Places;
import io.meshlog.node.store.row.StoredEvent;
import io.meshlog.node.store.row.Terms;
import io.meshlog.op.MergeKey;
import io.meshlog.view.About;
import io.meshlog.view.Claims;
import io.meshlog.view.Said;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Pages of threads, in merge order: ranges of one index, and the event that the thread is named after. Confined to the
 * thread that holds its connection.
 *
 * <p>The index knows a stamp's time and counter; what shares both is ordered by its records, of which only keys are kept:
 * a liar may give one stamp to thousands.
 */
public final class ThreadReads {
    private static final String WINDOW = "SELECT seq, millis, counter FROM event INDEXED BY event_thread"
            + " WHERE correlation = ? AND (millis, counter) > (?, ?) ORDER BY millis, counter LIMIT ?";
    private static final String STAMP = "SELECT seq, millis, counter FROM event INDEXED BY event_thread"
            + " WHERE correlation = ? AND millis = ? AND counter = ?";
    private static final String NEWEST = "SELECT millis, counter FROM event INDEXED BY event_thread"
            + " WHERE correlation = ? AND status IS NOT NULL ORDER BY millis DESC, counter DESC LIMIT 1";
    private static final String ROOT = "SELECT seq, millis, counter, correlation FROM event WHERE id = ?";

    private final Database db;
    private final Terms terms;
    private final EventRows eventRows;
    private final ClaimReads claims;

    public ThreadReads(Database db, Terms terms, EventRows eventRows) {
        this.db = db;
        this.terms = terms;
        this.eventRows = eventRows;
        this.claims = new ClaimReads(db, terms);
    }

    private record Stamped(long seq, long millis, int counter) {
        boolean shares(Stamped other) {
            return millis == other.millis && counter == other.counter;
        }

        boolean isBefore(MergeKey key) {
            return millis < key.hlc().millis()
                    || millis == key.hlc().millis() && counter < key.hlc().counter();
        }
    }

    private record Keyed(MergeKey key, long seq) {}

    public ThreadPage page(String id, @Nullable MergeKey after, int limit, long bytesMax) throws SQLException {
        Long code = terms.find(id);
        // No code is -1: where nobody speaks of the thread, it has no event but the one it is named after.
        long thread = code == null ? -1 : code;
        Stamped root = root(id, thread);
        EventPage page = new EventPage(limit, bytesMax);
        boolean more = false;
        for (long seq : candidates(thread, root, after, limit + 1)) {
            more = page.isFull();
            if (more) {
                break;
            }
            page.add(eventRows.bySeq(seq));
        }
        return new ThreadPage(state(thread, root), page.events(), claims(page.events()), more);
    }

    /** The event that the thread is named after, unless it says itself that it is in it. */
    private @Nullable Stamped root(String id, long thread) throws SQLException {
        try (ResultSet rows = db.query(ROOT, id)) {
            if (!rows.next()) {
                return null;
            }
            boolean isCounted = rows.getLong(4) == thread && !rows.wasNull();
            return isCounted ? null : new Stamped(rows.getLong(1), rows.getLong(2), rows.getInt(3));
        }
    }

    /** At least {@code min} events after the key, if there are as many; in merge order. */
    private List<Long> candidates(long thread, @Nullable Stamped root, @Nullable MergeKey after, int min)
            throws SQLException {
        List<Stamped> stamped = new ArrayList<>();
        long millis = after == null ? -1 : after.hlc().millis();
        int counter = after == null ? 0 : after.hlc().counter();
        if (after != null) {
            stamped.addAll(stamped(STAMP, thread, millis, counter));
        }
        List<Stamped> window = stamped(WINDOW, thread, millis, counter, min);
        if (window.size() == min) {
            Stamped last = window.get(min - 1);
            window.removeIf(last::shares);
            window.addAll(stamped(STAMP, thread, last.millis(), last.counter()));
        }
        stamped.addAll(window);
        if (root != null && (after == null || !root.isBefore(after))) {
            stamped.add(root);
        }
        stamped.sort(Comparator.comparingLong(Stamped::millis).thenComparingInt(Stamped::counter));
        return ordered(stamped, after);
    }

    /** Looks at the records only of what shares a stamp. */
    private List<Long> ordered(List<Stamped> stamped, @Nullable MergeKey after) throws SQLException {
        List<Long> seqs = new ArrayList<>();
        int from = 0;
        while (from < stamped.size()) {
            Stamped first = stamped.get(from);
            int to = from + 1;
            while (to < stamped.size() && stamped.get(to).shares(first)) {
                to++;
            }
            boolean isAfter = after == null
                    || first.millis() != after.hlc().millis()
                    || first.counter() != after.hlc().counter();
            if (isAfter && to == from + 1) {
                seqs.add(first.seq());
            } else {
                keyed(stamped.subList(from, to), after).forEach(keyed -> seqs.add(keyed.seq()));
            }
            from = to;
        }
        return seqs;
    }

    private List<Keyed> keyed(List<Stamped> group, @Nullable MergeKey after) throws SQLException {
        List<Keyed> keyed = new ArrayList<>();
        for (Stamped s : group) {
            MergeKey key = key(eventRows.bySeq(s.seq()));
            if (after == null || key.compareTo(after) > 0) {
                keyed.add(new Keyed(key, s.seq()));
            }
        }
        keyed.sort(Comparator.comparing(Keyed::key));
        return keyed;
    }

    private List<Stamped> stamped(String sql, Object... values) throws SQLException {
        List<Stamped> found = new ArrayList<>();
        try (ResultSet rows = db.query(sql, values)) {
            while (rows.next()) {
                found.add(new Stamped(rows.getLong(1), rows.getLong(2), rows.getInt(3)));
            }
        }
        return found;
    }

    private @Nullable String state(long thread, @Nullable Stamped root) throws SQLException {
        List<Stamped> newest = new ArrayList<>();
        try (ResultSet rows = db.query(NEWEST, thread)) {
            if (rows.next()) {
                newest.add(new Stamped(0, rows.getLong(1), rows.getInt(2)));
            }
        }
        List<Stamped> sharing = new ArrayList<>();
        for (Stamped s : newest) {
            sharing.addAll(stamped(STAMP, thread, s.millis(), s.counter()));
        }
        if (root != null) {
            sharing.add(root);
        }
        Said last = null;
        for (Stamped s : sharing) {
            Said said = Objects.requireNonNull(
                    Said.of(eventRows.bySeq(s.seq()).event().op()));
            if (said.status() != null && (last == null || said.merge().compareTo(last.merge()) > 0)) {
                last = said;
            }
        }
        return last == null ? null : last.status();
    }

    private List<Claims.Claim> claims(List<StoredEvent> events) throws SQLException {
        List<Claims.Claim> found = new ArrayList<>();
        for (StoredEvent event : events) {
            Said said = Objects.requireNonNull(Said.of(event.op()));
            if (Claims.isClaim(said)) {
                ClaimReads.Winner winner = claims.winner(About.of(said));
                boolean won = winner != null && Arrays.equals(winner.place(), Places.of(said.merge()));
                found.add(new Claims.Claim(said, won));
            }
        }
        return List.copyOf(found);
    }

    private static MergeKey key(EventRows.Row row) {
        return Objects.requireNonNull(MergeKey.of(row.event().op()));
    }
}
