package io.meshlog.node.store.write;

import io.meshlog.hlc.HlcTimestamp;
import io.meshlog.node.store.file.Database;
import io.meshlog.node.store.row.Places;
import io.meshlog.node.store.row.Terms;
import io.meshlog.view.About;
import io.meshlog.view.Clearing;
import io.meshlog.view.Said;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Writes to {@code ask}: what agents are asked, and whether anything clears it. Looks only at asks and replies that a
 * commit's events have to do with. Confined to the writer's thread.
 */
final class AskWrites {
    private static final String COLUMNS = "SELECT a.op, a.event_id, a.agent, a.correlation, a.hlc FROM ask a ";

    /** The newest end of a thread by an agent; one seek for each status. */
    private static final String NEWEST_END = newestEnd();

    private final Database db;
    private final Terms terms;

    /** What this commit asks: written once it is known whether anything clears it. */
    private final List<NewAsk> come = new ArrayList<>();

    /** Ops whose asks are to be looked at from scratch. */
    private final SortedSet<Long> unsettled = new TreeSet<>();

    private record Ask(long op, long agent, Clearing.Target target) {}

    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    private record NewAsk(Ask ask, byte[] place) {}

    AskWrites(Database db, Terms terms) {
        this.db = db;
        this.terms = terms;
    }

    void begin() {
        come.clear();
        unsettled.clear();
    }

    void retract(String eventId) throws SQLException {
        db.update("DELETE FROM ask WHERE event_id = ?", eventId);
    }

    /** @param place of the event, by its visible op */
    void show(long op, Said said, byte[] place) throws SQLException {
        String asked = said.toAgent();
        if (asked != null && Clearing.isAsk(said)) {
            come.add(new NewAsk(new Ask(op, terms.code(asked), Clearing.Target.of(said)), place));
        }
    }

    /** A reply that ends something is there: whatever it clears is cleared. */
    void ended(Said reply) throws SQLException {
        for (Ask ask : of(reply, 0)) {
            if (Clearing.joins(reply, ask.target())) {
                setCleared(ask.op(), true);
            }
        }
    }

    /** A reply that ended something is gone: whatever it cleared may be owed again. */
    void endGone(Said reply) throws SQLException {
        for (Ask ask : of(reply, 1)) {
            if (Clearing.joins(reply, ask.target())) {
                unsettled.add(ask.op());
            }
        }
    }

    void settle() throws SQLException {
        for (NewAsk ask : come) {
            insert(ask);
        }
        come.clear();
        for (long op : unsettled) {
            for (Ask ask : asks("WHERE a.op = ?", op)) {
                setCleared(op, isCleared(ask));
            }
        }
        unsettled.clear();
    }

    private void insert(NewAsk made) throws SQLException {
        Ask ask = made.ask();
        db.update(
                "INSERT INTO ask (op, event_id, agent, correlation, hlc, place, cleared) VALUES (?, ?, ?, ?, ?, ?, ?)",
                ask.op(),
                ask.target().eventId(),
                ask.agent(),
                terms.codeOrNull(ask.target().thread()),
                ask.target().hlc().text(),
                made.place(),
                isCleared(ask) ? 1 : 0);
    }

    private void setCleared(long op, boolean cleared) throws SQLException {
        db.update("UPDATE ask SET cleared = ?1 WHERE op = ?2 AND cleared <> ?1", cleared ? 1 : 0, op);
    }

    /** The asks of a reply's author that it may be about. */
    private List<Ask> of(Said reply, int cleared) throws SQLException {
        List<Ask> found = new ArrayList<>();
        Long agent = terms.find(reply.fromAgent());
        String thread = reply.correlationId();
        String byEvent = "WHERE a.event_id = ? AND a.agent = ? AND a.cleared = ?";
        if (reply.ackOf() != null) {
            found.addAll(asks(byEvent, reply.ackOf(), agent, cleared));
        }
        if (thread != null) {
            found.addAll(asks(byEvent, thread, agent, cleared));
            found.addAll(asks(
                    "INDEXED BY ask_thread WHERE a.correlation = ? AND a.agent = ? AND a.cleared = ?",
                    terms.find(thread),
                    agent,
                    cleared));
        }
        return found;
    }

    private List<Ask> asks(String where, @Nullable Object... values) throws SQLException {
        List<Ask> asks = new ArrayList<>();
        try (ResultSet rows = db.query(COLUMNS + where, values)) {
            while (rows.next()) {
                long code = rows.getLong(4);
                String thread = rows.wasNull() ? null : terms.text(code);
                HlcTimestamp hlc = HlcTimestamp.parse(rows.getString(5));
                Clearing.Target target = new Clearing.Target(rows.getString(2), thread, hlc);
                asks.add(new Ask(rows.getLong(1), rows.getLong(3), target));
            }
        }
        return asks;
    }

    private boolean isCleared(Ask ask) throws SQLException {
        Clearing.Target target = ask.target();
        return isNamed(ask)
                || isEnded(ask, target.eventId())
                || target.thread() != null && isEnded(ask, target.thread());
    }

    private boolean isNamed(Ask ask) throws SQLException {
        String about = Places.text(About.event(ask.target().eventId()));
        String sql = "SELECT 1 FROM reply INDEXED BY reply_end WHERE about = ? AND agent = ? AND status > 0 LIMIT 1";
        return db.number(sql, about, ask.agent()) != null;
    }

    /** The later the end, the more it clears: if the newest does not, none does. */
    private boolean isEnded(Ask ask, String thread) throws SQLException {
        Long code = terms.find(thread);
        if (code == null) {
            return false;
        }
        try (ResultSet rows = db.query(NEWEST_END, code, ask.agent())) {
            byte[] place = rows.next() ? rows.getBytes(1) : null;
            return place != null && Clearing.joins(null, thread, Places.hlc(place), ask.target());
        }
    }

    private static String newestEnd() {
        StringBuilder sql = new StringBuilder("SELECT max(place) FROM (");
        for (int i = 1; i <= Clearing.TERMINAL.size(); i++) {
            sql.append(i == 1 ? "" : " UNION ALL ")
                    .append("SELECT max(place) AS place FROM reply INDEXED BY reply_thread"
                            + " WHERE correlation = ?1 AND agent = ?2 AND status = ")
                    .append(i)
                    .append(" AND status > 0");
        }
        return sql.append(')').toString();
    }
}
