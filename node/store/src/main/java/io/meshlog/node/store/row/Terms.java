package io.meshlog.node.store.row;

import io.meshlog.node.store.file.Database;
import io.meshlog.node.store.file.StoreException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The dictionary of coded texts, behind a cache each way that keeps what was used last. Confined to the thread that
 * holds its connection.
 */
public final class Terms {
    private final Database db;
    private final Map<String, Long> codes;
    private final Map<Long, String> texts;

    public Terms(Database db, int cached) {
        this.db = db;
        this.codes = cache(cached);
        this.texts = cache(cached);
    }

    /** The code of a text, made where there is none: inside of a write transaction only. */
    public long code(String text) throws SQLException {
        Long known = find(text);
        if (known != null) {
            return known;
        }
        long made = db.count("INSERT INTO term (text) VALUES (?) RETURNING code", text);
        codes.put(text, made);
        return made;
    }

    public @Nullable Long codeOrNull(@Nullable String text) throws SQLException {
        return text == null ? null : code(text);
    }

    /** The code of a text, or null where there is none: then no row has it. */
    public @Nullable Long find(String text) throws SQLException {
        Long known = codes.get(text);
        if (known == null) {
            known = db.number("SELECT code FROM term WHERE text = ?", text);
            if (known != null) {
                codes.put(text, known);
            }
        }
        return known;
    }

    public String text(long code) throws SQLException {
        String known = texts.get(code);
        if (known != null) {
            return known;
        }
        try (ResultSet rows = db.query("SELECT text FROM term WHERE code = ?", code)) {
            if (!rows.next()) {
                throw new StoreException(StoreException.Kind.CORRUPT, "a row names text " + code + ", which is gone");
            }
            String read = rows.getString(1);
            texts.put(code, read);
            return read;
        }
    }

    /** After a rollback: what was made in it never was. */
    public void forget() {
        codes.clear();
        texts.clear();
    }

    private static <K, V> Map<K, V> cache(int max) {
        return new LinkedHashMap<>(256, 0.75f, true) {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
                return size() > max;
            }
        };
    }
}
