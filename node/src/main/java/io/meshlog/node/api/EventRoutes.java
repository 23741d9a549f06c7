package io.meshlog.node.api;

import io.meshlog.node.api.ListRequest.OnUnknown;
import io.meshlog.node.store.EventReader;
import io.meshlog.node.store.row.StoredEvent;
import io.meshlog.node.sync.LogService;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** {@code /logstream/events}: list, get; what writes there is {@link Appending} (spec §4, §6). */
final class EventRoutes {
    private final ApiConfig config;
    private final EventReader reader;
    private final LogService log;
    private final Listing listing;
    private final Appending appending;

    EventRoutes(ApiPorts ports, ApiConfig config, Appending appending) {
        this.config = config;
        this.reader = ports.reader();
        this.log = ports.log();
        this.listing = new Listing(reader);
        this.appending = appending;
    }

    void install(Routes routes) {
        routes.serve("/logstream/events", Map.of(HttpMethod.GET, this::list, HttpMethod.POST, this::post));
        // An event may have this word for its id.
        routes.serve(
                "/logstream/events/batch",
                Map.of(HttpMethod.GET, call -> get(call, "batch"), HttpMethod.POST, appending::batch));
        routes.serve("/logstream/events/:id", HttpMethod.GET, call -> get(call, call.path("id")));
        routes.serve("/logstream/events/:id/ack", HttpMethod.POST, appending::ack);
    }

    /** A form is the parameters of a listing that are too long for a URL; an event is JSON. */
    private Future<Answer> post(Call call) {
        return call.isForm() ? listByForm(call) : appending.append(call);
    }

    private Future<Answer> get(Call call, String id) {
        boolean preview = call.query(List.of("preview")).flag("preview");
        return call.blocking(() -> {
            StoredEvent event = reader.get(id);
            if (event == null) {
                throw Problems.unknownEvent().refused();
            }
            return Answer.json(
                    200,
                    new JsonOut().json("event", Events.json(event, preview)).build());
        });
    }

    private Future<Answer> list(Call call) {
        QueryParams query = call.query(ListRequest.PARAMETERS);
        ListRequest.requireShortCursor(query);
        return list(call, ListRequest.parse(query, config.pageBytes()));
    }

    private Future<Answer> listByForm(Call call) {
        call.query(List.of());
        return call.body().compose(body -> {
            QueryParams form = QueryParams.parse(body.toString(StandardCharsets.UTF_8));
            return list(call, ListRequest.parse(form.only(ListRequest.PARAMETERS), config.pageBytes()));
        });
    }

    private Future<Answer> list(Call call, ListRequest request) {
        String self = log.document().replicaId();
        long untilNanos = System.nanoTime() + request.waitMillis() * 1_000_000;
        return page(call, request, self, untilNanos).compose(page -> call.blocking(() -> listed(request, page)));
    }

    /** The page; where its cursor is of another replica's future perhaps only once that has come. */
    private Future<Listing.Page> page(Call call, ListRequest request, String self, long untilNanos) {
        // Read first: a commit that comes during the look ends the wait at once.
        long seen = reader.generation();
        return call.blocking(() -> listing.page(request, self)).compose(page -> {
            if (page.missing().isEmpty()) {
                return Future.succeededFuture(page);
            }
            long leftMillis = (untilNanos - System.nanoTime()) / 1_000_000;
            if (request.onUnknown() != OnUnknown.WAIT || !page.mayCome() || leftMillis <= 0 || call.isGone()) {
                return Future.failedFuture(unknown(page).refused());
            }
            return call.within(leftMillis, reader.committedAfter(seen))
                    .compose(woken -> page(call, request, self, untilNanos));
        });
    }

    private static Problem unknown(Listing.Page page) {
        List<String> missing = page.missing();
        String shown = String.join(", ", missing.subList(0, Math.min(3, missing.size())));
        String what = missing.size() > 3 ? shown + " and " + (missing.size() - 3) + " more" : shown;
        String then = page.mayCome()
                ? "on_unknown=wait waits until that has replicated, on_unknown=resume goes on at once and may repeat"
                : "it was given by another replica, or by this one before it lost its log; on_unknown=resume begins"
                        + " again";
        return Problems.notFound(
                        "unknown-cursor",
                        "this cursor stands for what this replica does not hold: " + what + "; " + then)
                .at("cursor");
    }

    private static Answer listed(ListRequest request, Listing.Page page) {
        List<String> events = page.events().stream()
                .map(event -> Events.json(event, request.preview()))
                .toList();
        return Answer.json(
                200,
                new JsonOut()
                        .array("events", events)
                        .number("count", events.size())
                        .number("limit", request.filters().limit())
                        .flag("more", page.more())
                        .text("cursor", CursorCodec.write(Objects.requireNonNull(page.cursor())))
                        .build());
    }
}
