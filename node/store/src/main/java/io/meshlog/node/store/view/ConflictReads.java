package io.meshlog.node.store.view;

import io.meshlog.node.store.file.Database;
import io.meshlog.node.store.file.StoreException;
import io.meshlog.node.store.row.OpRows;
import io.meshlog.node.store.row.Places;
import io.meshlog.node.store.row.ReplyRows;
import io.meshlog.node.store.row.Terms;
import io.meshlog.op.Event;
import io.meshlog.op.MergeKey;
import io.meshlog.op.Op;
import io.meshlog.op.Origin;
import io.meshlog.view.About;
import io.meshlog.view.ClockAnomalies;
import io.meshlog.view.Conflict;
import io.meshlog.view.Said;
import io.meshlog.view.Shown;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Pages of conflicts. Confined to the thread that holds its connection. */
public final class ConflictReads {
    private static final String PAGE =
            "SELECT kind, place, op FROM conflict WHERE (kind, place) > (?, ?)" + " ORDER BY kind, place LIMIT ?";
    private static final String OP = "SELECT " + OpRows.COLUMNS + " FROM op o WHERE o.n = ?";
    private static final String CARRIERS =
            "SELECT " + OpRows.COLUMNS + " FROM carrier c CROSS JOIN op o ON o.n = c.op WHERE c.event_id = ?";
    private static final String BRANCHES =
            "SELECT n.text, l.first FROM line l JOIN term n ON n.code = l.name" + " WHERE l.parent = ? ORDER BY n.text";

    private final Database db;
    private final Terms terms;
    private final OpRows opRows;
    private final ClaimReads claims;

    public ConflictReads(Database db, Terms terms) {
        this.db = db;
        this.terms = terms;
        this.opRows = new OpRows(terms);
        this.claims = new ClaimReads(db, terms);
    }

    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    private record Row(int kind, byte[] place, @Nullable Op op) {}

    public List<ListedConflict> page(@Nullable ConflictKey after, int limit) throws SQLException {
        int kind = after == null ? -1 : after.kind();
        byte[] place = after == null ? new byte[0] : HexFormat.of().parseHex(after.place());
        List<ListedConflict> page = new ArrayList<>();
        for (Row row : rows(kind, place, limit)) {
            ConflictKey key = new ConflictKey(row.kind(), HexFormat.of().formatHex(row.place()));
            page.add(new ListedConflict(conflict(row), key));
        }
        return List.copyOf(page);
    }

    private List<Row> rows(int kind, byte[] place, int limit) throws SQLException {
        List<Row> found = new ArrayList<>();
        List<Long> ops = new ArrayList<>();
        try (ResultSet rows = db.query(PAGE, kind, place, limit)) {
            while (rows.next()) {
                found.add(new Row(rows.getInt(1), rows.getBytes(2), null));
                ops.add(rows.getLong(3));
            }
        }
        for (int i = 0; i < found.size(); i++) {
            Row row = found.get(i);
            found.set(i, ops.get(i) == 0 ? row : new Row(row.kind(), row.place(), op(ops.get(i))));
        }
        return found;
    }

    private Conflict conflict(Row row) throws SQLException {
        return switch (Conflict.Kind.values()[row.kind()]) {
            case ID_CONFLICT -> idConflict(of(row));
            case FORK -> fork(new Origin(new String(row.place(), StandardCharsets.UTF_8)));
            case CLAIM_LOST -> claimLost(said(of(row)));
            case CONTRADICTORY_TERMINALS -> contradictory(Places.about(row.place()));
            case CLOCK_ANOMALY -> clockAnomaly(of(row));
            case QUARANTINE -> new Conflict.Quarantine(of(row));
        };
    }

    private static Op of(Row row) {
        return Objects.requireNonNull(row.op());
    }

    private Op op(long n) throws SQLException {
        try (ResultSet rows = db.query(OP, n)) {
            if (!rows.next()) {
                throw new StoreException(
                        StoreException.Kind.CORRUPT, "a conflict is about op " + n + ", which is gone");
            }
            return opRows.read(rows, 1).op();
        }
    }

    private static Said said(Op op) {
        return Objects.requireNonNull(Said.of(op));
    }

    private Conflict idConflict(Op visible) throws SQLException {
        List<Op> hidden = new ArrayList<>();
        try (ResultSet rows = db.query(CARRIERS, visible.eventId())) {
            while (rows.next()) {
                hidden.add(opRows.read(rows, 1).op());
            }
        }
        hidden.sort(Comparator.comparing(op -> Objects.requireNonNull(MergeKey.of(op))));
        return new Conflict.IdConflict(new Shown(visible, said(visible), List.copyOf(hidden)));
    }

    private Conflict fork(Origin parent) throws SQLException {
        List<Origin> branches = new ArrayList<>();
        long lastSeq = 0;
        try (ResultSet rows = db.query(BRANCHES, terms.find(parent.name()))) {
            while (rows.next()) {
                branches.add(new Origin(rows.getString(1)));
                lastSeq = rows.getLong(2) - 1;
            }
        }
        return new Conflict.Fork(parent, lastSeq, List.copyOf(branches));
    }

    private Conflict claimLost(Said lost) throws SQLException {
        ClaimReads.Winner winner = claims.winner(About.of(lost));
        if (winner == null) {
            throw new StoreException(StoreException.Kind.CORRUPT, "a claim is lost, and none has won");
        }
        return new Conflict.ClaimLost(lost, said(op(winner.op())));
    }

    private Conflict contradictory(About about) throws SQLException {
        List<Said> words = new ArrayList<>();
        for (ReplyRows.LastWord word : ReplyRows.of(db, Places.text(about))) {
            words.add(said(op(word.op())));
        }
        words.sort(Comparator.comparing(Said::merge));
        return new Conflict.ContradictoryTerminals(about, List.copyOf(words));
    }

    private static Conflict clockAnomaly(Op op) {
        Event event = Objects.requireNonNull(op.eventOrNull());
        return new Conflict.ClockAnomaly(said(op), String.valueOf(ClockAnomalies.reason(op, event)));
    }
}
