package io.meshlog.node.store.view;

import io.meshlog.node.store.file.Database;
import io.meshlog.node.store.file.StoreException;
import io.meshlog.op.Origin;
import io.meshlog.view.Agents;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** Pages of agents, by name, and single ones as authors; all by index. Confined to the thread that holds its connection. */
public final class AgentReads {
    private static final String PAGE = "SELECT name, code, folded FROM agent WHERE name > ? ORDER BY name LIMIT ?";
    private static final String SEEN =
            "SELECT hlc, created_at FROM spoke WHERE agent = ? ORDER BY hlc DESC, created_at DESC LIMIT 1";
    private static final String DEVICES =
            "SELECT DISTINCT t.text FROM heard h JOIN term t ON t.code = h.device WHERE h.agent = ? ORDER BY t.text";
    private static final String REPLICAS =
            "SELECT DISTINCT t.text FROM heard h JOIN term t ON t.code = h.origin WHERE h.agent = ? ORDER BY t.text";
    private static final String CLASHES = "SELECT name FROM agent WHERE folded = ? AND name <> ? ORDER BY name";

    private static final String FIRST = "SELECT min(seq) FROM event WHERE from_agent = ?";

    private final Database db;

    public AgentReads(Database db) {
        this.db = db;
    }

    private record Name(String text, long code, String folded) {}

    public List<Agents.Agent> page(String after, int limit) throws SQLException {
        List<Name> names = new ArrayList<>();
        try (ResultSet rows = db.query(PAGE, after, limit)) {
            while (rows.next()) {
                names.add(new Name(rows.getString(1), rows.getLong(2), rows.getString(3)));
            }
        }
        List<Agents.Agent> agents = new ArrayList<>();
        for (Name name : names) {
            agents.add(new Agents.Agent(
                    name.text(),
                    seen(name),
                    texts(DEVICES, name.code()),
                    texts(REPLICAS, name.code()),
                    texts(CLASHES, name.folded(), name.text())));
        }
        return List.copyOf(agents);
    }

    public Author author(String name) throws SQLException {
        List<String> variants = texts(CLASHES, Agents.folded(name), name);
        Long code = db.number("SELECT code FROM agent WHERE name = ?", name);
        Long first = code == null ? null : db.number(FIRST, code);
        if (code == null || first == null) {
            return new Author(0, List.of(), variants);
        }
        TreeSet<String> origins = new TreeSet<>();
        for (String origin : texts(REPLICAS, code)) {
            origins.add(new Origin(origin).base().name());
        }
        return new Author(first, List.copyOf(origins), variants);
    }

    private Agents.Seen seen(Name name) throws SQLException {
        try (ResultSet rows = db.query(SEEN, name.code())) {
            if (!rows.next()) {
                throw new StoreException(
                        StoreException.Kind.CORRUPT, "agent " + name.text() + " is listed and never spoke");
            }
            return new Agents.Seen(rows.getString(1), rows.getString(2));
        }
    }

    private List<String> texts(String sql, Object... values) throws SQLException {
        List<String> texts = new ArrayList<>();
        try (ResultSet rows = db.query(sql, values)) {
            while (rows.next()) {
                texts.add(rows.getString(1));
            }
        }
        return List.copyOf(texts);
    }
}
