package io.meshlog.node.store.write;

import io.meshlog.node.store.file.Database;
import io.meshlog.node.store.row.OpRows;
import io.meshlog.node.store.row.Terms;
import io.meshlog.op.Event;
import io.meshlog.op.Origin;
import io.meshlog.view.Agents;
import io.meshlog.view.Agents.Seen;
import io.meshlog.view.Said;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Writes to {@code spoke}, {@code heard} and {@code agent}. A commit's events are summed up first: a page of many costs
 * a few rows. Confined to the writer's thread.
 */
final class AgentWrites {
    private static final Comparator<Voice> VOICES =
            Comparator.comparingLong(Voice::agent).thenComparingLong(Voice::at).thenComparingLong(Voice::device);

    private final Database db;
    private final Terms terms;
    private final OpRows opRows;

    /** @param at term: a stream in {@code spoke}, an origin in {@code heard} @param device term; 0 for none */
    private record Voice(long agent, long at, long device) {}

    private static final class Change {
        final List<Seen> come = new ArrayList<>();
        final List<Seen> gone = new ArrayList<>();
    }

    private final SortedMap<Voice, Change> spoke = new TreeMap<>(VOICES);
    private final SortedMap<Voice, Integer> heard = new TreeMap<>(VOICES);

    /** Set where a row of {@code heard} came or went; what is rolled back may leave it set. */
    private boolean isNewVoice;

    AgentWrites(Database db, Terms terms, OpRows opRows) {
        this.db = db;
        this.terms = terms;
        this.opRows = opRows;
    }

    void begin() {
        spoke.clear();
        heard.clear();
    }

    boolean takeNewVoice() {
        boolean taken = isNewVoice;
        isNewVoice = false;
        return taken;
    }

    void show(Said said, Seen seen, Origin origin, @Nullable String device) throws SQLException {
        change(said).come.add(seen);
        heard.merge(voice(said, origin, device), 1, Integer::sum);
    }

    void retract(Said said, Seen seen, Origin origin, @Nullable String device) throws SQLException {
        change(said).gone.add(seen);
        heard.merge(voice(said, origin, device), -1, Integer::sum);
    }

    private Change change(Said said) throws SQLException {
        Voice voice = new Voice(terms.code(said.fromAgent()), terms.code(said.stream()), 0);
        return spoke.computeIfAbsent(voice, v -> new Change());
    }

    private Voice voice(Said said, Origin origin, @Nullable String device) throws SQLException {
        return new Voice(
                terms.code(said.fromAgent()), terms.code(origin.name()), device == null ? 0 : terms.code(device));
    }

    void settle() throws SQLException {
        for (Map.Entry<Voice, Change> entry : spoke.entrySet()) {
            Change change = entry.getValue();
            // An event that only changed its op is as new as before.
            for (Seen seen : List.copyOf(change.come)) {
                if (change.gone.remove(seen)) {
                    change.come.remove(seen);
                }
            }
            settle(entry.getKey(), change);
        }
        for (Map.Entry<Voice, Integer> entry : heard.entrySet()) {
            if (entry.getValue() != 0) {
                settle(entry.getKey(), entry.getValue());
            }
        }
        begin();
    }

    private void settle(Voice voice, Change change) throws SQLException {
        Seen newest = change.come.isEmpty() ? null : Collections.max(change.come);
        if (change.gone.isEmpty()) {
            if (newest != null) {
                put(voice, newest);
            }
            return;
        }
        Seen stored = stored(voice);
        boolean isNewer = newest != null && (stored == null || newest.compareTo(stored) >= 0);
        if (stored != null && !isNewer && change.gone.contains(stored)) {
            Seen found = find(voice);
            if (found == null) {
                db.update("DELETE FROM spoke WHERE agent = ? AND stream = ?", voice.agent(), voice.at());
            } else {
                db.update(
                        "UPDATE spoke SET hlc = ?, created_at = ? WHERE agent = ? AND stream = ?",
                        found.hlc(),
                        found.createdAt(),
                        voice.agent(),
                        voice.at());
            }
        } else if (newest != null && isNewer) {
            put(voice, newest);
        }
    }

    private @Nullable Seen stored(Voice voice) throws SQLException {
        String sql = "SELECT hlc, created_at FROM spoke WHERE agent = ? AND stream = ?";
        try (ResultSet rows = db.query(sql, voice.agent(), voice.at())) {
            return rows.next() ? new Seen(rows.getString(1), rows.getString(2)) : null;
        }
    }

    /** Unless what stands there is newer. */
    private void put(Voice voice, Seen seen) throws SQLException {
        db.update(
                "INSERT INTO spoke (agent, stream, hlc, created_at) VALUES (?, ?, ?, ?) ON CONFLICT (agent, stream)"
                        + " DO UPDATE SET hlc = excluded.hlc, created_at = excluded.created_at"
                        + " WHERE (excluded.hlc, excluded.created_at) > (hlc, created_at)",
                voice.agent(),
                voice.at(),
                seen.hlc(),
                seen.createdAt());
    }

    /** Looks at all rows of the agent: only where its newest event was taken back. */
    private @Nullable Seen find(Voice voice) throws SQLException {
        String newest = "SELECT millis, counter FROM event INDEXED BY event_from WHERE from_agent = ? AND stream = ?"
                + " ORDER BY millis DESC, counter DESC LIMIT 1";
        long millis;
        int counter;
        try (ResultSet rows = db.query(newest, voice.agent(), voice.at())) {
            if (!rows.next()) {
                return null;
            }
            millis = rows.getLong(1);
            counter = rows.getInt(2);
        }
        String sharing =
                "SELECT " + OpRows.COLUMNS + " FROM event e INDEXED BY event_merge CROSS JOIN op o ON o.n = e.op"
                        + " WHERE e.millis = ? AND e.counter = ? AND e.from_agent = ? AND e.stream = ?";
        Seen found = null;
        try (ResultSet rows = db.query(sharing, millis, counter, voice.agent(), voice.at())) {
            while (rows.next()) {
                Event event = Objects.requireNonNull(opRows.read(rows, 1).op().eventOrNull());
                Seen seen = new Seen(event.stamp().hlc().text(), event.stamp().createdAt());
                found = found == null || seen.compareTo(found) > 0 ? seen : found;
            }
        }
        return found;
    }

    private void settle(Voice voice, int more) throws SQLException {
        long events = db.count(
                "INSERT INTO heard (agent, origin, device, events) VALUES (?, ?, ?, ?)"
                        + " ON CONFLICT (agent, origin, device) DO UPDATE SET events = events + excluded.events"
                        + " RETURNING events",
                voice.agent(),
                voice.at(),
                voice.device(),
                more);
        isNewVoice |= events == more || events == 0;
        if (events == more) {
            String name = terms.text(voice.agent());
            db.update(
                    "INSERT INTO agent (name, code, folded) VALUES (?, ?, ?) ON CONFLICT (name) DO NOTHING",
                    name,
                    voice.agent(),
                    Agents.folded(name));
        } else if (events == 0) {
            db.update(
                    "DELETE FROM heard WHERE agent = ? AND origin = ? AND device = ?",
                    voice.agent(),
                    voice.at(),
                    voice.device());
            if (db.number("SELECT 1 FROM heard WHERE agent = ? LIMIT 1", voice.agent()) == null) {
                db.update("DELETE FROM agent WHERE name = ?", terms.text(voice.agent()));
            }
        }
    }
}
