package io.meshlog.node.store;

import io.meshlog.op.Artifact;
import io.meshlog.op.Digest;
import io.meshlog.op.MergeKey;
import io.meshlog.op.Op;
import io.meshlog.op.Origin;
import io.meshlog.vector.VersionVector;
import io.meshlog.view.Agents;
import java.nio.file.Path;
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

    /**
     * What an agent owes, in merge order (spec §6).
     *
     * @param after exclusive; null from the start
     * @param bytesMax the page ends with the first event that takes it past this size of JSON
     */
    public OwedPage owed(String agent, @Nullable MergeKey after, int limit, long bytesMax) {
        return pool.read("list what is owed", session -> session.owed.page(agent, after, limit, bytesMax));
    }

    /** What was said to an agent since it last spoke in the stream: all are counted, the newest shown. */
    public NewsPage news(String agent, int limit) {
        return pool.read("list the news", session -> session.news.page(agent, limit));
    }

    /** A page of a thread, in merge order; bounds as for {@link #owed}. */
    public ThreadPage thread(String id, @Nullable MergeKey after, int limit, long bytesMax) {
        return pool.read("read a thread", session -> session.threads.page(id, after, limit, bytesMax));
    }

    /** Agents by name. @param after exclusive; "" from the start */
    public List<Agents.Agent> agents(String after, int limit) {
        return pool.read("list agents", session -> session.agents.page(after, limit));
    }

    /** Conflicts in their order. @param after the key of the last one; null from the start */
    public List<ListedConflict> conflicts(@Nullable ConflictKey after, int limit) {
        return pool.read("list conflicts", session -> session.conflicts.page(after, limit));
    }

    /** Verifies pages, chains, summaries and views; reads everything. */
    void check() {
        pool.read("check the database", session -> {
            LogCheck.open(session.db);
            ViewCheck.open(session.db, session.terms);
            return true;
        });
    }

    void close() {
        pool.close();
    }
}
