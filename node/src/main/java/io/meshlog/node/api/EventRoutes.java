package io.meshlog.node.api;

import io.meshlog.node.store.EventReader;
import io.meshlog.node.store.StoredEvent;
import io.meshlog.node.sync.LogService;
import io.meshlog.op.Draft;
import io.meshlog.op.Invalid;
import io.meshlog.replica.Outcome;
import io.meshlog.wire.DraftCodec;
import io.meshlog.wire.EventCodec;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code /logstream/events}: append, list, get (spec §4, §6). */
final class EventRoutes {
    private static final EventCodec.Local NOTHING_LOCAL = new EventCodec.Local(List.of(), false, false, false);
    /** Smaller documents are read faster than they are handed to another thread. */
    private static final int DECODED_HERE_BYTES_MAX = 16_384;

    private final ApiPorts ports;
    private final ApiConfig config;
    private final EventReader reader;
    private final LogService log;
    private final Listing listing;

    EventRoutes(ApiPorts ports, ApiConfig config) {
        this.ports = ports;
        this.config = config;
        this.reader = ports.reader();
        this.log = ports.log();
        this.listing = new Listing(reader);
    }

    void install(Routes routes) {
        routes.serve("/logstream/events", Map.of(HttpMethod.GET, this::list, HttpMethod.POST, this::append));
        routes.serve("/logstream/events/:id", HttpMethod.GET, this::get);
    }

    private Future<Answer> append(Call call) {
        call.query(List.of());
        call.requireJson();
        String key = call.header("Idempotency-Key");
        return call.body()
                .compose(body -> decoded(call, body, key))
                .compose(draft -> call.await(log.append(draft, null)))
                .map(EventRoutes::appended);
    }

    private static Future<Draft> decoded(Call call, Buffer body, @Nullable String key) {
        return body.length() <= DECODED_HERE_BYTES_MAX
                ? Future.succeededFuture(decode(body, key))
                : call.blocking(() -> decode(body, key));
    }

    private static Draft decode(Buffer body, @Nullable String key) {
        DraftCodec.Decoded decoded = DraftCodec.decode(body.getBytes(), key);
        Draft draft = decoded.draft();
        if (draft == null) {
            throw Problems.invalid(decoded.invalid()).refused();
        }
        if (draft.idempotencyKey() != null) {
            throw Problems.invalid(List.of(keyRefusal())).refused();
        }
        return draft;
    }

    /** Taking a key and not keeping its promise would be worse than not taking it. */
    static Invalid keyRefusal() {
        return Invalid.of(
                "idempotency_key",
                "idempotency keys are not served by this version: send the request without one; nothing was stored");
    }

    private static Answer appended(Outcome outcome) {
        if (outcome instanceof Outcome.Refused refused) {
            throw Problems.invalid(List.of(refused.invalid())).refused();
        }
        Outcome.Appended appended = (Outcome.Appended) outcome;
        String event = EventCodec.toReader(appended.op(), appended.seq(), NOTHING_LOCAL);
        return Answer.json(
                        201,
                        new JsonOut()
                                .json("event", event)
                                .json("warnings", "[]")
                                .build())
                .with(
                        "Location",
                        "/logstream/events/" + PercentText.encode(appended.op().eventId()));
    }

    private Future<Answer> get(Call call) {
        boolean preview = call.query(List.of("preview")).flag("preview");
        String id = call.path("id");
        return call.blocking(() -> {
            StoredEvent event = reader.get(id);
            if (event == null) {
                throw Problems.notFound("unknown-event", "no event of that id is on this replica")
                        .at("id")
                        .refused();
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
