package io.meshlog.node.store.write;

import io.meshlog.node.store.file.Database;
import io.meshlog.node.store.log.Recovery;
import io.meshlog.node.store.row.EventRows;
import io.meshlog.node.store.row.OpRows;
import io.meshlog.node.store.row.Places;
import io.meshlog.node.store.row.Terms;
import io.meshlog.op.Event;
import io.meshlog.op.Op;
import io.meshlog.op.Origin;
import io.meshlog.replica.Line;
import io.meshlog.view.Agents;
import io.meshlog.view.ClockAnomalies;
import io.meshlog.view.Conflict.Kind;
import io.meshlog.view.Said;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the views in step with what a commit changes for readers (spec §6). An event that changes is taken out as it
 * stands, before any of its rows change, and put in as it will stand; what that means for others is settled at the end
 * of the commit. Confined to the writer's thread.
 */
public final class ViewWrites {
    /** What it writes. */
    public static final List<String> TABLES = List.of("ask", "reply", "spoke", "heard", "agent", "conflict");

    /** How many events are settled together when the views are made anew: it bounds memory. */
    private static final int REBUILT_AT_ONCE = 1_000;

    private static final String VISIBLE =
            "SELECT e.flags, " + OpRows.COLUMNS + " FROM event e CROSS JOIN op o ON o.n = e.op WHERE e.id = ?";

    private final Database db;
    private final Terms terms;
    private final OpRows opRows;
    private final AskWrites asks;
    private final ReplyWrites replies;
    private final AgentWrites agents;
    private final ConflictRows conflicts;

    public ViewWrites(Database db, Terms terms) {
        this.db = db;
        this.terms = terms;
        this.opRows = new OpRows(terms);
        this.conflicts = new ConflictRows(db);
        this.asks = new AskWrites(db, terms);
        this.replies = new ReplyWrites(db, terms, asks, conflicts);
        this.agents = new AgentWrites(db, terms, opRows);
    }

    /** A transaction begins or was rolled back: nothing is left to settle. */
    void begin() {
        asks.begin();
        replies.begin();
        agents.begin();
    }

    /** Takes an event out as it stands. */
    void retract(String eventId) throws SQLException {
        long n;
        Op op;
        boolean isConflict;
        try (ResultSet rows = db.query(VISIBLE, eventId)) {
            if (!rows.next()) {
                // What the commit says of it is wrong, and is refused where it is carried out.
                return;
            }
            isConflict = (rows.getInt(1) & EventRows.CONFLICT) != 0;
            OpRows.Row row = opRows.read(rows, 2);
            n = row.n();
            op = row.op();
        }
        Said said = Objects.requireNonNull(Said.of(op));
        Event event = Objects.requireNonNull(op.eventOrNull());
        byte[] place = Places.of(said.merge());
        asks.retract(eventId);
        replies.retract(n, said, place);
        if (isConflict) {
            conflicts.delete(Kind.ID_CONFLICT, place);
        }
        if (ClockAnomalies.reason(op, event) != null) {
            conflicts.delete(Kind.CLOCK_ANOMALY, place);
        }
        agents.retract(said, seen(event), op.origin(), device(op, event));
    }

    /** Puts an event in as this commit leaves it. */
    void show(OpWrites.Placed visible, List<OpWrites.Placed> hidden, boolean isConflict) throws SQLException {
        Op op = visible.op();
        Said said = Objects.requireNonNull(Said.of(op));
        Event event = Objects.requireNonNull(op.eventOrNull());
        byte[] place = Places.of(said.merge());
        asks.show(visible.n(), said, place);
        for (OpWrites.Placed other : hidden) {
            asks.show(other.n(), Objects.requireNonNull(Said.of(other.op())), place);
        }
        replies.show(visible.n(), said, place);
        if (isConflict) {
            conflicts.put(Kind.ID_CONFLICT, place, visible.n());
        }
        if (ClockAnomalies.reason(op, event) != null) {
            conflicts.put(Kind.CLOCK_ANOMALY, place, visible.n());
        }
        agents.show(said, seen(event), op.origin(), device(op, event));
    }

