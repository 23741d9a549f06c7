package io.meshlog.node.store;

import io.meshlog.op.Artifact;
import io.meshlog.op.Digest;
import io.meshlog.op.Op;
import io.meshlog.op.Origin;
import io.meshlog.vector.VersionVector;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Everything that is read of a store besides the writer's own questions. Thread-safe; calls block on the disk, and at
 * most {@link StoreSettings#readers} run at a time. What a call returns is complete: nothing stays open behind it.
 *
 * <p>Every method throws {@link StoreException}.
 */
public final class EventReader {
    private final ReaderPool pool;
    private final AtomicLong generation;

    /** The reference view's vector and the generation it was made of; replaced as one. */
    private volatile @Nullable CachedVector cached;

    /** All authors are looked at no more often than this. */
    private static final long AUTHOR_NAMES_NANOS = 5_000_000_000L;

    private volatile FoldedNames authorNames = FoldedNames.NONE;

    private record CachedVector(long generation, VersionVector vector) {}

    EventReader(Path file, StoreSettings settings, AtomicLong generation) {
        this.pool = new ReaderPool(file, settings);
        this.generation = generation;
    }

    /** One page of events (spec §6). */
    public ListedEvents list(ListQuery query) {
        return pool.read("list events", session -> {
            EventFilter filter = EventFilter.of(query, session.terms);
            return query.order() == ListQuery.Order.HLC
                    ? session.merged.list(query, filter)
                    : session.delivered.list(query, filter);
        });
    }

    /** The event of this id, or null. */
    public @Nullable StoredEvent get(String eventId) {
        return pool.read("read event " + eventId, session -> {
            EventRows.Row row = session.events.byId(eventId);
            return row == null ? null : row.event();
        });
    }

    /** An agent as an author. Names that differ only in case are as of some seconds ago. */
    public Author author(String name) {
        return pool.read("read author " + name, session -> session.authors.author(name, authorNames(session)));
    }

    private FoldedNames authorNames(ReaderPool.Session session) throws SQLException {
        FoldedNames known = authorNames;
        long now = System.nanoTime();
        if (known != FoldedNames.NONE && now - known.madeNanos() < AUTHOR_NAMES_NANOS) {
            return known;
        }
        FoldedNames read = new FoldedNames(session.authors.names(), now);
        authorNames = read;
        return read;
    }

    public @Nullable Artifact artifact(String id) {
        return pool.read("read artifact " + id, session -> session.log.artifact(id));
    }

    /** Its cost grows with the store: a few milliseconds for each 10⁶ rows. */
    public StoreCounts counts() {
        return pool.read("count what is stored", session -> session.counts.counts());
    }

    /** Ops that could not be read, in arrival order. */
    public List<Quarantined> quarantine(int limit) {
        return pool.read("list the quarantine", session -> session.counts.quarantine(limit));
    }

    /** Artifacts that are named and not here, by id. */
    public List<PendingArtifact> pendingArtifacts(int limit) {
        return pool.read("list pending artifacts", session -> session.counts.pending(limit));
    }

    /** See {@link io.meshlog.replica.OpLog#chained}. */
    public List<Op> chained(Origin line, long after, int opsMax, long bytesMax) {
        return pool.read("read ops of " + line, session -> session.log.chained(line, after, opsMax, bytesMax));
    }

    /** See {@link io.meshlog.replica.OpLog#loose}. */
    public List<Op> loose(Origin origin, long after, int opsMax, long bytesMax) {
        return pool.read("read loose ops of " + origin, session -> session.log.loose(origin, after, opsMax, bytesMax));
    }

    /** See {@link io.meshlog.replica.OpLog#chainAt}. */
    public @Nullable Digest chainAt(Origin line, long seq) {
        return pool.read("read the chain of " + line, session -> session.log.chainAt(line, seq));
    }

    /**
     * What a reference peer is told of this log (spec §5.5): per name the highest seq of an op that it is shown.
     * Remembered until the next commit.
     */
    public VersionVector referenceVector() {
        long now = generation.get();
        CachedVector known = cached;
        if (known != null && known.generation() == now) {
            return known.vector();
        }
        VersionVector vector = pool.read("read the reference view", session -> session.reference.vector());
        // Read after the generation: it may be newer than it is taken for, never older.
        cached = new CachedVector(now, vector);
        return vector;
    }

    /**
     * Ops of one name of the reference view with {@code seq > after}, ascending, as loose ops that say they are of that
     * name. Stops after {@code opsMax}, or after the first op that passes {@code bytesMax}.
     */
    public List<Op> referenceOps(Origin name, long after, int opsMax, long bytesMax) {
        return pool.read(
                "read the reference view of " + name, session -> session.reference.ops(name, after, opsMax, bytesMax));
    }

    /** Verifies pages, chains and summaries; reads everything. */
    void check() {
        pool.read("check the database", session -> {
            LogCheck.open(session.db);
            return true;
        });
    }

    void close() {
        pool.close();
    }
}
