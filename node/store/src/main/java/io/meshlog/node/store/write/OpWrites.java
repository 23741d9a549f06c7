package io.meshlog.node.store.write;

import static io.meshlog.node.store.write.CommitWriter.require;

import io.meshlog.cursor.Places;
import io.meshlog.node.store.file.Database;
import io.meshlog.node.store.row.OpRows;
import io.meshlog.node.store.row.Terms;
import io.meshlog.op.ChainSignature;
import io.meshlog.op.Digest;
import io.meshlog.op.Op;
import io.meshlog.op.Origin;
import io.meshlog.op.Reading;
import io.meshlog.replica.Commit;
import io.meshlog.replica.Line;
import io.meshlog.replica.OpKey;
import io.meshlog.vector.LooseSummary;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Writes to {@code op} and to what hangs on single ops. Confined to the writer's thread. */
final class OpWrites {
    private static final String INSERT = "INSERT INTO op"
            + " (n, line, origin, seq, arrived, chain, sig, event_id, fault_field, fault, place, below, whole, doc)"
            + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
    private static final String CHAINED =
            "SELECT " + OpRows.COLUMNS + " FROM op o WHERE o.line = ? AND o.seq = ? AND o.chain = ?";
    private static final String LOOSE = "SELECT " + OpRows.COLUMNS
            + " FROM op o WHERE o.line IS NULL AND o.origin = ? AND o.seq = ? AND o.event_id = ?";

    /** An op that is in the log. */
    record Placed(long n, Op op) {}

    private final Database db;
    private final Terms terms;
    private final OpRows opRows;
    private final Collisions collisions;
    private final LooseBlockWrites blocks;
    private long nextN;
    private long arrivedMillis;

    /** What this transaction inserted: events name their ops right after they arrive. */
    private final Map<OpKey, Placed> inserted = new LinkedHashMap<>();

    /** Readable ops of this commit that no event row has named yet. */
    private final SortedSet<Long> unnamed = new TreeSet<>();

    /** Readable ops that this commit dropped: by event id, the row number. */
    private final SortedMap<String, Long> droppedByEvent = new TreeMap<>();

    /** By code of a line, whether loose ops of an origin of that name may be here; most often there are none at all. */
    private final SortedMap<Long, Boolean> hasLoose = new TreeMap<>();

    private final SortedSet<Origin> linesTouched = new TreeSet<>();
    private final SortedSet<Origin> looseTouched = new TreeSet<>();

    OpWrites(Database db, Terms terms) throws SQLException {
        this.db = db;
        this.terms = terms;
        this.opRows = new OpRows(terms);
        this.collisions = new Collisions(db, terms);
        this.blocks = new LooseBlockWrites(db);
        this.nextN = lastN() + 1;
    }

    void begin(long nowMillis) {
        arrivedMillis = nowMillis;
        hasLoose.clear();
        inserted.clear();
        startCommit();
    }

    void rolledBack() throws SQLException {
        begin(0);
        nextN = lastN() + 1;
    }

    private void startCommit() {
        unnamed.clear();
        droppedByEvent.clear();
        linesTouched.clear();
        looseTouched.clear();
        blocks.clear();
    }

    private long lastN() throws SQLException {
        return db.count("SELECT coalesce(max(n), 0) FROM op");
    }

    void split(Commit.Split split) throws SQLException {
        long from = terms.code(split.from().name());
        long to = terms.code(split.to().name());
        require(
                db.number("SELECT 1 FROM line WHERE name = ?", from) != null,
                () -> "a split of " + split.from() + ", which is not here");
        db.update("UPDATE op SET line = ? WHERE line = ? AND seq > ?", to, from, split.lastSeq());
        linesTouched.add(split.from());
        linesTouched.add(split.to());
        collisions.refresh(from, split.lastSeq() + 1, Long.MAX_VALUE);
        collisions.refresh(to, split.lastSeq() + 1, Long.MAX_VALUE);
    }

