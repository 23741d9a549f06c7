package io.meshlog.node.bench;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * What the database alone can take, durable: the rows of a full node written again into its schema, and the same events
 * into one table with five indexes on texts, which is what one writes first. Stateless.
 */
final class SchemaBenchmark {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final List<String> FIELDS = List.of(
            "id",
            "hlc",
            "stream",
            "room",
            "type",
            "from_agent",
            "to_agent",
            "correlation_id",
            "status",
            "body",
            "metadata",
            "created_at");
    private static final List<String> TEXT_LAYOUT = List.of(
            "CREATE TABLE event (seq INTEGER PRIMARY KEY, origin_replica TEXT NOT NULL, origin_seq INTEGER NOT NULL, "
                    + String.join(" TEXT, ", FIELDS) + " TEXT)",
            "CREATE UNIQUE INDEX by_id ON event (id)",
            "CREATE UNIQUE INDEX by_origin ON event (origin_replica, origin_seq)",
            "CREATE INDEX by_hlc ON event (hlc)",
            "CREATE INDEX by_stream ON event (stream, seq)",
            "CREATE INDEX by_correlation ON event (correlation_id, seq)");

    private SchemaBenchmark() {}

    /** Events a second into the node's schema. @param withViews whether the rows of its views are written too */
    static double ours(Path file, LogRows rows, int perTransaction, boolean withViews)
            throws SQLException, IOException {
        try (BareDatabase db = new BareDatabase(file, true)) {
            db.nodeSchema();
            Object[] line = rows.lines().get(0).clone();
            try (PreparedStatement term = db.insert("term", 2);
                    PreparedStatement op = db.insert("op", rows.ops().get(0).length);
                    PreparedStatement event = db.insert("event", rows.events().get(0).length);
                    PreparedStatement ends =
                            db.prepare("INSERT OR REPLACE INTO line VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)");
                    PreparedStatement meta = db.insert("meta", rows.meta().get(0).length);
                    PreparedStatement tip = db.prepare("UPDATE meta SET clock_millis = ?, next_seq = ?");
                    ViewRows.Writer views = rows.views().new Writer(db)) {
                BareDatabase.bind(meta, rows.meta().get(0));
                meta.executeUpdate();
                int terms = 0;
                long start = System.nanoTime();
                for (int from = 0; from < rows.ops().size(); from += perTransaction) {
                    int to = Math.min(rows.ops().size(), from + perTransaction);
                    db.begin();
                    for (int i = from; i < to; i++) {
                        Object[] opRow = rows.ops().get(i);
                        Object[] eventRow = rows.events().get(i);
                        long newest = newestTerm(opRow, eventRow);
                        for (; terms < rows.terms().size() && code(rows.terms().get(terms)) <= newest; terms++) {
                            add(term, rows.terms().get(terms));
                        }
                        add(op, opRow);
                        add(event, eventRow);
                    }
                    term.executeBatch();
                    op.executeBatch();
                    event.executeBatch();
                    if (withViews) {
                        views.write(
                                from + 1L,
                                to,
                                rows.events().subList(from, to),
                                rows.ops().get(from)[2]);
                    }
                    Object[] lastOp = rows.ops().get(to - 1);
                    Object[] lastEvent = rows.events().get(to - 1);
                    line[4] = lastOp[3];
                    line[5] = lastOp[5];
                    BareDatabase.bind(ends, line);
                    ends.executeUpdate();
                    BareDatabase.bind(tip, lastEvent[2], ((Number) lastEvent[0]).longValue() + 1);
                    tip.executeUpdate();
                    db.commit();
                }
                return rows.ops().size() / ((System.nanoTime() - start) / 1e9);
            }
        }
    }

    /** Rows for {@link #fiveTextIndexes}. */
    static List<Object[]> texts(LogRows rows) throws JsonProcessingException {
        List<Object[]> texts = new ArrayList<>(rows.ops().size());
        for (Object[] op : rows.ops()) {
            JsonNode doc = JSON.readTree((String) op[op.length - 1]);
            List<Object> row = new ArrayList<>(List.of(op[0], "rep_0123456789abcdef0123", op[3]));
            for (String field : FIELDS) {
                JsonNode value = doc.path(field);
                row.add(value.isTextual() ? value.asText() : value.toString());
            }
            texts.add(row.toArray());
        }
        return texts;
    }

    /** Events a second into one table with five indexes on texts. @param inBackground see {@link BareDatabase} */
    static double fiveTextIndexes(Path file, List<Object[]> rows, int perTransaction, boolean inBackground)
            throws SQLException {
        try (BareDatabase db = new BareDatabase(file, inBackground)) {
            for (String statement : TEXT_LAYOUT) {
                db.execute(statement);
            }
            try (PreparedStatement event = db.insert("event", rows.get(0).length)) {
                long start = System.nanoTime();
                for (int from = 0; from < rows.size(); from += perTransaction) {
                    db.begin();
                    for (Object[] row : rows.subList(from, Math.min(rows.size(), from + perTransaction))) {
                        add(event, row);
                    }
                    event.executeBatch();
                    db.commit();
                }
                return rows.size() / ((System.nanoTime() - start) / 1e9);
            }
        }
    }

    private static void add(PreparedStatement insert, Object[] row) throws SQLException {
        BareDatabase.bind(insert, row);
        insert.addBatch();
    }

    /** Terms are numbered as they first appear: those up to this one must be there before the row. */
    private static long newestTerm(Object[] op, Object[] event) {
        long newest = Math.max(code(op[1]), code(op[2]));
        for (int i = 4; i <= 11; i++) {
            newest = Math.max(newest, code(event[i]));
        }
        return newest;
    }

    private static long code(Object[] term) {
        return code(term[0]);
    }

    private static long code(Object value) {
        return value == null ? 0 : ((Number) value).longValue();
    }
}
