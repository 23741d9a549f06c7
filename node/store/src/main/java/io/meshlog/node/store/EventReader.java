package io.meshlog.node.store;

import io.meshlog.cursor.Cover;
import io.meshlog.cursor.Known;
import io.meshlog.node.store.check.LogCheck;
import io.meshlog.node.store.check.ViewCheck;
import io.meshlog.node.store.file.Boots;
import io.meshlog.node.store.file.StoreException;
import io.meshlog.node.store.file.StoreSettings;
import io.meshlog.node.store.list.EventFilter;
import io.meshlog.node.store.list.FollowFrom;
import io.meshlog.node.store.list.Followed;
import io.meshlog.node.store.list.ListQuery;
import io.meshlog.node.store.list.ListedEvents;
import io.meshlog.node.store.log.PendingArtifact;
import io.meshlog.node.store.log.Quarantined;
import io.meshlog.node.store.log.StoreCounts;
import io.meshlog.node.store.log.StoredContent;
import io.meshlog.node.store.row.EventRows;
import io.meshlog.node.store.row.StoredEvent;
import io.meshlog.node.store.view.Author;
import io.meshlog.node.store.view.ConflictKey;
import io.meshlog.node.store.view.ListedConflict;
import io.meshlog.node.store.view.NewsPage;
import io.meshlog.node.store.view.OwedPage;
import io.meshlog.node.store.view.ThreadPage;
import io.meshlog.node.store.view.ViewSizes;
import io.meshlog.op.Artifact;
import io.meshlog.op.Digest;
import io.meshlog.op.MergeKey;
import io.meshlog.op.Op;
import io.meshlog.op.Origin;
import io.meshlog.vector.VersionVector;
import io.meshlog.view.Agents;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Everything that is read of a store besides the writer's own questions. Thread-safe; calls block on the disk, and at
 * most {@link StoreSettings#readers} run at a time. What a call returns is complete: nothing stays open behind it.
 *
 * <p>Every method throws {@link StoreException}.
 */
public final class EventReader {
    private final ReaderPool pool;
    private final Generation generation;

    /** The reference view's vector and the generation it was made of; replaced as one. */
    private volatile @Nullable CachedVector cached;

    private record CachedVector(long generation, VersionVector vector) {}

    EventReader(Path file, StoreSettings settings, Generation generation) {
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

    /** How many commits there were: what is read now is of this generation or a later one. */
    public long generation() {
        return generation.now();
    }

    /** Completes with the first commit after that generation; at once where it has come already. Never fails. */
    public CompletableFuture<Void> committedAfter(long generationSeen) {
        return generation.after(generationSeen);
    }

    /**
     * One page in delivery order for a reader who may come from another replica.
     *
     * @param query in order {@code ASC}; its position counts where {@code from} says so
     */
    public Followed follow(ListQuery query, FollowFrom from) {
        return pool.read("list events", session -> session.follow(query, from));
    }

    /** The highest delivery position at which an event stands; 0 for none. */
    public long tip() {
        return pool.read("read the tip", session -> session.events.tip());
    }

    /** What positions that are given from now on are known by. */
    public String boot() {
        return pool.read("read which boot this is", session -> Boots.mark(session.db));
    }

    /**
     * Whether this very log gave the position; not one that went on from an older copy.
     *
     * @param boot what it was known by
     * @param position its event may have moved on since
     */
    public boolean hasGiven(String boot, long position) {
        return pool.read("read when a position was given", session -> Boots.hasGiven(session.db, boot, position));
    }

    /** What a reader has been shown who knows everything up to a position, as the log stands now. */
    public Cover coverAt(long position) {
        return pool.read("read what a position covers", session -> {
            session.covers.begin();
            return session.covers.coverAt(position, Known.NOTHING);
        });
    }

    /** The event of this id, or null. */
    public @Nullable StoredEvent get(String eventId) {
        return pool.read("read event " + eventId, session -> {
            EventRows.Row row = session.events.byId(eventId);
            return row == null ? null : row.event();
        });
    }

    /**
     * The position at which an event was delivered first; null for one that is not here. Whoever was shown it then and
     * goes on from there misses nothing, though the event may have moved on.
     */
    public @Nullable Long firstSeq(String eventId) {
        return pool.read("read where event " + eventId + " came", session -> session.events.firstSeq(eventId));
    }

    /** An agent as an author, as of the newest commit. */
    public Author author(String name) {
        return pool.read("read author " + name, session -> session.agents.author(name));
    }

    /**
     * How often it changed who has written where: an {@link #author} that was read since the last time is still who it
     * was, but for positions of events that were revised.
     */
    public long voices() {
        return generation.voices();
    }

    public @Nullable Artifact artifact(String id) {
        return pool.read("read artifact " + id, session -> session.log.artifact(id));
    }

    /** An artifact's content as it was stored, verified, or null. */
    public @Nullable StoredContent content(String id) {
        return pool.read("read the content of artifact " + id, session -> session.log.content(id));
    }

    public StoreCounts counts() {
        return pool.read("count what is stored", session -> session.counts.counts());
    }

    /** Its cost grows with what it counts, a few milliseconds for each 10⁶. */
    public ViewSizes viewSizes() {
        return pool.read("count what the views hold", session -> session.counts.viewSizes());
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
        long now = generation.now();
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
