package io.meshlog.node.store.log;

import io.meshlog.node.store.file.Database;
import io.meshlog.node.store.file.StoreException;
import io.meshlog.node.store.row.EventRows;
import io.meshlog.node.store.row.OpRows;
import io.meshlog.node.store.row.Terms;
import io.meshlog.op.ArtifactRef;
import io.meshlog.op.Digest;
import io.meshlog.op.Event;
import io.meshlog.op.Fields;
import io.meshlog.op.MergeKey;
import io.meshlog.op.Op;
import io.meshlog.op.Origin;
import io.meshlog.replica.Facts;
import io.meshlog.replica.Needs;
import io.meshlog.replica.OpKey;
import io.meshlog.wire.FieldsText;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Answers to {@link Needs}. Confined to the writer's thread. */
public final class FactReads {
    /** Ids are asked for in groups: most of them are new, and one statement says so for all. */
    private static final int GROUP = 64;

    private static final String HELD =
            "SELECT " + OpRows.COLUMNS + " FROM op o WHERE o.line = ? AND o.seq BETWEEN ? AND ? ORDER BY o.seq";
    private static final String NAMING =
            "SELECT " + OpRows.COLUMNS + " FROM pending_artifact p JOIN op o ON o.n = p.op WHERE p.artifact = ?";
    private static final String PROVING = "SELECT " + OpRows.COLUMNS
            + " FROM op_artifact a CROSS JOIN op o ON o.n = a.op WHERE a.artifact = ? AND o.chain IS NOT NULL"
            + " ORDER BY a.op";
    private static final String LOOSE = "SELECT " + OpRows.COLUMNS
            + " FROM op o WHERE o.line IS NULL AND o.origin = ? AND o.seq BETWEEN ? AND ? ORDER BY o.seq, o.event_id";
    private static final String EVENTS = "SELECT e.id, e.seq, e.flags, " + OpRows.COLUMNS
            + " FROM event e CROSS JOIN op o ON o.n = e.op WHERE e.id IN " + marks();
    private static final String CARRIERS = "SELECT " + OpRows.COLUMNS
            + " FROM carrier c CROSS JOIN op o ON o.n = c.op WHERE c.event_id = ? ORDER BY c.op";
    private static final String ARTIFACTS =
            "SELECT a.id, b.sha256, a.size_bytes FROM artifact a JOIN blob b ON b.n = a.blob WHERE a.id IN " + marks();

    private final Database db;
    private final Terms terms;
    private final OpRows opRows;

    public FactReads(Database db, Terms terms) {
        this.db = db;
        this.terms = terms;
        this.opRows = new OpRows(terms);
    }

    public Facts facts(Needs needs) throws SQLException {
        SortedMap<Origin, List<Facts.Held>> chain = new TreeMap<>();
        for (SortedMap.Entry<Origin, List<Needs.Span>> asked : needs.chain().entrySet()) {
            chain.put(asked.getKey(), held(asked.getKey(), asked.getValue()));
        }
        SortedMap<Origin, Facts.LooseFacts> loose = new TreeMap<>();
        for (SortedMap.Entry<Origin, Needs.Span> asked : needs.loose().entrySet()) {
            loose.put(asked.getKey(), loose(asked.getKey(), asked.getValue()));
        }
        SortedMap<String, ArtifactRef> artifacts = artifacts(needs.artifactIds());
        return new Facts(
                chain,
                loose,
                events(needs.eventIds()),
                artifacts,
                eventsWhole(needs.eventsWhole()),
                artifactsWhole(needs.artifactsWhole()),
                proven(artifacts.values()),
                pending(needs.pendingArtifactsAfter(), needs.pendingArtifactsMax()));
    }

    private List<Facts.Held> held(Origin base, List<Needs.Span> asked) throws SQLException {
        List<Needs.Span> spans = Needs.disjoint(asked);
        List<Facts.Held> held = new ArrayList<>();
        for (Origin line : lines(base)) {
            Long code = terms.find(line.name());
            for (Needs.Span span : spans) {
                try (ResultSet rows = db.query(HELD, code, span.from(), span.to())) {
                    while (rows.next()) {
                        Op op = opRows.read(rows, 1).op();
                        Digest digest = op.chain();
                        if (digest == null) {
                            throw new StoreException(
                                    StoreException.Kind.CORRUPT, op + " stands on " + line + " without a chain");
                        }
                        held.add(new Facts.Held(op.seq(), line, digest, op.eventId()));
                    }
                }
            }
        }
        return held;
    }

    /** All lines of a base, by name. */
    private List<Origin> lines(Origin base) throws SQLException {
        List<Origin> names = new ArrayList<>();
        // '~' and what follows it: branches of the base and nothing else, since a name holds no char above '~'.
        String sql = "SELECT t.text FROM term t JOIN line l ON l.name = t.code"
                + " WHERE t.text = ?1 OR t.text > ?1 || '~' AND t.text < ?1 || char(127) ORDER BY t.text";
        try (ResultSet rows = db.query(sql, base.name())) {
            while (rows.next()) {
                names.add(new Origin(rows.getString(1)));
            }
        }
        return names;
    }

    private Facts.LooseFacts loose(Origin origin, Needs.Span span) throws SQLException {
        Long code = terms.find(origin.name());
        List<Op> held = new ArrayList<>();
        if (code == null) {
            return new Facts.LooseFacts(held, 0);
        }
        try (ResultSet rows = db.query(LOOSE, code, span.from(), span.to())) {
            while (rows.next()) {
                held.add(opRows.read(rows, 1).op());
            }
        }
        Long above =
                db.number("SELECT max(seq) FROM op WHERE line IS NULL AND origin = ? AND seq > ?", code, span.to());
        Long below = above != null
                ? above
                : db.number("SELECT max(seq) FROM op WHERE line IS NULL AND origin = ? AND seq < ?", code, span.from());
        return new Facts.LooseFacts(held, below == null ? 0 : below);
    }

