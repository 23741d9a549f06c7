package io.meshlog.node.api.follow;

import io.meshlog.node.api.cursor.Cursor;
import io.meshlog.node.api.cursor.CursorCodec;
import io.meshlog.node.api.http.Call;
import io.meshlog.node.api.read.ListRequest;
import io.meshlog.node.api.read.Listing;
import io.meshlog.node.api.read.Listings;
import io.meshlog.node.follow.Arrived;
import io.meshlog.node.follow.Follower;
import io.meshlog.node.follow.Tail;
import io.meshlog.node.store.list.ListQuery;
import io.meshlog.node.store.row.StoredEvent;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * One reader of a stream. It reads pages of the store until it has caught up with the tail, then it is told of each event
 * as that arrives. When its reader does not keep up it leaves the tail, keeps its place and nothing else, and goes on from
 * the store once the reader reads again. Confined to the event loop of its verticle.
 *
 * <p>{@code position}: everything up to it that passes the filters is written.
 */
final class EventStream implements Follower {
    /** Bytes that may wait for a reader before it counts as one that does not keep up. */
    private static final int WAITING_BYTES_MAX = 65_536;

    private static final long RETRY_MILLIS = 1_000;

    private final Call call;
    private final Listings listings;
    private final Tail tail;
    private final boolean isCursorIds;
    private final HttpServerResponse response;
    private final Runnable closed;

    /** Goes on behind what is written. */
    private ListRequest next;

    private long position;
    private boolean isFollowing;
    private boolean isOver;
    private Runnable stopPings = () -> {};

    /** @param begin with a cursor @param closed runs once, when it is over */
    EventStream(
            Call call,
            Listings listings,
            Tail tail,
            ListRequest begin,
            boolean isCursorIds,
            HttpServerResponse response,
            Runnable closed) {
        this.call = call;
        this.listings = listings;
        this.tail = tail;
        this.next = begin;
        this.isCursorIds = isCursorIds;
        this.response = response;
        this.closed = closed;
    }

    void open(long pingMillis) {
        response.setWriteQueueMaxSize(WAITING_BYTES_MAX);
        response.closeHandler(gone -> over());
        response.exceptionHandler(gone -> over());
        if (response.closed()) {
            over();
            return;
        }
        stopPings = call.every(pingMillis, this::ping);
        response.write(Frames.first(place()));
        look();
    }

    @Override
    public ListQuery filters() {
        return next.filters();
    }

    @Override
    public long position() {
        return position;
    }

    private Cursor cursor() {
        return Objects.requireNonNull(next.cursor());
    }

    /** Its place as a text that fits into a header. */
    private String place() {
        return listings.shortText(cursor());
    }

    // ---- behind: pages of the store

    private void look() {
        if (isOver) {
            return;
        }
        // What was shown elsewhere may stand on the same page: then the cursor behind each event is that of its page.
        ListRequest request = isCursorIds && cursor().isAhead() ? next.limited(1) : next;
        listings.page(call, request, 0)
                .compose(page -> call.blocking(() -> new Read(page, frames(page))))
                .onSuccess(this::write)
                .onFailure(e -> call.after(RETRY_MILLIS, this::look));
    }

    /** A page and what is written of it. */
    private record Read(Listing.Page page, List<Buffer> frames) {}

    /** Blocks. */
    private List<Buffer> frames(Listing.Page page) {
        List<Buffer> frames = new ArrayList<>();
        for (StoredEvent event : page.events()) {
            frames.add(Frames.event(id(event, page), event, next.preview()));
        }
        return frames;
    }

    private String id(StoredEvent event, Listing.Page page) {
        if (isCursorIds) {
            return listings.shortText(cursor().isAhead() ? Objects.requireNonNull(page.cursor()) : listings.at(event));
        }
        return eventId(event);
    }

    /**
     * An event's id means the place where it was shown first. Where it is shown again that is long gone by, and who came
     * back with it would be told once more what came between.
     */
    private String eventId(StoredEvent event) {
        String id = Objects.requireNonNull(event.op().eventOrNull()).id();
        return Frames.isId(id) && !event.revised() ? id : CursorCodec.write(listings.local(event.seq()));
    }

    private void write(Read read) {
        if (isOver) {
            return;
        }
        read.frames().forEach(response::write);
        next = next.from(Objects.requireNonNull(read.page().cursor()));
        position = cursor().position();
        if (response.writeQueueFull()) {
            response.drainHandler(drained -> look());
        } else if (read.page().more() || !tail.joins(this)) {
            look();
        } else {
            isFollowing = true;
        }
    }

    // ---- caught up: the tail

    @Override
    public void arrived(Arrived arrived) {
        if (isCursorIds || cursor().isAhead()) {
            // What is written depends on more than the event.
            stopFollowing();
            look();
            return;
        }
        StoredEvent event = arrived.event();
        response.write(
                next.preview()
                        ? Frames.event(eventId(event), event, true)
                        : arrived.rendered(one -> Frames.event(eventId(one), one, false)));
        position = event.seq();
        if (response.writeQueueFull()) {
            stopFollowing();
            next = next.from(listings.local(position));
            response.drainHandler(drained -> look());
        }
    }

    private void stopFollowing() {
        isFollowing = false;
        tail.leaves(this);
    }

    private void ping() {
        if (!response.writeQueueFull()) {
            response.write(Frames.PING);
        }
    }

    private void over() {
        if (!isOver) {
            isOver = true;
            stopPings.run();
            if (isFollowing) {
                stopFollowing();
            }
            closed.run();
        }
    }
}
