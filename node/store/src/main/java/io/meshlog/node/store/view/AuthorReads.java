package io.meshlog.node.store.view;

import io.meshlog.node.store.file.Database;
import io.meshlog.node.store.row.Terms;
import io.meshlog.op.Origin;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Who has written, by index and within bounds, however large the log is. Confined to its session. */
public final class AuthorReads {
    /** How many of an author's events are looked at. */
    static final int NEWEST_MAX = 50;
    /** How many authors are looked at for names that differ only in case. */
    static final int AUTHORS_MAX = 10_000;

    /** One lookup an author, whatever each has written. */
    private static final String NEXT = "SELECT min(from_agent) FROM event WHERE from_agent > ?";

    private static final String NEWEST = "SELECT o.origin FROM (SELECT op FROM event WHERE from_agent = ?"
            + " ORDER BY seq DESC LIMIT " + NEWEST_MAX + ") e CROSS JOIN op o ON o.n = e.op";

    private final Database db;
    private final Terms terms;

    public AuthorReads(Database db, Terms terms) {
        this.db = db;
        this.terms = terms;
    }

    public Author author(String name, FoldedNames names) throws SQLException {
        Long code = terms.find(name);
        Set<String> origins = new LinkedHashSet<>();
        if (code != null) {
            try (ResultSet rows = db.query(NEWEST, code)) {
                while (rows.next()) {
                    origins.add(new Origin(terms.text(rows.getLong(1))).base().name());
                }
            }
        }
        return new Author(!origins.isEmpty(), List.copyOf(origins), names.variants(name));
    }

    /** Every author's name; empty where there are too many. */
    public List<String> names() throws SQLException {
        List<String> names = new ArrayList<>();
        @Nullable Long code = db.number(NEXT, Long.MIN_VALUE);
        while (code != null) {
            if (names.size() == AUTHORS_MAX) {
                return List.of();
            }
            names.add(terms.text(code));
            code = db.number(NEXT, code);
        }
        return names;
    }

    /** As case does not count. */
    static String folded(String name) {
        return name.toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT);
    }
}