    /** @return what was dropped */
    Placed drop(OpKey key) throws SQLException {
        Placed placed = find(key);
        require(placed != null, () -> "dropped " + key + ", which is not here");
        long n = java.util.Objects.requireNonNull(placed).n();
        Origin line = key.isLoose() ? key.origin() : lineOf(n);
        db.update("DELETE FROM colliding WHERE op = ?", n);
        db.update("DELETE FROM pending_artifact WHERE op = ?", n);
        db.update("DELETE FROM op_artifact WHERE op = ?", n);
        // Its event row, if it has one, is put anew in this commit and names its carriers completely.
        db.update("DELETE FROM carrier WHERE op = ?", n);
        require(db.update("DELETE FROM op WHERE n = ?", n) == 1, () -> "dropped " + key + " twice");
        inserted.remove(key);
        if (placed.op().eventOrNull() != null) {
            droppedByEvent.put(placed.op().eventId(), n);
        }
        if (key.isLoose()) {
            looseTouched.add(line);
            blocks.remove(terms.code(line.name()), placed.op());
        } else {
            linesTouched.add(line);
        }
        collisions.refresh(terms.code(line.name()), key.seq(), key.seq());
        return placed;
    }

    private Origin lineOf(long n) throws SQLException {
        try (ResultSet rows = db.query("SELECT t.text FROM op o JOIN term t ON t.code = o.line WHERE o.n = ?", n)) {
            rows.next();
            return new Origin(rows.getString(1));
        }
    }

    /**
     * @param places of the commit that the op is of
     * @return its row number
     */
    long insert(Commit.NewOp op, Places places) throws SQLException {
        Op record = op.op();
        Origin line = op.line();
        require(
                record.isChained() == (line != null)
                        && (line == null || line.base().equals(record.origin())),
                () -> record + " cannot stand on " + line);
        long n = nextN++;
        Places.Place place = places.next(record);
        insertRow(n, record, line, place);
        require(inserted.put(OpKey.of(record), new Placed(n, record)) == null, () -> record + " twice");
        if (record.eventOrNull() != null) {
            unnamed.add(n);
            for (String artifact : record.eventOrNull().content().artifactIds()) {
                db.update("INSERT INTO op_artifact (op, artifact) VALUES (?, ?)", n, artifact);
            }
        }
        for (String artifact : op.pendingArtifacts()) {
            db.update("INSERT INTO pending_artifact (artifact, op) VALUES (?, ?)", artifact, n);
        }
        if (line == null) {
            looseTouched.add(record.origin());
            blocks.add(terms.code(record.origin().name()), record, place, n);
            hasLoose.put(terms.code(record.origin().name()), true);
            collisions.refresh(terms.code(record.origin().name()), record.seq(), record.seq());
        } else {
            linesTouched.add(line);
            long code = terms.code(line.name());
            if (hasLoose(code)) {
                collisions.refresh(code, record.seq(), record.seq());
            }
        }
        return n;
    }

    private boolean hasLoose(long code) throws SQLException {
        Boolean known = hasLoose.get(code);
        if (known == null) {
            known = db.number("SELECT 1 FROM op WHERE line IS NULL AND origin = ? LIMIT 1", code) != null;
            hasLoose.put(code, known);
        }
        return known;
    }

    private void insertRow(long n, Op op, @Nullable Origin line, Places.Place place) throws SQLException {
        Digest chain = op.chain();
        Reading.Unreadable fault = op.reading() instanceof Reading.Unreadable u ? u : null;
        boolean whole = !OpRows.addressIsPlain(op);
        PreparedStatement insert = db.prepare(INSERT);
        insert.setLong(1, n);
        Database.bind(insert, 2, line == null ? null : (Long) terms.code(line.name()));
        insert.setLong(3, terms.code(op.origin().name()));
        insert.setLong(4, op.seq());
        insert.setLong(5, arrivedMillis);
        Database.bind(insert, 6, chain == null ? null : chain.bytes());
        Database.bind(insert, 7, OpRows.bytes(op.sig()));
        Database.bind(insert, 8, line == null || fault != null ? op.eventId() : null);
        Database.bind(insert, 9, fault == null ? null : fault.field());
        Database.bind(insert, 10, fault == null ? null : fault.reason());
        insert.setLong(11, place.place());
        Database.bind(insert, 12, place.below());
        insert.setInt(13, whole ? 1 : 0);
        insert.setString(14, OpRows.doc(op, whole));
        insert.executeUpdate();
    }

