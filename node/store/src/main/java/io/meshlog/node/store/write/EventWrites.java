package io.meshlog.node.store.write;

import static io.meshlog.node.store.write.CommitWriter.require;

import io.meshlog.node.store.file.Database;
import io.meshlog.node.store.row.EventRows;
import io.meshlog.node.store.row.Terms;
import io.meshlog.op.Event;
import io.meshlog.op.Op;
import io.meshlog.replica.Commit;
import io.meshlog.replica.OpKey;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Writes to {@code event} and {@code carrier}. Confined to the writer's thread. */
final class EventWrites {
    private static final String INSERT = "INSERT INTO event (seq, op, millis, counter, stream, room, type, from_agent,"
            + " to_agent, topic, correlation, status, flags, created_at, id, first_seq)"
            + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

    private final Database db;
    private final Terms terms;
    private final OpWrites ops;
    private final ViewWrites views;

    EventWrites(Database db, Terms terms, OpWrites ops, ViewWrites views) {
        this.db = db;
        this.terms = terms;
        this.ops = ops;
        this.views = views;
    }

    /** @param seqFrom first delivery position that this commit may give out @param seqTo exclusive */
    void put(Commit.EventRow row, long seqFrom, long seqTo) throws SQLException {
        OpWrites.Placed visible = named(row.visible(), row.eventId());
        boolean moves = row.seq() != row.previousSeq();
        require(
                !moves || row.seq() >= seqFrom && row.seq() < seqTo,
                () -> "event " + row.eventId() + " at " + row.seq() + ", outside of what this commit gives out: "
                        + seqFrom + " to " + seqTo + " exclusive");
        Long first = null;
        if (row.previousSeq() != 0) {
            first = db.number("SELECT first_seq FROM event WHERE seq = ?", row.previousSeq());
            if (first == null && moves) {
                first = row.previousSeq();
            }
            require(
                    db.update("DELETE FROM event WHERE seq = ? AND id = ?", row.previousSeq(), row.eventId()) == 1,
                    () -> "event " + row.eventId() + " was not at " + row.previousSeq());
            db.update("DELETE FROM carrier WHERE event_id = ?", row.eventId());
        }
        insert(row, visible, first);
        List<OpWrites.Placed> hidden = new ArrayList<>(row.hidden().size());
        for (OpKey key : row.hidden()) {
            OpWrites.Placed carrier = named(key, row.eventId());
            db.update("INSERT INTO carrier (op, event_id) VALUES (?, ?)", carrier.n(), row.eventId());
            hidden.add(carrier);
        }
        views.show(visible, hidden, row.conflict());
    }

    private OpWrites.Placed named(OpKey key, String eventId) throws SQLException {
        OpWrites.Placed placed = ops.find(key);
        require(placed != null, () -> "event " + eventId + " names " + key + ", which is not here");
        Op op = Objects.requireNonNull(placed).op();
        require(
                op.eventOrNull() != null && op.eventId().equals(eventId),
                () -> "event " + eventId + " names " + key + ", which does not carry it");
        ops.named(placed.n());
        return placed;
    }

    private void insert(Commit.EventRow row, OpWrites.Placed visible, @Nullable Long first) throws SQLException {
        Event event = Objects.requireNonNull(visible.op().eventOrNull());
        Event.Routing routing = event.routing();
        PreparedStatement insert = db.prepare(INSERT);
        insert.setLong(1, row.seq());
        insert.setLong(2, visible.n());
        insert.setLong(3, event.stamp().hlc().millis());
        insert.setInt(4, event.stamp().hlc().counter());
        insert.setLong(5, terms.code(routing.stream()));
        insert.setLong(6, terms.code(routing.room()));
        insert.setLong(7, terms.code(event.content().type()));
        insert.setLong(8, terms.code(routing.fromAgent()));
        Database.bind(insert, 9, terms.codeOrNull(routing.toAgent()));
        Database.bind(insert, 10, terms.codeOrNull(routing.topic()));
        Database.bind(insert, 11, terms.codeOrNull(routing.correlationId()));
        Database.bind(insert, 12, terms.codeOrNull(event.content().status()));
        insert.setInt(13, (row.revised() ? EventRows.REVISED : 0) | (row.conflict() ? EventRows.CONFLICT : 0));
        insert.setString(14, event.stamp().createdAt());
        insert.setString(15, row.eventId());
        Database.bind(insert, 16, first);
        insert.executeUpdate();
    }

    /** The event's last readable op was dropped. */
    void withdraw(String eventId) throws SQLException {
        require(
                db.number("SELECT 1 FROM carrier WHERE event_id = ?", eventId) == null,
                () -> "event " + eventId + " is withdrawn and still has a hidden op");
        require(
                ops.droppedByEvent().containsKey(eventId) && db.update("DELETE FROM event WHERE id = ?", eventId) == 1,
                () -> "event " + eventId + " is withdrawn, but its op was not dropped or it was not here");
    }

    /** No event may still show an op that this commit dropped. */
    void checkDropped() throws SQLException {
        for (Map.Entry<String, Long> dropped : ops.droppedByEvent().entrySet()) {
            Long shown = db.number("SELECT op FROM event WHERE id = ?", dropped.getKey());
            require(
                    !dropped.getValue().equals(shown),
                    () -> "event " + dropped.getKey() + " shows an op that the same commit dropped");
        }
    }
}
