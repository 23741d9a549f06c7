package io.meshlog.node.api.read;

import io.meshlog.cursor.Cover;
import io.meshlog.node.api.cursor.Cursor;
import io.meshlog.node.api.problem.Problems;
import io.meshlog.node.api.problem.Refused;
import io.meshlog.node.api.read.ListRequest.OnUnknown;
import io.meshlog.node.store.EventReader;
import io.meshlog.node.store.list.FollowFrom;
import io.meshlog.node.store.list.Followed;
import io.meshlog.node.store.list.ListQuery;
import io.meshlog.node.store.list.ListQuery.Order;
import io.meshlog.node.store.list.ListedEvents;
import io.meshlog.node.store.row.StoredEvent;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Pages of a listing and the cursors between them (spec §6). What a cursor covers was examined for the caller's filters,
 * nothing more: an empty page moves it, and nothing that arrives between two pages is lost or told twice.
 *
 * <p>Listings that do not follow delivery show what stands between {@code floor} and {@code tip}; what arrives later is
 * left to following from {@code tip}. Blocks; safe to call from any thread.
 */
public final class Listing {
    private final EventReader reader;
    private final String boot;

    Listing(EventReader reader) {
        this.reader = reader;
        this.boot = reader.boot();
    }

    /**
     * @param cursor where to go on: with this listing while {@code more}, then following
     * @param missing what the request's cursor stands for and is not here, for people; empty where the page counts
     * @param mayCome whether what is missing may still replicate
     */
    public record Page(
            List<StoredEvent> events,
            boolean more,
            @Nullable Cursor cursor,
            List<String> missing,
            boolean mayCome) {
        static Page of(List<StoredEvent> events, boolean more, Cursor cursor) {
            return new Page(events, more, cursor, List.of(), false);
        }

        static Page unknown(List<String> missing, boolean mayCome) {
            return new Page(List.of(), false, null, missing, mayCome);
        }
    }

    /** @param replica this replica's id @throws Refused if an event that bounds the listing is not here */
    Page page(ListRequest asked, String replica) {
        ListRequest request = Cursor.TIP.equals(asked.cursor()) ? asked.from(atTip(replica)) : asked;
        Cursor cursor = request.cursor();
        if (cursor != null && !isOurs(cursor)) {
            if (cursor.order() == Order.ASC && request.order() == Order.ASC && cursor.cover() != null) {
                return resumed(request, cursor.cover(), replica);
            } else if (request.onUnknown() != OnUnknown.RESUME) {
                return Page.unknown(List.of("positions of " + cursor.replica()), false);
            }
            request = request.begun();
        }
        return switch (request.order()) {
            case ASC -> following(request, replica);
            case DESC -> newestFirst(request, replica);
            case HLC -> merged(request, replica);
        };
    }

    /** Positions of a log that went further, before this one was set back, would skip what was written since. */
    private boolean isOurs(Cursor cursor) {
        return reader.hasGiven(cursor.boot(), Math.max(cursor.position(), cursor.tip()));
    }

    private Page following(ListRequest request, String replica) {
        Cursor cursor = request.cursor();
        Cover known = cursor == null ? null : cursor.cover();
        FollowFrom.Kind kind =
                cursor != null && cursor.isAhead() ? FollowFrom.Kind.POSITION_AND_COVER : FollowFrom.Kind.POSITION;
        ListQuery query = request.filters().in(Order.ASC, floor(request), null).beforeThe(bound(request));
        return followed(query, new FollowFrom(kind, known == null ? Cover.NONE : known), replica);
    }

    private Page resumed(ListRequest request, Cover cover, String replica) {
        FollowFrom.Kind kind =
                request.onUnknown() == OnUnknown.RESUME ? FollowFrom.Kind.COVER_AS_FAR_AS_HELD : FollowFrom.Kind.COVER;
        ListQuery query = request.filters().in(Order.ASC, 0, null).beforeThe(bound(request));
        return followed(query, new FollowFrom(kind, cover), replica);
    }

    private Page followed(ListQuery query, FollowFrom from, String replica) {
        Followed followed = reader.follow(query, from);
        if (!followed.missing().isEmpty()) {
            return Page.unknown(followed.missing(), true);
        }
        ListedEvents page = followed.page();
        return Page.of(
                page.events(),
                page.more(),
                Cursor.following(replica, boot, page.examinedTo(), followed.cover(), followed.isAhead()));
    }

