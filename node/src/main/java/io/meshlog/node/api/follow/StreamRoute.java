package io.meshlog.node.api.follow;

import io.meshlog.node.api.cursor.CursorCodec;
import io.meshlog.node.api.http.Answer;
import io.meshlog.node.api.http.ApiConfig;
import io.meshlog.node.api.http.Call;
import io.meshlog.node.api.http.QueryParams;
import io.meshlog.node.api.http.Routes;
import io.meshlog.node.api.problem.Problems;
import io.meshlog.node.api.problem.Refused;
import io.meshlog.node.api.read.ListRequest;
import io.meshlog.node.api.read.Listings;
import io.meshlog.node.follow.Tail;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * {@code /logstream/stream}: what arrives, as server-sent events (spec §6). Whatever is wrong with a request is said before
 * the stream opens. Confined to the event loop of its verticle.
 */
public final class StreamRoute {
    private static final String LAST_EVENT_ID = "Last-Event-ID";
    private static final String IDS = "ids";
    private static final List<String> PARAMETERS = Stream.concat(
                    ListRequest.FOLLOWING_PARAMETERS.stream().filter(name -> !name.equals("limit")), Stream.of(IDS))
            .toList();

    /** Of events that are read ahead of a reader: many readers may stop reading at once. */
    private static final long PAGE_BYTES = 65_536;

    private final ApiConfig config;
    private final Listings listings;
    private final Tail tail;
    private final AtomicInteger open = new AtomicInteger();

    public StreamRoute(ApiConfig config, Listings listings, Tail tail) {
        this.config = config;
        this.listings = listings;
        this.tail = tail;
    }

    /** How many streams are open. May be called from any thread. */
    public int open() {
        return open.get();
    }

    public void install(Routes routes) {
        routes.serve("/logstream/stream", HttpMethod.GET, this::stream);
    }

    private Future<Answer> stream(Call call) {
        QueryParams query = call.query(PARAMETERS);
        boolean isCursorIds = isCursorIds(query);
        String last = lastEventId(call);
        Future<ListRequest> beginning = last == null ? beginning(call, query) : goingOn(call, query, last);
        return beginning.map(begun -> {
            requireRoom();
            return Answer.stream(Frames.MEDIA_TYPE, response -> {
                        open.incrementAndGet();
                        EventStream stream = new EventStream(
                                call, listings, tail, begun, isCursorIds, response, open::decrementAndGet);
                        stream.open(config.followers().pingMillis());
                    })
                    // A proxy that gathers what it passes on, or packs it, would hold events back.
                    .with("X-Accel-Buffering", "no")
                    .with("Cache-Control", "no-store, no-transform");
        });
    }

    private Future<ListRequest> beginning(Call call, QueryParams query) {
        ListRequest.requireShortCursor(query);
        ListRequest request = ListRequest.parse(query.only(PARAMETERS), PAGE_BYTES);
        request.requireFollowing();
        requireRoom();
        return begin(call, request);
    }

    /** Behind what the reader got last. Where that is of no use, the refusal names the header that it came in. */
    private Future<ListRequest> goingOn(Call call, QueryParams query, String last) {
        String place = CursorCodec.looksLikeOne(last) ? "cursor" : "since_event_id";
        Future<ListRequest> beginning;
        try {
            beginning = beginning(call, query.with(place, last, List.of("cursor", "since_event_id")));
        } catch (Refused e) {
            beginning = Future.failedFuture(e);
        }
        return beginning.recover(e -> Future.failedFuture(
                e instanceof Refused refused && place.equals(refused.problem().field())
                        ? refused.problem().at(LAST_EVENT_ID).refused()
                        : e));
    }

    /** The request from a cursor on, whatever it said of its beginning. Fails where that is not here. */
    private Future<ListRequest> begin(Call call, ListRequest request) {
        if (!request.hasPlace()) {
            return call.blocking(() -> request.from(listings.tip()));
        }
        return listings.beginning(call, request).map(request::from);
    }

    private void requireRoom() {
        int most = config.followers().streamsMax();
        if (open.get() >= most) {
            throw Problems.unavailable("too-many-streams", most + " streams are open already")
                    .refused();
        }
    }

    private static boolean isCursorIds(QueryParams query) {
        String ids = query.one(IDS);
        if (ids == null || ids.equals("event")) {
            return false;
        } else if (ids.equals("cursor")) {
            return true;
        }
        throw Problems.invalid(IDS, "ids is one of event cursor").refused();
    }

    /** What the reader got last before it was cut off; null where it comes for the first time. */
    private static @Nullable String lastEventId(Call call) {
        String header = call.header(LAST_EVENT_ID);
        return header == null || header.isEmpty()
                ? null
                : new String(header.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
    }
}
