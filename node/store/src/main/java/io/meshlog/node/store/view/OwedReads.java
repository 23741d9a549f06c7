package io.meshlog.node.store.view;

import io.meshlog.node.store.file.Database;
import io.meshlog.node.store.file.StoreException;
import io.meshlog.node.store.row.EventPage;
import io.meshlog.node.store.row.EventRows;
import io.meshlog.node.store.row.Places;
import io.meshlog.node.store.row.Terms;
import io.meshlog.op.MergeKey;
import io.meshlog.view.Said;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Pages of what agents owe: a range of one index. Confined to the thread that holds its connection. */
public final class OwedReads {
    /** Several ops of one event may ask; they stand at one place. */
    private static final String PAGE = "SELECT DISTINCT place, event_id FROM ask INDEXED BY ask_owed"
            + " WHERE agent = ? AND cleared = 0 AND place > ? ORDER BY place LIMIT ?";

    private final Database db;
    private final Terms terms;
    private final EventRows eventRows;
    private final ClaimReads claims;

    public OwedReads(Database db, Terms terms, EventRows eventRows) {
        this.db = db;
        this.terms = terms;
        this.eventRows = eventRows;
        this.claims = new ClaimReads(db, terms);
    }

    public OwedPage page(String agent, @Nullable MergeKey after, int limit, long bytesMax) throws SQLException {
        Long code = terms.find(agent);
        List<String> ids = code == null ? List.of() : ids(code, after, limit + 1);
        EventPage page = new EventPage(limit, bytesMax);
        List<OwedPage.Item> items = new ArrayList<>();
        for (String id : ids) {
            if (page.isFull()) {
                break;
            }
            EventRows.Row row = eventRows.byId(id);
            if (row == null) {
                throw new StoreException(StoreException.Kind.CORRUPT, "event " + id + " is owed and is not here");
            }
            page.add(row);
            Said said = Objects.requireNonNull(Said.of(row.event().op()));
            items.add(new OwedPage.Item(row.event(), claims.isSuperseded(said), claims.claimedBy(said)));
        }
        return new OwedPage(List.copyOf(items), items.size() < ids.size());
    }

    private List<String> ids(long agent, @Nullable MergeKey after, int max) throws SQLException {
        List<String> ids = new ArrayList<>();
        byte[] from = after == null ? new byte[0] : Places.of(after);
        try (ResultSet rows = db.query(PAGE, agent, from, max)) {
            while (rows.next()) {
                ids.add(rows.getString(2));
            }
        }
        return ids;
    }
}