    private SortedMap<String, Facts.EventFacts> events(Collection<String> ids) throws SQLException {
        SortedMap<String, Facts.EventFacts> events = new TreeMap<>();
        Iterator<String> left = ids.iterator();
        while (left.hasNext()) {
            try (ResultSet rows = group(EVENTS, left)) {
                while (rows.next()) {
                    Op visible = opRows.read(rows, 4).op();
                    List<Facts.Carrier> carriers = new ArrayList<>();
                    carriers.add(carrier(visible));
                    boolean revised = (rows.getInt(3) & EventRows.REVISED) != 0;
                    String id = rows.getString(1);
                    events.put(id, new Facts.EventFacts(rows.getLong(2), revised, OpKey.of(visible), carriers));
                }
            }
        }
        for (SortedMap.Entry<String, Facts.EventFacts> event : events.entrySet()) {
            try (ResultSet rows = db.query(CARRIERS, event.getKey())) {
                while (rows.next()) {
                    event.getValue().carriers().add(carrier(opRows.read(rows, 1).op()));
                }
            }
        }
        return events;
    }

    private SortedMap<String, List<Op>> eventsWhole(Collection<String> ids) throws SQLException {
        SortedMap<String, List<Op>> whole = new TreeMap<>();
        Iterator<String> left = ids.iterator();
        while (left.hasNext()) {
            try (ResultSet rows = group(EVENTS, left)) {
                while (rows.next()) {
                    List<Op> ops = new ArrayList<>();
                    ops.add(opRows.read(rows, 4).op());
                    whole.put(rows.getString(1), ops);
                }
            }
        }
        for (SortedMap.Entry<String, List<Op>> event : whole.entrySet()) {
            try (ResultSet rows = db.query(CARRIERS, event.getKey())) {
                while (rows.next()) {
                    event.getValue().add(opRows.read(rows, 1).op());
                }
            }
        }
        return whole;
    }

    private SortedMap<String, Fields> artifactsWhole(Collection<String> ids) throws SQLException {
        SortedMap<String, Fields> whole = new TreeMap<>();
        for (String id : ids) {
            try (ResultSet rows = db.query("SELECT doc FROM artifact WHERE id = ?", id)) {
                if (rows.next()) {
                    whole.put(id, FieldsText.read(rows.getString(1)));
                }
            }
        }
        return whole;
    }

    private static Facts.Carrier carrier(Op op) {
        MergeKey merge = MergeKey.of(op);
        if (merge == null) {
            throw new StoreException(StoreException.Kind.CORRUPT, op + " carries an event and cannot be read");
        }
        return new Facts.Carrier(OpKey.of(op), merge, op.payload());
    }

    private SortedMap<String, ArtifactRef> artifacts(Collection<String> ids) throws SQLException {
        SortedMap<String, ArtifactRef> artifacts = new TreeMap<>();
        Iterator<String> left = ids.iterator();
        while (left.hasNext()) {
            try (ResultSet rows = group(ARTIFACTS, left)) {
                while (rows.next()) {
                    String id = rows.getString(1);
                    artifacts.put(id, new ArtifactRef(id, OpRows.digest(rows, 2), rows.getLong(3)));
                }
            }
        }
        return artifacts;
    }

    private SortedSet<String> proven(Collection<ArtifactRef> artifacts) throws SQLException {
        SortedSet<String> proven = new TreeSet<>();
        for (ArtifactRef artifact : artifacts) {
            try (ResultSet rows = db.query(PROVING, artifact.id())) {
                boolean isProven = false;
                while (!isProven && rows.next()) {
                    isProven =
                            artifact.sha256().equals(opRows.read(rows, 1).op().signedArtifact(artifact.id()));
                }
                if (isProven) {
                    proven.add(artifact.id());
                }
            }
        }
        return proven;
    }

    private List<Facts.PendingArtifact> pending(String after, int max) throws SQLException {
        List<String> ids = new ArrayList<>();
        if (max > 0) {
            String sql = "SELECT DISTINCT artifact FROM pending_artifact WHERE artifact > ? ORDER BY artifact LIMIT ?";
            try (ResultSet rows = db.query(sql, after, max)) {
                while (rows.next()) {
                    ids.add(rows.getString(1));
                }
            }
        }
        List<Facts.PendingArtifact> pending = new ArrayList<>(ids.size());
        for (String id : ids) {
            pending.add(new Facts.PendingArtifact(id, signedDigests(id)));
        }
        return pending;
    }

    private List<Digest> signedDigests(String artifact) throws SQLException {
        SortedSet<Digest> digests = new TreeSet<>();
        try (ResultSet rows = db.query(NAMING, artifact)) {
            while (rows.next()) {
                Event event = opRows.read(rows, 1).op().eventOrNull();
                for (ArtifactRef ref :
                        event == null ? List.<ArtifactRef>of() : event.stamp().artifacts()) {
                    if (ref.id().equals(artifact)) {
                        digests.add(ref.sha256());
                    }
                }
            }
        }
        return List.copyOf(digests);
    }

    /** Asks for the next group of ids; the places that are left over ask for null, which nothing equals. */
    private ResultSet group(String sql, Iterator<String> ids) throws SQLException {
        PreparedStatement statement = db.prepare(sql);
        for (int i = 1; i <= GROUP; i++) {
            @Nullable String id = ids.hasNext() ? ids.next() : null;
            Database.bind(statement, i, id);
        }
        return statement.executeQuery();
    }

    private static String marks() {
        return "(" + "?, ".repeat(GROUP - 1) + "?)";
    }
}