    private static Agents.Seen seen(Event event) {
        return new Agents.Seen(event.stamp().hlc().text(), event.stamp().createdAt());
    }

    private static @Nullable String device(Op op, Event event) {
        return op.isChained() ? event.stamp().assertedBy() : null;
    }

    /** An op that cannot be read arrived. */
    void quarantine(long n, Op op) throws SQLException {
        conflicts.put(Kind.QUARANTINE, Places.address(op), n);
    }

    /** An op that cannot be read was dropped. */
    void release(Op op) throws SQLException {
        conflicts.delete(Kind.QUARANTINE, Places.address(op));
    }

    /** A line is about to be written as it now stands. @param before the parent that it has had, or null */
    void forked(@Nullable Origin before, @Nullable Origin parent) throws SQLException {
        if (before != null && !before.equals(parent)) {
            fork(before);
        }
        if (parent != null) {
            fork(parent);
        }
    }

    private void fork(Origin parent) throws SQLException {
        boolean hasBranches =
                db.number("SELECT 1 FROM line WHERE parent = ? LIMIT 1", terms.code(parent.name())) != null;
        if (hasBranches) {
            conflicts.put(Kind.FORK, Places.of(parent), null);
        } else {
            conflicts.delete(Kind.FORK, Places.of(parent));
        }
    }

    /** The commit's events stand as it leaves them: settles what they mean for others. */
    void settle() throws SQLException {
        replies.settle();
        asks.settle();
        agents.settle();
    }

    /** Whether it changed who has written where, since this was asked last. */
    boolean takeNewVoice() {
        return agents.takeNewVoice();
    }

    /** Derives everything anew, inside of a transaction that the caller holds; takes as long as writing it did. */
    public void rebuild() throws SQLException {
        begin();
        for (String table : TABLES) {
            db.execute("DELETE FROM " + table);
        }
        long tip = db.count("SELECT coalesce(max(seq), 0) FROM event");
        for (long seq = 1; seq <= tip; seq++) {
            show(seq);
            if (seq % REBUILT_AT_ONCE == 0) {
                settle();
            }
        }
        List<OpRows.Row> unreadable = new ArrayList<>();
        try (ResultSet rows = db.query("SELECT " + OpRows.COLUMNS + " FROM op o WHERE o.fault IS NOT NULL")) {
            while (rows.next()) {
                unreadable.add(opRows.read(rows, 1));
            }
        }
        for (OpRows.Row row : unreadable) {
            quarantine(row.n(), row.op());
        }
        for (Line line : new Recovery(db, terms).recover().lines().values()) {
            forked(null, line.parent());
        }
        settle();
    }

    private void show(long seq) throws SQLException {
        OpWrites.Placed visible;
        boolean isConflict;
        String sql =
                "SELECT e.flags, " + OpRows.COLUMNS + " FROM event e CROSS JOIN op o ON o.n = e.op WHERE e.seq = ?";
        try (ResultSet rows = db.query(sql, seq)) {
            if (!rows.next()) {
                return;
            }
            isConflict = (rows.getInt(1) & EventRows.CONFLICT) != 0;
            visible = placed(rows, 2);
        }
        List<OpWrites.Placed> hidden = new ArrayList<>();
        String carriers =
                "SELECT " + OpRows.COLUMNS + " FROM carrier c CROSS JOIN op o ON o.n = c.op WHERE c.event_id = ?";
        try (ResultSet rows = db.query(carriers, visible.op().eventId())) {
            while (rows.next()) {
                hidden.add(placed(rows, 1));
            }
        }
        show(visible, hidden, isConflict);
    }

    private OpWrites.Placed placed(ResultSet rows, int at) throws SQLException {
        OpRows.Row row = opRows.read(rows, at);
        return new OpWrites.Placed(row.n(), row.op());
    }
}
