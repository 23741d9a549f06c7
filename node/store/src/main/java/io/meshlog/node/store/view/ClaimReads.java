package io.meshlog.node.store.view;

import io.meshlog.node.store.file.Database;
import io.meshlog.node.store.row.Places;
import io.meshlog.node.store.row.ReplyRows;
import io.meshlog.node.store.row.Terms;
import io.meshlog.view.About;
import io.meshlog.view.Clearing;
import io.meshlog.view.Said;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Who won what, and what is superseded. Confined to the thread that holds its connection. */
final class ClaimReads {
    private static final int SUPERSEDED = ReplyRows.code(Clearing.SUPERSEDED);

    private final Database db;
    private final Terms terms;

    ClaimReads(Database db, Terms terms) {
        this.db = db;
        this.terms = terms;
    }

    @SuppressWarnings("ArrayRecordComponent") // Compared by hand.
    record Winner(long op, long agent, byte[] place) {}

    /** The claim that won, or null where nothing is claimed. */
    @Nullable
    Winner winner(About about) throws SQLException {
        String sql = "SELECT op, agent, place FROM reply INDEXED BY reply_claim WHERE about = ? AND status = 0"
                + " ORDER BY place LIMIT 1";
        try (ResultSet rows = db.query(sql, Places.text(about))) {
            return rows.next() ? new Winner(rows.getLong(1), rows.getLong(2), rows.getBytes(3)) : null;
        }
    }

    /** See {@link io.meshlog.view.Claims#claimedBy}. */
    @Nullable
    String claimedBy(Said ask) throws SQLException {
        Winner named = winner(About.event(ask.eventId()));
        if (named != null) {
            return terms.text(named.agent());
        }
        Winner own = winner(About.thread(ask.eventId()));
        String thread = ask.correlationId();
        Winner shared = thread == null ? null : winner(About.thread(thread));
        boolean isShared =
                own == null || shared != null && java.util.Arrays.compareUnsigned(shared.place(), own.place()) < 0;
        Winner first = isShared ? shared : own;
        return first == null ? null : terms.text(first.agent());
    }

    /** See {@link Clearing#supersedes}. */
    boolean isSuperseded(Said ask) throws SQLException {
        String about = Places.text(About.event(ask.eventId()));
        String named = "SELECT 1 FROM reply INDEXED BY reply_end WHERE about = ? AND status = " + SUPERSEDED
                + " AND status > 0 LIMIT 1";
        String thread = ask.correlationId();
        return db.number(named, about) != null
                || isSuperseded(ask, ask.eventId())
                || thread != null && isSuperseded(ask, thread);
    }

    private boolean isSuperseded(Said ask, String thread) throws SQLException {
        String newest = "SELECT max(place) FROM reply INDEXED BY reply_thread WHERE correlation = ? AND agent = ?"
                + " AND status = " + SUPERSEDED + " AND status > 0";
        Long code = terms.find(thread);
        Long author = terms.find(ask.fromAgent());
        try (ResultSet rows = db.query(newest, code, author)) {
            byte[] place = rows.next() ? rows.getBytes(1) : null;
            return place != null && Clearing.joins(null, thread, Places.hlc(place), Clearing.Target.of(ask));
        }
    }
}
