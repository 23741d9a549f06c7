package io.meshlog.node.api.follow;

import io.meshlog.node.api.http.Answer;
import io.meshlog.node.api.http.ApiConfig;
import io.meshlog.node.api.http.Call;
import io.meshlog.node.api.http.QueryParams;
import io.meshlog.node.api.http.Routes;
import io.meshlog.node.api.problem.Problems;
import io.meshlog.node.api.read.ListRequest;
import io.meshlog.node.api.read.Listing;
import io.meshlog.node.api.read.Listings;
import io.meshlog.node.follow.Arrived;
import io.meshlog.node.follow.Follower;
import io.meshlog.node.follow.Tail;
import io.meshlog.node.store.list.ListQuery;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.http.HttpMethod;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * {@code /logstream/wait}: a listing that waits until it holds something (spec §6). What wakes it is the append itself,
 * local or replicated; then it looks again like any listing, so that an answer and its cursor mean the same on both.
 * Confined to the event loop of its verticle.
 */
public final class WaitRoute {
    private static final List<String> PARAMETERS = ListRequest.FOLLOWING_PARAMETERS;

    private final ApiConfig config;
    private final Listings listings;
    private final Tail tail;
    private final AtomicInteger waiting = new AtomicInteger();

    public WaitRoute(ApiConfig config, Listings listings, Tail tail) {
        this.config = config;
        this.listings = listings;
        this.tail = tail;
    }

    /** How many callers wait. May be called from any thread. */
    public int waiting() {
        return waiting.get();
    }

    public void install(Routes routes) {
        routes.serve("/logstream/wait", Map.of(HttpMethod.GET, this::byQuery, HttpMethod.POST, this::byForm));
    }

    private Future<Answer> byQuery(Call call) {
        QueryParams query = call.query(PARAMETERS);
        ListRequest.requireShortCursor(query);
        return begin(call, ListRequest.parse(query, config.pageBytes()));
    }

    private Future<Answer> byForm(Call call) {
        call.query(List.of());
        call.requireForm();
        return call.body().compose(body -> {
            QueryParams form = QueryParams.parse(body.toString(StandardCharsets.UTF_8));
            return begin(call, ListRequest.parse(form.only(PARAMETERS), config.pageBytes()));
        });
    }

    private Future<Answer> begin(Call call, ListRequest request) {
        request.requireFollowing();
        long untilNanos = System.nanoTime() + request.waitMillis() * 1_000_000;
        return look(call, request, untilNanos);
    }

    private Future<Answer> look(Call call, ListRequest request, long untilNanos) {
        return listings.page(call, request, untilNanos).compose(page -> {
            boolean isOver = System.nanoTime() - untilNanos >= 0;
            if (!page.events().isEmpty() || isOver || call.isGone()) {
                return call.blocking(() -> answer(request, page));
            }
            ListRequest next = request.from(Objects.requireNonNull(page.cursor()));
            // One look examines a bounded number of rows.
            Future<?> woken = page.more() ? Future.succeededFuture() : park(call, next, untilNanos);
            return woken.compose(again -> look(call, next, untilNanos));
        });
    }

    private static Answer answer(ListRequest request, Listing.Page page) {
        return Answer.json(
                200,
                Listings.json(request, page)
                        .flag("timed_out", page.events().isEmpty())
                        .number("timeout_ms", request.waitMillis())
                        .build());
    }

    /** Until there is something to look for, the time is over, or nobody waits any more. */
    private Future<Boolean> park(Call call, ListRequest request, long untilNanos) {
        Parked parked = new Parked(
                request.filters(), Objects.requireNonNull(request.cursor()).position());
        int most = config.followers().waitsMax();
        if (waiting.get() >= most) {
            return Future.failedFuture(Problems.unavailable("too-many-waiting", most + " callers wait already")
                    .refused());
        }
        if (!tail.joins(parked)) {
            return Future.succeededFuture(true);
        }
        waiting.incrementAndGet();
        Runnable cancel = call.after((untilNanos - System.nanoTime()) / 1_000_000 + 1, parked::end);
        call.whenGone(parked::end);
        return parked.ended.future().onComplete(ended -> cancel.run());
    }

    /** One who waits. */
    private final class Parked implements Follower {
        private final ListQuery filters;
        private final long position;
        private final Promise<Boolean> ended = Promise.promise();

        Parked(ListQuery filters, long position) {
            this.filters = filters;
            this.position = position;
        }

        @Override
        public ListQuery filters() {
            return filters;
        }

        @Override
        public long position() {
            return position;
        }

        @Override
        public void arrived(Arrived arrived) {
            end();
        }

        private void end() {
            if (ended.tryComplete(true)) {
                waiting.decrementAndGet();
                tail.leaves(this);
            }
        }
    }
}
