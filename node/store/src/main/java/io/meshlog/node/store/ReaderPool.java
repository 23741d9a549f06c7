package io.meshlog.node.store;

import io.meshlog.cursor.Cover;
import io.meshlog.cursor.Known;
import io.meshlog.node.store.file.Database;
import io.meshlog.node.store.file.StoreException;
import io.meshlog.node.store.file.StoreSettings;
import io.meshlog.node.store.list.CoverReads;
import io.meshlog.node.store.list.EventFilter;
import io.meshlog.node.store.list.EventListing;
import io.meshlog.node.store.list.FollowFrom;
import io.meshlog.node.store.list.Followed;
import io.meshlog.node.store.list.ListQuery;
import io.meshlog.node.store.list.ListedEvents;
import io.meshlog.node.store.list.MergedListing;
import io.meshlog.node.store.list.ResumedListing;
import io.meshlog.node.store.log.Counts;
import io.meshlog.node.store.log.LogReads;
import io.meshlog.node.store.log.ReferenceView;
import io.meshlog.node.store.row.EventRows;
import io.meshlog.node.store.row.Terms;
import io.meshlog.node.store.view.AgentReads;
import io.meshlog.node.store.view.ConflictReads;
import io.meshlog.node.store.view.NewsReads;
import io.meshlog.node.store.view.OwedReads;
import io.meshlog.node.store.view.ThreadReads;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * A few read connections, opened when they are first wanted. Each call is one read transaction that ends before the call
 * returns: no snapshot outlives it. Thread-safe.
 */
final class ReaderPool implements AutoCloseable {
    private final Path file;
    private final StoreSettings settings;

    private final ConcurrentLinkedDeque<Session> idle = new ConcurrentLinkedDeque<>();

    /** One a call that is under way or may begin; closing takes them all. */
    private final Semaphore permits;

    private volatile boolean isClosed;

    ReaderPool(Path file, StoreSettings settings) {
        this.file = file;
        this.settings = settings;
        this.permits = new Semaphore(settings.readers(), true);
    }

    /** One connection and what reads through it. Confined to the call that holds it. */
    static final class Session {
        final Database db;
        final Terms terms;
        final LogReads log;
        final EventRows events;
        final EventListing delivered;
        final MergedListing merged;
        final CoverReads covers;
        final ResumedListing resumed;
        final ReferenceView reference;
        final Counts counts;
        final OwedReads owed;
        final NewsReads news;
        final ThreadReads threads;
        final AgentReads agents;
        final ConflictReads conflicts;
        private final int examinedMax;

        Session(Database db, StoreSettings settings) {
            this.db = db;
            this.terms = new Terms(db, settings.termsCached());
            this.log = new LogReads(db, terms);
            this.events = new EventRows(db, terms);
            this.delivered = new EventListing(db, events, settings.examinedRowsMax());
            this.merged = new MergedListing(db, events, settings.examinedRowsMax());
            this.covers = new CoverReads(db, terms, events);
            this.resumed = new ResumedListing(db, events, delivered, covers);
            this.examinedMax = settings.examinedRowsMax();
            this.reference = new ReferenceView(db, terms);
            this.counts = new Counts(db, terms);
            this.owed = new OwedReads(db, terms, events);
            this.news = new NewsReads(db, terms, events);
            this.threads = new ThreadReads(db, terms, events);
            this.agents = new AgentReads(db);
            this.conflicts = new ConflictReads(db, terms);
        }

        Followed follow(ListQuery query, FollowFrom from) throws SQLException {
            covers.begin();
            Known known = Known.resolve(from.cover(), covers);
            boolean isMissing = !known.missing().isEmpty();
            if (isMissing && from.kind() == FollowFrom.Kind.COVER) {
                ListedEvents none = new ListedEvents(List.of(), false, 0, null);
                return new Followed(none, from.cover(), false, known.missing());
            }
            EventFilter filter = EventFilter.of(query, terms);
            boolean isByPosition = from.kind() == FollowFrom.Kind.POSITION;
            ListedEvents page;
            if (isByPosition) {
                page = delivered.list(query, filter);
            } else {
                boolean isGoingOn = from.kind() == FollowFrom.Kind.POSITION_AND_COVER;
                ListQuery here = isGoingOn ? query : query.from(covers.start(known, examinedMax), null);
                page = resumed.list(here, filter, known);
            }
            Cover cover = covers.coverAt(page.examinedTo(), known);
            // At the tip nothing is ahead. Before a bound that the caller set there may be.
            boolean isAhead = !isByPosition && page.examinedTo() < events.tip();
            return new Followed(page, cover, isAhead, List.of());
        }
    }

    /** What to read in one transaction. */
    @FunctionalInterface
    interface Read<T extends @Nullable Object> {
        T from(Session session) throws SQLException;
    }

    /** @throws StoreException {@code BUSY} if no connection comes free in time, {@code CLOSED} */
    <T extends @Nullable Object> T read(String doing, Read<T> read) {
        Session session = take(doing);
        boolean isSound = false;
        try {
            session.db.execute("BEGIN");
            T result = read.from(session);
            session.db.execute("COMMIT");
            // A read that failed takes its connection with it, and its transaction.
            isSound = true;
            return result;
        } catch (SQLException e) {
            throw StoreException.of(e, doing);
        } finally {
            giveBack(session, isSound);
        }
    }

    private Session take(String doing) {
        try {
            if (!permits.tryAcquire(settings.busyMillis(), TimeUnit.MILLISECONDS)) {
                throw new StoreException(
                        isClosed ? StoreException.Kind.CLOSED : StoreException.Kind.BUSY,
                        "could not " + doing + (isClosed ? ": the store is closed" : ": all readers are taken"));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoreException(StoreException.Kind.BUSY, "could not " + doing + ": interrupted", e);
        }
        boolean isTaken = false;
        try {
            if (isClosed) {
                throw new StoreException(StoreException.Kind.CLOSED, "could not " + doing + ": the store is closed");
            }
            Session ready = idle.pollLast();
            Session session = ready != null ? ready : new Session(Database.reader(file, settings), settings);
            isTaken = true;
            return session;
        } catch (SQLException e) {
            throw StoreException.of(e, doing);
        } finally {
            if (!isTaken) {
                permits.release();
            }
        }
    }

    private void giveBack(Session session, boolean isSound) {
        if (isSound) {
            idle.addLast(session);
        } else {
            closeQuietly(session);
        }
        permits.release();
    }

    private static void closeQuietly(Session session) {
        try {
            session.db.close();
        } catch (SQLException e) {
            // It was only read from: nothing is lost with it.
            LoggerFactory.getLogger(ReaderPool.class).debug("a reader did not close", e);
        }
    }

    /** Ends when the calls that are under way have ended. */
    @Override
    public void close() {
        if (isClosed) {
            return;
        }
        isClosed = true;
        permits.acquireUninterruptibly(settings.readers());
        Session session = idle.pollLast();
        while (session != null) {
            closeQuietly(session);
            session = idle.pollLast();
        }
        // Who waits finds the store closed.
        permits.release(settings.readers());
    }
}
