package io.meshlog.node.api;

import io.meshlog.node.store.EventReader;
import io.meshlog.node.store.StoredEvent;
import io.meshlog.node.sync.LogService;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code /logstream/events}: list, get; what writes there is {@link Appending} (spec §4, §6). */
final class EventRoutes {
    private final ApiPorts ports;
    private final ApiConfig config;
    private final EventReader reader;
    private final LogService log;
    private final Listing listing;
    private final Appending appending;

    EventRoutes(ApiPorts ports, ApiConfig config, Appending appending) {
        this.ports = ports;
        this.config = config;
        this.reader = ports.reader();
        this.log = ports.log();
        this.listing = new Listing(reader);
        this.appending = appending;
    }

    void install(Routes routes) {
        routes.serve("/logstream/events", Map.of(HttpMethod.GET, this::list, HttpMethod.POST, appending::append));
        // An event may have this word for its id.
        routes.serve(
                "/logstream/events/batch",
                Map.of(HttpMethod.GET, call -> get(call, "batch"), HttpMethod.POST, appending::batch));
        routes.serve("/logstream/events/:id", HttpMethod.GET, call -> get(call, call.path("id")));
        routes.serve("/logstream/events/:id/ack", HttpMethod.POST, appending::ack);
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
        ListRequest request = ListRequest.parse(call.query(ListRequest.PARAMETERS), config.pageBytes());
        String self = log.document().replicaId();
        return call.blocking(() -> {
            requireKnown(request.cursor());
            Listing.Page page = listing.page(request, self);
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
                            .text("cursor", CursorCodec.write(page.cursor()))
                            .build());
        });
    }

    /** Positions beyond the tip were given by a log that went further: what this one wrote since would be skipped. */
    private void requireKnown(@Nullable Cursor cursor) {
        if (cursor == null) {
            return;
        }
        long highest = Math.max(cursor.position(), cursor.tip());
        boolean isOurs = ports.ownIds().test(cursor.replica());
        if (!isOurs || highest > log.tipSeq() && highest > listing.tip()) {
            throw Problems.notFound(
                            "unknown-cursor",
                            "this cursor was given by another replica, or by this one before it lost its log")
                    .at("cursor")
                    .refused();
        }
    }
}
