package io.meshlog.node.bench;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * The rows of a node's views, written again without its code: each as it stands at the end, with the op or the event that
 * it came with. So a ceiling pays for the same tables and indexes, and for nothing that is looked up on the way.
 */
final class ViewRows {
    /** By the op that a row belongs to, which stands in its first column; but for conflicts. */
    private record Table(String name, int opColumn, TreeMap<Long, List<Object[]>> byOp) {
        static Table read(Connection db, String name, int opColumn) throws SQLException {
            Table table = new Table(name, opColumn, new TreeMap<>());
            for (Object[] row : LogRows.rows(db, name)) {
                Object op = row[opColumn];
                table.byOp
                        .computeIfAbsent(op == null ? 0L : ((Number) op).longValue(), n -> new ArrayList<>())
                        .add(row);
            }
            return table;
        }
    }

    private final List<Table> tables;

    private ViewRows(List<Table> tables) {
        this.tables = tables;
    }

    static ViewRows read(Connection db) throws SQLException {
        return new ViewRows(
                List.of(Table.read(db, "ask", 0), Table.read(db, "reply", 0), Table.read(db, "conflict", 2)));
    }

    /** Statements over one database. */
    final class Writer implements AutoCloseable {
        private final List<PreparedStatement> inserts = new ArrayList<>();
        private final PreparedStatement spoke;
        private final PreparedStatement heard;

        Writer(BareDatabase db) throws SQLException {
            for (Table table : tables) {
                int columns = table.byOp.isEmpty()
                        ? 1
                        : table.byOp.firstEntry().getValue().get(0).length;
                inserts.add(table.byOp.isEmpty() ? db.prepare("SELECT 1") : db.insert(table.name, columns));
            }
            spoke = db.prepare("INSERT INTO spoke VALUES (?, ?, ?, ?) ON CONFLICT (agent, stream) DO UPDATE SET"
                    + " hlc = excluded.hlc, created_at = excluded.created_at");
            heard = db.prepare("INSERT INTO heard VALUES (?, ?, 0, 1) ON CONFLICT (agent, origin, device) DO UPDATE SET"
                    + " events = events + 1");
        }

        /** @param from of the first op @param to of the last one, inclusive */
        void write(long from, long to, List<Object[]> events, Object origin) throws SQLException {
            for (int i = 0; i < inserts.size(); i++) {
                for (List<Object[]> rows :
                        tables.get(i).byOp.subMap(from, true, to, true).values()) {
                    for (Object[] row : rows) {
                        BareDatabase.bind(inserts.get(i), row);
                        inserts.get(i).addBatch();
                    }
                }
                inserts.get(i).executeBatch();
            }
            for (Object[] event : events) {
                BareDatabase.bind(spoke, event[7], event[4], stamp(event), event[13]);
                spoke.addBatch();
                BareDatabase.bind(heard, event[7], origin);
                heard.addBatch();
            }
            spoke.executeBatch();
            heard.executeBatch();
        }

        /** As long as a stamp's text. */
        private static String stamp(Object[] event) {
            return event[2] + "-000000-rep_0123456789abcdef0123";
        }

        @Override
        public void close() throws SQLException {
            for (PreparedStatement insert : inserts) {
                insert.close();
            }
            spoke.close();
            heard.close();
        }
    }
}