    void sign(Commit.Signed signed) throws SQLException {
        Long line = terms.find(signed.line().name());
        ChainSignature sig = signed.sig();
        require(
                line != null
                        && db.update(
                                        "UPDATE op SET sig = ? WHERE line = ? AND seq = ?",
                                        OpRows.bytes(sig),
                                        line,
                                        signed.seq())
                                == 1,
                () -> "signed " + signed.line() + "#" + signed.seq() + ", which is not here");
    }

    /** The op of this key, or null. */
    @Nullable
    Placed find(OpKey key) throws SQLException {
        Placed known = inserted.get(key);
        return known != null ? known : stored(key);
    }

    private @Nullable Placed stored(OpKey key) throws SQLException {
        Digest chain = key.chain();
        if (chain == null) {
            return first(LOOSE, terms.find(key.origin().name()), key.seq(), key.eventId());
        }
        // By the names of its lines, not by their rows: a split moves ops to a line whose row comes later in its
        // commit.
        String lines = "SELECT code FROM term WHERE text = ?1 OR text > ?1 || '~' AND text < ?1 || char(127)";
        try (ResultSet rows = db.query(lines, key.origin().name())) {
            while (rows.next()) {
                Placed placed = first(CHAINED, rows.getLong(1), key.seq(), chain.bytes());
                if (placed != null) {
                    return placed;
                }
            }
            return null;
        }
    }

    private @Nullable Placed first(String sql, @Nullable Object... values) throws SQLException {
        try (ResultSet rows = db.query(sql, values)) {
            if (!rows.next()) {
                return null;
            }
            OpRows.Row row = opRows.read(rows, 1);
            return new Placed(row.n(), row.op());
        }
    }

    /** An event row names this op, as visible or hidden. */
    void named(long n) {
        unnamed.remove(n);
    }

    SortedMap<String, Long> droppedByEvent() {
        return droppedByEvent;
    }

    /** What the commit says of the lines and loose origins that it touched must be what is stored now. */
    void checkEnds(Commit commit) throws SQLException {
        blocks.write();
        require(unnamed.isEmpty(), () -> unnamed.size() + " readable ops belong to no event row of their commit");
        for (Line line : commit.lines()) {
            linesTouched.remove(line.name());
            checkEnd(line);
        }
        require(
                linesTouched.isEmpty(),
                () -> "the commit changed " + linesTouched + " and does not say how they stand");
        for (SortedMap.Entry<Origin, LooseSummary> loose : commit.loose().entrySet()) {
            looseTouched.remove(loose.getKey());
            Long code = terms.find(loose.getKey().name());
            Long top = db.number("SELECT max(seq) FROM op WHERE line IS NULL AND origin = ?", code);
            require(
                    (top == null ? 0 : top) == loose.getValue().top(),
                    () -> "loose " + loose.getKey() + " ends at " + top + ", not at "
                            + loose.getValue().top());
        }
        require(
                looseTouched.isEmpty(),
                () -> "the commit changed loose " + looseTouched + " and does not say how they stand");
        startCommit();
    }

    private void checkEnd(Line line) throws SQLException {
        try (ResultSet rows = db.query(
                "SELECT seq, chain FROM op WHERE line = ? ORDER BY seq DESC LIMIT 1",
                terms.find(line.name().name()))) {
            boolean fits = rows.next()
                    ? rows.getLong(1) == line.seq() && OpRows.digest(rows, 2).equals(line.chain())
                    : line.isEmpty();
            require(
                    fits,
                    () -> line.name() + " does not end with the op " + line.seq() + '/'
                            + line.chain().hex16());
        }
    }
}
