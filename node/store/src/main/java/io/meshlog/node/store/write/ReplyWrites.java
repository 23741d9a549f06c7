package io.meshlog.node.store.write;

import io.meshlog.node.store.file.Database;
import io.meshlog.node.store.row.Places;
import io.meshlog.node.store.row.ReplyRows;
import io.meshlog.node.store.row.Terms;
import io.meshlog.op.CodePoints;
import io.meshlog.view.About;
import io.meshlog.view.Claims;
import io.meshlog.view.Conflict.Kind;
import io.meshlog.view.Said;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Writes to {@code reply}: claims and ends, with the conflicts that they make. Confined to the writer's thread.
 *
 * <p>Of the claims about one thing all but the first have a row in {@code conflict}, after each claim that comes or goes.
 */
final class ReplyWrites {

    private final Database db;
    private final Terms terms;
    private final AskWrites asks;
    private final ConflictRows conflicts;

    private final List<Said> ended = new ArrayList<>();
    private final List<Said> gone = new ArrayList<>();

    /** What ends came and went about, as texts. */
    private final SortedSet<String> touched = new TreeSet<>(CodePoints.ORDER);

    ReplyWrites(Database db, Terms terms, AskWrites asks, ConflictRows conflicts) {
        this.db = db;
        this.terms = terms;
        this.asks = asks;
        this.conflicts = conflicts;
    }

    void begin() {
        ended.clear();
        gone.clear();
        touched.clear();
    }

    void show(long op, Said said, byte[] place) throws SQLException {
        int status = ReplyRows.code(said.status());
        if (status < 0) {
            return;
        }
        String about = Places.text(About.of(said));
        if (status == ReplyRows.CLAIMED) {
            claim(about, op, place);
        } else {
            ended.add(said);
            touched.add(about);
        }
        db.update(
                "INSERT INTO reply (op, agent, status, about, correlation, place) VALUES (?, ?, ?, ?, ?, ?)",
                op,
                terms.code(said.fromAgent()),
                status,
                about,
                terms.codeOrNull(said.correlationId()),
                place);
    }

    void retract(long op, Said said, byte[] place) throws SQLException {
        if (ReplyRows.code(said.status()) < 0) {
            return;
        }
        db.update("DELETE FROM reply WHERE op = ?", op);
        String about = Places.text(About.of(said));
        if (Claims.isClaim(said)) {
            conflicts.delete(Kind.CLAIM_LOST, place);
            Claim first = first(about);
            if (first != null) {
                conflicts.delete(Kind.CLAIM_LOST, first.place());
            }
        } else {
            gone.add(said);
            touched.add(about);
        }
    }

    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    private record Claim(long op, byte[] place) {}

    private void claim(String about, long op, byte[] place) throws SQLException {
        Claim first = first(about);
        if (first == null) {
            return;
        }
        boolean wins = Arrays.compareUnsigned(place, first.place()) < 0;
        conflicts.put(Kind.CLAIM_LOST, wins ? first.place() : place, wins ? first.op() : op);
    }

    private @Nullable Claim first(String about) throws SQLException {
        String sql = "SELECT op, place FROM reply INDEXED BY reply_claim WHERE about = ? AND status = 0"
                + " ORDER BY place LIMIT 1";
        try (ResultSet rows = db.query(sql, about)) {
            return rows.next() ? new Claim(rows.getLong(1), rows.getBytes(2)) : null;
        }
    }

    void settle() throws SQLException {
        for (Said reply : ended) {
            asks.ended(reply);
        }
        for (Said reply : gone) {
            asks.endGone(reply);
        }
        SortedSet<String> lessened = new TreeSet<>(CodePoints.ORDER);
        gone.forEach(reply -> lessened.add(Places.text(About.of(reply))));
        for (String about : touched) {
            // Most things are ended by one agent, and then nothing can have been listed either.
            if (!lessened.contains(about) && !ReplyRows.areSeveral(db, about)) {
                continue;
            }
            byte[] place = about.getBytes(java.nio.charset.StandardCharsets.UTF_8);
            if (ReplyRows.contradict(db, about)) {
                conflicts.put(Kind.CONTRADICTORY_TERMINALS, place, null);
            } else {
                conflicts.delete(Kind.CONTRADICTORY_TERMINALS, place);
            }
        }
        begin();
    }
}