    private Page newestFirst(ListRequest request, String replica) {
        Cursor cursor = going(request);
        long floor = cursor == null ? floor(request) : cursor.floor();
        long bound = bound(request);
        long tip = cursor == null ? below(bound, tip()) : cursor.tip();
        long before = cursor == null ? tip + 1 : cursor.position();
        if (before <= floor + 1) {
            return Page.of(List.of(), false, follow(replica, tip, floor));
        }
        ListedEvents listed =
                reader.list(request.filters().in(Order.DESC, before, null).beforeThe(bound));
        boolean more = listed.more() && listed.examinedTo() > floor + 1;
        return Page.of(
                between(listed.events(), floor, tip),
                more,
                more
                        ? Cursor.within(replica, boot, Order.DESC, listed.examinedTo(), null, floor, tip)
                        : follow(replica, tip, floor));
    }

    private Page merged(ListRequest request, String replica) {
        Cursor cursor = going(request);
        long floor = cursor == null ? floor(request) : cursor.floor();
        long bound = bound(request);
        ListedEvents listed = reader.list(request.filters()
                .in(Order.HLC, 0, cursor == null ? null : cursor.key())
                .beforeThe(bound));
        long tip = cursor == null ? below(bound, listed.examinedTo()) : cursor.tip();
        boolean more = listed.more() && listed.examinedToKey() != null;
        return Page.of(
                between(listed.events(), floor, tip),
                more,
                more
                        ? Cursor.within(replica, boot, Order.HLC, 0, listed.examinedToKey(), floor, tip)
                        : follow(replica, tip, floor));
    }

    /** Where to follow from for all that is not here yet. */
    Cursor atTip(String replica) {
        return follow(replica, tip(), 0);
    }

    /** The position behind which a request begins. @throws Refused if the event that it names is not here */
    long beginning(ListRequest request) {
        return floor(request);
    }

    /** What a reader may go on from who took a page only up to one of its events. */
    Cursor at(StoredEvent event, String replica) {
        return Cursor.following(replica, boot, event.seq(), reader.coverAt(event.seq()), false);
    }

    /** A position that this replica gave, and that means nothing to others. */
    Cursor local(long position, String replica) {
        return Cursor.local(replica, boot, position);
    }

    /** From where the listing's first page found the tip. */
    private Cursor follow(String replica, long tip, long floor) {
        long position = Math.max(tip, floor);
        return Cursor.following(replica, boot, position, reader.coverAt(position), false);
    }

    /** The cursor that goes on with a listing in this order, not one that merely says what is known already. */
    private static @Nullable Cursor going(ListRequest request) {
        Cursor cursor = request.cursor();
        return cursor != null && cursor.order() != Order.ASC ? cursor : null;
    }

    /** What the caller knows already: positions up to this one. */
    private long floor(ListRequest request) {
        Cursor cursor = request.cursor();
        if (cursor != null) {
            return cursor.position();
        }
        String since = request.sinceEventId();
        return since == null ? 0 : firstPosition(since);
    }

    /** What the caller does not want: positions from this one on; 0 for no bound. */
    private long bound(ListRequest request) {
        String before = request.beforeEventId();
        return before == null ? 0 : position("before_event_id", before);
    }

    /** Where it was shown first: one that moved on since must not take along what came between. */
    private long firstPosition(String eventId) {
        Long first = reader.firstSeq(eventId);
        if (first == null) {
            throw unknown("since_event_id");
        }
        return first;
    }

    private long position(String parameter, String eventId) {
        StoredEvent event = reader.get(eventId);
        if (event == null) {
            throw unknown(parameter);
        }
        return event.seq();
    }

    private static Refused unknown(String parameter) {
        return Problems.notFound("unknown-event", "no event of that id is on this replica")
                .at(parameter)
                .refused();
    }

    private static long below(long bound, long tip) {
        return bound == 0 ? tip : Math.min(tip, bound - 1);
    }

    /** The highest position that a reader can see: taken before the page, so that what it covers is all there. */
    private long tip() {
        return reader.tip();
    }

    private static List<StoredEvent> between(List<StoredEvent> events, long floor, long tip) {
        return events.stream()
                .filter(event -> event.seq() > floor && event.seq() <= tip)
                .toList();
    }
}
