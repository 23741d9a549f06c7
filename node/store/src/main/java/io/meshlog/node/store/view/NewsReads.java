package io.meshlog.node.store.view;

import io.meshlog.hlc.HlcTimestamp;
import io.meshlog.node.store.file.Database;
import io.meshlog.node.store.row.EventRows;
import io.meshlog.node.store.row.StoredEvent;
import io.meshlog.node.store.row.Terms;
import io.meshlog.op.MergeKey;
import io.meshlog.view.Clearing;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * News: in each stream what stands after an agent's own newest event there. Shown from the end of an index, counted
 * within it. Confined to the thread that holds its connection.
 */
public final class NewsReads {
    /** Everything that is news but for what shares a stamp's time and counter with the agent's own newest event. */
    private static final String WHERE = " FROM event INDEXED BY event_news WHERE to_agent = ?1 AND stream = ?2"
            + " AND (status IS NULL OR status <> ?5) AND from_agent <> ?1 AND ";

    private static final String NEXT_STREAM = "SELECT stream FROM event INDEXED BY event_news"
            + " WHERE to_agent = ? AND stream > ? ORDER BY stream LIMIT 1";

    private final Database db;
    private final Terms terms;
    private final EventRows eventRows;

    public NewsReads(Database db, Terms terms, EventRows eventRows) {
        this.db = db;
        this.terms = terms;
        this.eventRows = eventRows;
    }

    /** An event that may be shown. */
    private record Candidate(long seq, long millis, int counter) {
        boolean shares(Candidate other) {
            return millis == other.millis && counter == other.counter;
        }
    }

    public NewsPage page(String agent, int limit) throws SQLException {
        Long code = agent.equals("*") ? null : terms.find(agent);
        if (code == null) {
            return new NewsPage(0, List.of());
        }
        Long open = terms.find(Clearing.OPEN);
        long count = 0;
        List<Candidate> candidates = new ArrayList<>();
        Long stream = db.number(NEXT_STREAM, code, -1);
        while (stream != null) {
            HlcTimestamp own = own(code, stream);
            long millis = own == null ? -1 : own.millis();
            int counter = own == null ? 0 : own.counter();
            List<Candidate> tied = tied(code, stream, own, open);
            count += tied.size()
                    + db.count(
                            "SELECT count(*)" + WHERE + "(millis, counter) > (?3, ?4)",
                            code,
                            stream,
                            millis,
                            counter,
                            open == null ? -1 : open);
            newest(candidates, code, stream, millis, counter, open, limit);
            candidates.addAll(tied);
            stream = db.number(NEXT_STREAM, code, stream);
        }
        return new NewsPage(count, shown(candidates, limit));
    }

    private @Nullable HlcTimestamp own(long agent, long stream) throws SQLException {
        String hlc = db.text("SELECT hlc FROM spoke WHERE agent = ? AND stream = ?", agent, stream);
        return hlc == null ? null : HlcTimestamp.parse(hlc);
    }

    /** What shares time and counter with the own newest event, and is later by the name of its replica. */
    private List<Candidate> tied(long agent, long stream, @Nullable HlcTimestamp own, @Nullable Long open)
            throws SQLException {
        List<Candidate> later = new ArrayList<>();
        if (own == null) {
            return later;
        }
        String sql = "SELECT seq, millis, counter" + WHERE + "millis = ?3 AND counter = ?4";
        for (Candidate c : candidates(sql, agent, stream, own.millis(), own.counter(), open == null ? -1 : open)) {
            if (key(eventRows.bySeq(c.seq()).event()).hlc().compareTo(own) > 0) {
                later.add(c);
            }
        }
        return later;
    }

    /** The newest of a stream, and all that share a stamp with the last of them. */
    private void newest(
            List<Candidate> out, long agent, long stream, long millis, int counter, @Nullable Long open, int limit)
            throws SQLException {
        long status = open == null ? -1 : open;
        String newest = "SELECT seq, millis, counter" + WHERE
                + "(millis, counter) > (?3, ?4) ORDER BY millis DESC, counter DESC LIMIT " + limit;
        List<Candidate> found = candidates(newest, agent, stream, millis, counter, status);
        if (found.size() == limit) {
            Candidate last = found.get(limit - 1);
            found.removeIf(last::shares);
            String group = "SELECT seq, millis, counter" + WHERE + "millis = ?3 AND counter = ?4";
            found.addAll(candidates(group, agent, stream, last.millis(), last.counter(), status));
        }
        out.addAll(found);
    }

    private List<Candidate> candidates(String sql, Object... values) throws SQLException {
        List<Candidate> found = new ArrayList<>();
        try (ResultSet rows = db.query(sql, values)) {
            while (rows.next()) {
                found.add(new Candidate(rows.getLong(1), rows.getLong(2), rows.getInt(3)));
            }
        }
        return found;
    }

    private List<StoredEvent> shown(List<Candidate> candidates, int limit) throws SQLException {
        candidates.sort(Comparator.comparingLong(Candidate::millis)
                .thenComparingInt(Candidate::counter)
                .reversed());
        List<StoredEvent> newest = new ArrayList<>();
        for (Candidate c : candidates) {
            // Beyond the limit only what shares a stamp with the last within it can take its place.
            if (newest.size() >= limit && !c.shares(candidates.get(limit - 1))) {
                break;
            }
            newest.add(eventRows.bySeq(c.seq()).event());
        }
        newest.sort(Collections.reverseOrder(Comparator.comparing(NewsReads::key)));
        return List.copyOf(newest.subList(0, Math.min(limit, newest.size())));
    }

    private static MergeKey key(StoredEvent event) {
        return Objects.requireNonNull(MergeKey.of(event.op()));
    }
}
